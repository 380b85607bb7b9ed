import { Copy, Pencil, RotateCw } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/controls/copy-text.ts';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { strings, useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import { copyCurl, copyReport, editExchange, replay } from './wire-acts.ts';

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

/** Opens the request of an exchange in the Request panel. */
export function EditButton({ exchange: { id, draft } }: { exchange: Pick<ExchangeDetail, 'id' | 'draft'> }) {
  const t = useStrings().wire;
  return (
    <IconButton
      label={t.edit}
      size="sm"
      icon={<Icon of={Pencil} size="s" />}
      disabledReason={draft ? undefined : t.noReplay}
      onClick={() => void editExchange(id)}
    />
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

const copied = (done: boolean) => done && toast({ intent: 'ok', title: strings().wire.copied });

/** Menu items that copy a report for the operator of the gateway, the id of an exchange, and the gateway's request id. */
export function copyFactItems(exchange: ExchangeDetail): MenuItem[] {
  const t = strings().wire;
  const item = (name: string, label: string, text: string): MenuItem =>
    menuAction(name, label, () => void copyText(text).then(copied), { hint: text });
  const requestId = exchange.failure?.requestId;
  return [
    menuAction('report', t.copyReport, () => void copyReport(exchange.id)),
    item('id', t.copyId, exchange.id),
    ...(requestId ? [item('request', t.copyRequestId, requestId)] : []),
  ];
}
