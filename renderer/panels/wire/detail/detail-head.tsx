import { ChevronDown, Copy, Ellipsis, Pin, PinOff, RotateCw, Square } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { headlineOf } from '../../../lib/failures/failures.ts';
import { statusIntent, verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { copyItems } from '../../../lib/inspector/snippets.ts';
import { copyCurl, replay } from '../../../lib/inspector/wire-acts.ts';
import { goToOrigin, useOriginOf } from '../../../lib/navigation/exchange-origin.ts';
import { keysLabel } from '../../../lib/page/shortcuts.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { copyText } from '../../../ui/controls/copy-text.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { askToForget, compareMeant, pin, stop } from '../acts.ts';
import { editExchange } from '../edit-exchange.ts';
import { verdictWord } from '../verdict-word.ts';
import { wireKeys } from '../wire-keys.tsx';
import s from './detail.module.css';
import { LearnedLimits } from './learned-limits.tsx';
import { ReplayStrip } from './replay-strip.tsx';
import { WarningPills } from './warning-pills.tsx';

/** What an exchange means, in one sentence, and what can be done with it. */
export function DetailHead({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { failure, state, status, verdict, refusedAsPlanned } = exchange;
  const word = verdictWord(exchange, t.wirePanel);
  const intent = verdictIntent(exchange);
  const statusColor = statusIntent(exchange);
  const ended = state === 'done' ? t.wireDetail.works : t.wire.verdict[state];
  const title = refusedAsPlanned ? t.wire.asPlannedTitle : failure ? headlineOf(failure, t) : ended;
  return (
    <header className={s.head}>
      <div className={s.title}>
        {status !== null && (
          <Badge intent={statusColor} size="md" dot={state === 'running'}>
            {status}
          </Badge>
        )}
        {(status === null || statusColor !== intent) && (
          <Badge intent={intent} size="md" dot={status === null && state === 'running'}>
            {word}
          </Badge>
        )}
        <h2>{title}</h2>
        <Acts exchange={exchange} />
      </div>
      <p className={s.sentence}>{verdict || t.wire.verdictBody[state]}</p>
      <p className={s.facts}>
        {[
          exchange.model,
          exchange.keyAlias,
          exchange.connectionName,
          exchange.durationMs === null ? null : formatMs(exchange.durationMs),
          formatBytes(exchange.receivedBytes),
        ]
          .filter((fact) => fact !== null)
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
      </p>
      <WarningPills warnings={exchange.warnings} />
      <LearnedLimits exchange={exchange} />
      <ReplayStrip exchange={exchange} />
    </header>
  );
}

function Acts({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { id, pinned, draft } = exchange;
  return (
    <span className={s.acts}>
      <IconButton
        label={pinned ? t.wirePanel.unpin : t.wirePanel.pin}
        size="sm"
        pressed={pinned}
        shortcut={keysLabel(wireKeys.pin)}
        icon={<Icon of={pinned ? PinOff : Pin} size="s" />}
        onClick={() => void pin([id], !pinned)}
      />
      <span className={s.joined}>
        <Button intent="quiet" size="sm" icon={<Icon of={Copy} size="s" />} onClick={() => void copyCurl(id)}>
          {t.wireDetail.curl}
        </Button>
        <Menu
          align="end"
          items={copyItems(id)}
          trigger={<IconButton label={t.wireDetail.copyAs} size="sm" icon={<Icon of={ChevronDown} size="xs" />} />}
        />
      </span>
      {exchange.state === 'running' ? (
        <Button size="sm" intent="stop" icon={<Icon of={Square} size="s" />} onClick={() => void stop(id)}>
          {t.wireDetail.stop}
        </Button>
      ) : (
        <Button
          size="sm"
          icon={<Icon of={RotateCw} size="s" />}
          disabledReason={draft ? undefined : t.wire.noReplay}
          onClick={() => void replay(id)}
        >
          {t.wireDetail.replay}
        </Button>
      )}
      <MoreActs exchange={exchange} />
    </span>
  );
}

function MoreActs({ exchange: { id, draft, failure } }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const place = useOriginOf(id);
  const requestId = failure?.requestId;
  const copy = async (text: string) => {
    if (await copyText(text)) toast({ intent: 'ok', title: t.wire.copied });
  };
  const items: MenuItem[] = [
    {
      kind: 'action',
      id: 'edit',
      label: t.wireDetail.edit,
      shortcut: keysLabel(wireKeys.edit),
      disabled: draft === null,
      onSelect: () => void editExchange(id),
    },
    {
      kind: 'action',
      id: 'compare',
      label: t.wirePanel.keys.titles.compare,
      shortcut: keysLabel(wireKeys.compare),
      onSelect: compareMeant,
    },
    ...(place
      ? [{ kind: 'action', id: 'place', label: t.wireDetail.goBack, onSelect: () => goToOrigin(place) } as const]
      : []),
    { kind: 'separator', id: 'copies' },
    { kind: 'action', id: 'id', label: t.wireDetail.copyId, hint: id, onSelect: () => void copy(id) },
    ...(requestId
      ? [
          {
            kind: 'action',
            id: 'request',
            label: t.wireDetail.copyRequestId,
            hint: requestId,
            onSelect: () => void copy(requestId),
          } as const,
        ]
      : []),
    { kind: 'separator', id: 'end' },
    { kind: 'action', id: 'forget', label: t.wirePanel.forget.act, danger: true, onSelect: () => askToForget([id]) },
  ];
  return (
    <Menu
      align="end"
      items={items}
      trigger={<IconButton label={t.wireDetail.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
    />
  );
}
