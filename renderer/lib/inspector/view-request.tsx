import { Activity } from 'lucide-react';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useStrings } from '../i18n/strings.ts';
import { openWireRecord } from '../navigation/wire-focus.ts';

interface ViewRequestProps {
  /** Nothing is drawn until there is one. */
  exchangeId: string | null | undefined;
  /** Which of several requests. */
  of?: string | undefined;
  /** Default: "View request". */
  label?: string | undefined;
}

/** Opens the record of a request: the same words and the same glyph on every panel. */
export function ViewRequest({ exchangeId, of, label }: ViewRequestProps) {
  const { pieces } = useStrings();
  const words = label ?? pieces.failure.wire;
  if (!exchangeId) return null;
  return (
    <Button
      size="sm"
      intent="quiet"
      icon={<Icon of={Activity} size="s" />}
      aria-label={of === undefined ? undefined : pieces.facts(words, of)}
      onClick={() => openWireRecord(exchangeId, 'response')}
    >
      {words}
    </Button>
  );
}
