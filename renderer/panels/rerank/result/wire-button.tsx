import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Button } from '../../../ui/controls/button.tsx';

/** The way from a call to its record; nothing before it has one. */
export function WireButton({ model, exchangeId }: { model: string; exchangeId: string | null }) {
  const { wire } = useStrings().rerank.call;
  if (exchangeId === null) return null;
  return (
    <Button
      size="sm"
      intent="quiet"
      aria-label={`${wire}: ${model}`}
      onClick={() => openWireRecord(exchangeId, 'response')}
    >
      {wire}
    </Button>
  );
}
