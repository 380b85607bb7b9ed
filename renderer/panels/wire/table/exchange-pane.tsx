import { useEffect } from 'react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/address-path.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { WireFilter } from '../filter/use-wire-filter.ts';
import type { RowsState } from '../rows/exchange-rows.ts';
import { exchangeRows } from '../rows/use-exchange-rows.ts';
import { showEverything, useWireState, wire } from '../store.ts';
import p from './exchange-pane.module.css';
import { ExchangeTable } from './exchange-table.tsx';
import { TableFoot } from './table-foot.tsx';

/** The table with its foot; or what to do when there is nothing in it. */
export function ExchangePane({ state, filter }: { state: RowsState; filter: WireFilter }) {
  const first = state.rows[0]?.id;
  // The first exchange is chosen once, so that the detail has something to show.
  useEffect(() => {
    if (first && wire.getState().cursorId === null)
      wire.setState({ cursorId: first, anchorId: first, chosen: new Set([first]) });
  }, [first]);
  return (
    <section className={p.pane} aria-busy={state.status === 'reading'}>
      {state.rows.length > 0 ? (
        <ExchangeTable state={state} onOpen={() => document.getElementById('wire-detail')?.focus()} />
      ) : (
        <Nothing state={state} filter={filter} />
      )}
      <FirstOfTwo state={state} />
      {state.rows.length > 0 && <TableFoot state={state} />}
    </section>
  );
}

/** Reading, failed, nothing sent yet, and nothing that fits are four things. */
function Nothing({ state, filter }: { state: RowsState; filter: WireFilter }) {
  const t = useStrings().wirePanel;
  if (state.status === 'reading')
    return (
      <div className={p.middle} role="status">
        <span className="sr-only">{t.reading}</span>
        <Skeleton lines={[62, 80, 54, 70, 48]} />
      </div>
    );
  if (state.failure)
    return (
      <div className={p.middle}>
        <FailureCard
          failure={state.failure}
          actions={[{ label: t.failed.retry, onSelect: () => void exchangeRows.refresh() }]}
        />
      </div>
    );
  const total = filter.counts?.total ?? 0;
  const isFiltered = Object.keys(filter.asked).length > 0;
  if (isFiltered)
    return (
      <div className={p.middle}>
        <EmptyState
          title={t.noMatch.title}
          actions={
            <Button intent="primary" onClick={showEverything}>
              {t.filter.clear}
            </Button>
          }
        >
          {t.noMatch.body(formatNumber(total))}
        </EmptyState>
      </div>
    );
  return (
    <div className={p.middle}>
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

/** The first of two waits for the second. */
function FirstOfTwo({ state }: { state: RowsState }) {
  const t = useStrings().wirePanel;
  const id = useWireState(({ firstOfTwo }) => firstOfTwo);
  const row = id === null ? undefined : state.rows.find((one) => one.id === id);
  if (!row) return null;
  return (
    <div className={p.first} role="status">
      <span className="cut-text">{t.firstOfTwo(`${formatTime(row.startedAt)} ${addressPath(row.address)}`)}</span>
      <Button size="sm" intent="quiet" onClick={() => wire.setState({ firstOfTwo: null })}>
        {t.never}
      </Button>
    </div>
  );
}
