import { Activity, Copy, Ellipsis, RotateCw } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { verdictIntent } from '../../lib/failures/verdict.ts';
import { formatMs } from '../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../lib/i18n/strings.ts';
import { addressPath } from '../../lib/inspector/address-path.ts';
import { copyItems } from '../../lib/inspector/snippets.ts';
import { copyCurl, replay } from '../../lib/inspector/wire-acts.ts';
import { showOnWire } from '../../lib/navigation/wire-focus.ts';
import { toast } from '../../lib/page/toasts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/controls/copy-text.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Method } from '../../ui/feedback/method.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu-items.tsx';
import s from './wire-summary.module.css';

/** One line about the exchange in focus, and what can be done with it. */
export function WireSummary({ exchangeId }: { exchangeId: string | null }) {
  const words = useStrings();
  const { data: exchange } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  if (!exchange) return null;
  return (
    <div className={s.summary}>
      <span className={s.line}>
        <Method>{exchange.method}</Method>
        <span className={s.path}>{addressPath(exchange.address)}</span>
      </span>
      <span className={s.verdict}>
        <Badge intent={verdictIntent(exchange)} dot={exchange.state === 'running'}>
          {verdictOf(exchange, words)}
        </Badge>
        {exchange.durationMs !== null && <span className="mono-s num">{formatMs(exchange.durationMs)}</span>}
      </span>
      <Acts exchange={exchange} />
    </div>
  );
}

function Acts({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wire;
  const { id, requestId } = { id: exchange.id, requestId: exchange.failure?.requestId ?? null };
  const copy = async (text: string) => {
    if (await copyText(text)) toast({ intent: 'ok', title: t.copied });
  };
  const more: MenuItem[] = [
    { kind: 'submenu', id: 'copy', label: t.copyAs, items: copyItems(id) },
    { kind: 'action', id: 'id', label: t.copyId, hint: id, onSelect: () => void copy(id) },
    ...(requestId
      ? [
          {
            kind: 'action',
            id: 'request',
            label: t.copyRequestId,
            hint: requestId,
            onSelect: () => void copy(requestId),
          } as const,
        ]
      : []),
    {
      kind: 'check',
      id: 'pin',
      label: t.pin,
      checked: exchange.pinned,
      onCheckedChange: (pinned) => void client.exchanges.pin({ id, pinned }).catch(() => undefined),
    },
    { kind: 'separator', id: 'rule' },
    {
      kind: 'action',
      id: 'panel',
      label: t.openInPanel,
      icon: <Icon of={Activity} size="s" />,
      onSelect: () => showOnWire(id),
    },
  ];
  return (
    <span className={s.acts}>
      <Button
        intent="quiet"
        size="sm"
        icon={<Icon of={RotateCw} size="s" />}
        disabledReason={exchange.draft ? undefined : t.noReplay}
        onClick={() => void replay(id)}
      >
        {t.replay}
      </Button>
      <span className={s.wide}>
        <Button intent="quiet" size="sm" icon={<Icon of={Copy} size="s" />} onClick={() => void copyCurl(id)}>
          {t.curl}
        </Button>
      </span>
      <Menu
        align="end"
        items={more}
        trigger={<IconButton label={t.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
      />
    </span>
  );
}

/** `200`, `200, cut off`, `failed`. */
function verdictOf({ status, state, refusedAsPlanned }: ExchangeDetail, { wire, pieces }: Strings): string {
  if (refusedAsPlanned) return pieces.facts(status, wire.asPlanned);
  return pieces.facts(status, (status === null || state !== 'done') && wire.states[state]);
}
