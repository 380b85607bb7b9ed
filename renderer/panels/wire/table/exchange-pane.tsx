import { useEffect, useState } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/header-origins.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { compareTargets, confirmForget, pinTargets } from '../acts.ts';
import type { WireFilter } from '../filter/use-wire-filter.ts';
import type { RowsState } from '../rows/exchange-rows.ts';
import { exchangeRows } from '../rows/use-exchange-rows.ts';
import { showEverything, useWireLook, useWireState, wire } from '../store.ts';
import { PhaseLegend } from '../waterfall/waterfall.tsx';
import s from './exchange-table.module.css';
import { ExchangeTable } from './exchange-table.tsx';
import { RetentionForm } from './retention-form.tsx';

/** The table with its footer, or an empty state. */
export function ExchangePane({ state, filter }: { state: RowsState; filter: WireFilter }) {
  const first = state.rows[0]?.id;
  // The first exchange is selected once, so that the detail has something to show.
  useEffect(() => {
    if (first && wire.getState().cursorId === null)
      wire.setState({ cursorId: first, anchorId: first, selected: new Set([first]) });
  }, [first]);
  return (
    <section className={layout.fill} aria-busy={state.status === 'reading'}>
      {state.rows.length > 0 ? (
        <ExchangeTable state={state} onOpen={() => document.getElementById('wire-detail')?.focus()} />
      ) : (
        <EmptyTable state={state} filter={filter} />
      )}
      <FirstOfTwo state={state} />
      {state.rows.length > 0 && <TableFoot state={state} />}
    </section>
  );
}

/** The empty states: loading, failed, nothing sent yet, and nothing matches the filter. */
function EmptyTable({ state, filter }: { state: RowsState; filter: WireFilter }) {
  const t = useStrings().wirePanel;
  if (state.status === 'reading')
    return (
      <div className={s.middle} role="status">
        <span className="sr-only">{t.reading}</span>
        <Skeleton lines={[62, 80, 54, 70, 48]} />
      </div>
    );
  if (state.failure)
    return (
      <div className={s.middle}>
        <FailureCard
          failure={state.failure}
          actions={[{ label: t.retry, onSelect: () => void exchangeRows.refresh() }]}
        />
      </div>
    );
  const total = filter.counts?.total ?? 0;
  const isFiltered = Object.keys(filter.asked).length > 0;
  if (isFiltered)
    return (
      <div className={s.middle}>
        <EmptyState
          title={t.noMatch.title}
          actions={
            <Button intent="primary" onClick={showEverything}>
              {t.filter.clear}
            </Button>
          }
        >
          {t.noMatch.body(total)}
        </EmptyState>
      </div>
    );
  return (
    <div className={s.middle}>
      <EmptyState
        title={t.empty.title}
        actions={
          <>
            <Button intent="primary" onClick={() => goTo('chat')}>
              {t.empty.chat}
            </Button>
            <Button onClick={() => goTo('checks')}>{t.empty.checks}</Button>
            <Button intent="quiet" onClick={() => wire.setState({ isPasting: true })}>
              {t.empty.paste}
            </Button>
          </>
        }
      >
        {t.empty.body}
      </EmptyState>
    </div>
  );
}

/** Shown while the first of two exchanges to compare is selected. */
function FirstOfTwo({ state }: { state: RowsState }) {
  const t = useStrings().wirePanel;
  const id = useWireState(({ firstOfTwo }) => firstOfTwo);
  const row = id === null ? undefined : state.rows.find((one) => one.id === id);
  if (!row) return null;
  return (
    <div className={s.first} role="status">
      <span className="cut-text">{t.firstOfTwo(`${formatTime(row.startedAt)} ${addressPath(row.address)}`)}</span>
      <Button size="sm" intent="quiet" onClick={() => wire.setState({ firstOfTwo: null })}>
        {t.never}
      </Button>
    </div>
  );
}

/** The shortcuts, or, while several are selected, the actions for them. */
function TableFoot({ state }: { state: RowsState }) {
  const t = useStrings().wirePanel;
  const selected = useWireState((now) => now.selected.size);
  const view = useWireLook((look) => look.view);
  if (state.failure)
    return (
      <footer className={s.foot} role="status">
        <span className={s.stale}>{t.stale}</span>
        <Button size="sm" onClick={() => void exchangeRows.refresh()}>
          {t.retry}
        </Button>
      </footer>
    );
  if (selected > 1)
    return (
      <footer className={s.foot}>
        <span role="status">{t.chosen(selected)}</span>
        <span className="space" />
        {selected === 2 && (
          <Button size="sm" onClick={compareTargets}>
            {t.compare}
          </Button>
        )}
        <Button size="sm" intent="quiet" onClick={() => void pinTargets()}>
          {t.pin}
        </Button>
        <Button size="sm" intent="danger" onClick={() => confirmForget()}>
          {t.forget.act}
        </Button>
      </footer>
    );
  if (view === 'waterfall')
    return (
      <footer className={s.foot}>
        <PhaseLegend />
      </footer>
    );
  return (
    <footer className={s.foot}>
      <span className={s.hint}>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t.keys.move}
      </span>
      {(['replay', 'curl', 'pin', 'compare', 'forget'] as const).map((name) => (
        <KeyHint key={name} name={name} />
      ))}
      <span className="space" />
      <Retention />
    </footer>
  );
}

function KeyHint({ name }: { name: 'replay' | 'curl' | 'pin' | 'compare' | 'forget' }) {
  const t = useStrings().wirePanel.keys;
  const keys = useKeysLabel(`wire.${name}`);
  return (
    keys && (
      <span className={s.hint}>
        <Kbd>{keys}</Kbd>
        {t[name]}
      </span>
    )
  );
}

/** Shows how long exchanges are kept, and opens the setting. */
function Retention() {
  const t = useStrings().wirePanel.kept;
  const { data } = useCall('exchanges', 'retention', {});
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      title={t.title}
      trigger={
        <Button intent="quiet" size="sm">
          {data ? t.foot(data.days, formatBytes(data.bytes)) : t.title}
        </Button>
      }
    >
      {data && <RetentionForm key={JSON.stringify(data)} retention={data} onDone={() => setOpen(false)} />}
    </Popover>
  );
}
