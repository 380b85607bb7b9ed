import { Copy, RotateCw } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/controls/copy-text.ts';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { strings, useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import { copyCurl, replay } from './wire-acts.ts';

interface ReplayButtonProps {
  exchange: Pick<ExchangeDetail, 'id' | 'draft'>;
  intent?: 'plain' | 'quiet';
}

/** Sends the request of an exchange again. */
export function ReplayButton({ exchange: { id, draft }, intent = 'plain' }: ReplayButtonProps) {
  const t = useStrings().wire;
  return (
    <Button
      intent={intent}
      size="sm"
      icon={<Icon of={RotateCw} size="s" />}
      disabledReason={draft ? undefined : t.noReplay}
      onClick={() => void replay(id)}
    >
      {t.replay}
    </Button>
  );
}

/** Copies the request of an exchange as a cURL command. */
export function CurlButton({ id }: { id: string }) {
  const t = useStrings().wire;
  return (
    <Button intent="quiet" size="sm" icon={<Icon of={Copy} size="s" />} onClick={() => void copyCurl(id)}>
      {t.curl}
    </Button>
  );
}

/** Menu items that copy the id of an exchange, and the request id from the gateway. */
export function copyIdItems({ id, failure }: Pick<ExchangeDetail, 'id' | 'failure'>): MenuItem[] {
  const t = strings().wire;
  const item = (name: string, label: string, text: string): MenuItem => ({
    kind: 'action',
    id: name,
    label,
    hint: text,
    onSelect: () => void copyText(text).then((done) => done && toast({ intent: 'ok', title: t.copied })),
  });
  const requestId = failure?.requestId;
  return [item('id', t.copyId, id), ...(requestId ? [item('request', t.copyRequestId, requestId)] : [])];
}
