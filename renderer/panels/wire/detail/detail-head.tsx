import { ChevronDown, CircleHelp, ClipboardList, Ellipsis, Pencil, Pin, PinOff, Square, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { CoreText, notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { headlineOf } from '../../../lib/failures/failures.ts';
import { statusIntent, verdictIntent } from '../../../lib/failures/verdict.ts';
import { limitSentence, useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { formatBytes, formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CurlButton, copyFactItems, ReplayButton } from '../../../lib/inspector/exchange-buttons.tsx';
import { copyItems } from '../../../lib/inspector/snippets.ts';
import { copyReport, editExchange, replays } from '../../../lib/inspector/wire-acts.ts';
import { goToOrigin, useOriginOf } from '../../../lib/navigation/exchange-origin.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { compareTargets, confirmForget, pin, stop } from '../acts.ts';
import { compareTwo } from '../store.ts';
import { quiet, verdictWord, warningWord } from '../verdict-word.ts';
import s from './detail.module.css';

/** What an exchange means, in one sentence, and the actions for it. */
export function DetailHead({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { failure, state, status, verdict, refusedAsPlanned } = exchange;
  // The title already names the failure.
  const word = failure && !refusedAsPlanned ? t.pieces.states[state] : verdictWord(exchange, t);
  const intent = quiet(verdictIntent(exchange));
  const statusColor = quiet(statusIntent(exchange));
  const title = refusedAsPlanned ? t.wire.asPlannedTitle : failure ? headlineOf(failure, t) : t.pieces.states[state];
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
        <PinAndMore exchange={exchange} />
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
        <CostFact exchangeIds={[exchange.id]} />
      </p>
      <Acts exchange={exchange} />
      <WarningPills warnings={exchange.warnings} />
      <LearnedLimits exchange={exchange} />
      <ReplayStrip exchange={exchange} />
    </header>
  );
}

function PinAndMore({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { id, pinned } = exchange;
  return (
    <span className={s.acts}>
      <IconButton
        label={pinned ? t.wirePanel.unpin : t.wirePanel.pin}
        size="sm"
        pressed={pinned}
        shortcut={useKeysLabel('wire.pin')}
        icon={<Icon of={pinned ? PinOff : Pin} size="s" />}
        onClick={() => void pin([id], !pinned)}
      />
      <MoreActs exchange={exchange} />
    </span>
  );
}

function Acts({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { id, draft } = exchange;
  return (
    <div className={s.acts}>
      <Button
        size="sm"
        intent="primary"
        icon={<Icon of={Pencil} size="s" />}
        shortcut={useKeysLabel('wire.edit')}
        disabledReason={draft ? undefined : t.wire.noReplay}
        onClick={() => void editExchange(id)}
      >
        {t.wire.edit}
      </Button>
      <Button size="sm" icon={<Icon of={ClipboardList} size="s" />} onClick={() => void copyReport(id)}>
        {t.wire.copyReport}
      </Button>
      {exchange.state === 'running' ? (
        <Button size="sm" intent="stop" icon={<Icon of={Square} size="s" />} onClick={() => void stop(id)}>
          {t.wireDetail.stop}
        </Button>
      ) : (
        <ReplayButton exchange={exchange} intent="quiet" />
      )}
      <span className={s.joined}>
        <CurlButton id={id} />
        <Menu
          align="end"
          items={copyItems(id)}
          trigger={<IconButton label={t.wireDetail.copyAs} size="sm" icon={<Icon of={ChevronDown} size="xs" />} />}
        />
      </span>
    </div>
  );
}

function MoreActs({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { id } = exchange;
  const place = useOriginOf(id);
  const compareKeys = useKeysLabel('wire.compare');
  const items: MenuItem[] = [
    menuAction('compare', t.wirePanel.keys.compareTwo, compareTargets, { shortcut: compareKeys }),
    ...(place ? [menuAction('place', t.wireDetail.goBack, () => goToOrigin(place))] : []),
    { kind: 'separator', id: 'copies' },
    ...copyFactItems(exchange),
    { kind: 'separator', id: 'end' },
    menuAction('forget', t.wirePanel.forget.act, () => confirmForget([id]), { danger: true }),
  ];
  return (
    <Menu
      align="end"
      items={items}
      trigger={<IconButton label={t.wireDetail.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
    />
  );
}

/** The warnings, a word each; clicking one explains what it means here. */
function WarningPills({ warnings }: { warnings: ExchangeDetail['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <div className={s.pills}>
      {warnings.map(({ code, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one warning may occur twice
        <Pill key={index} code={code} message={message} />
      ))}
    </div>
  );
}

function Pill({ code, message }: { code: string; message: string }) {
  const { warnings } = useStrings();
  const [open, setOpen] = useState(false);
  const word = warningWord(code, warnings) ?? code;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={word}
      trigger={
        <button type="button" className={s.pill}>
          <Icon of={CircleHelp} size="xs" />
          {word}
        </button>
      }
    >
      <p className={s.explain}>
        <CoreText>{message}</CoreText>
      </p>
    </Popover>
  );
}

/** What this exchange revealed about the route's limits, if anything. */
function LearnedLimits({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { connectionId, routeId, model, id } = exchange;
  const limits = useLimits(connectionId, routeId, model).filter(({ exchangeId }) => exchangeId === id);
  if (limits.length === 0) return null;
  return (
    <section className={s.learned}>
      <h3>{t.wireDetail.learned.title}</h3>
      {limits.map((limit) => (
        <div key={limit.id} className={s.limit}>
          <span title={t.gateway.learned.says(limit.said)}>
            {t.wireDetail.learned.line(limitSentence(limit, t), limit.times)}
          </span>
          <IconButton
            label={t.wireDetail.learned.forget}
            size="sm"
            icon={<Icon of={X} size="s" />}
            onClick={() => void client.limits.forget({ id: limit.id }).catch(notifyFailure)}
          />
        </div>
      ))}
    </section>
  );
}

/** For a replayed request: the outcome of the original beside it, and a button to compare the two. */
function ReplayStrip({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const firstId = useStore(replays, (of) => of[exchange.id]) ?? '';
  const { data: first } = useCall('exchanges', 'get', { id: firstId }, { enabled: firstId !== '' });
  if (!first) return null;
  return (
    <div className={s.beside}>
      <b>{t.wireDetail.replayOf(formatTime(first.startedAt))}</b>
      <Button size="sm" onClick={() => compareTwo(first.id, exchange.id)}>
        {t.wireDetail.compareFirst}
      </Button>
      <span>{t.wireDetail.before}</span>
      <Outcome exchange={first} />
      <span>{t.wireDetail.now}</span>
      <Outcome exchange={exchange} />
    </div>
  );
}

function Outcome({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { state, status, durationMs, receivedBytes } = exchange;
  return (
    <span className={s.outcome}>
      <Badge intent={verdictIntent(exchange)} dot={state === 'running'}>
        {[status, verdictWord(exchange, t)].filter((part) => part !== null).join(' ')}
      </Badge>
      <span className="mono-s num">
        {t.pieces.facts(durationMs !== null && formatMs(durationMs), formatBytes(receivedBytes))}
      </span>
    </span>
  );
}
