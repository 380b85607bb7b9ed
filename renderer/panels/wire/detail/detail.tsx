import { useEffect, useState } from 'react';
import { askKey, queryClient, useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { hasReply, InspectorTab, useInspectorTabs } from '../../../lib/inspector/inspector-tab.tsx';
import { useEventLog } from '../../../lib/inspector/tabs/event-log.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { isFilteredOut, type RowsState } from '../rows/exchange-rows.ts';
import { showEverything, tabOf, useWireLook, useWireState } from '../store.ts';
import { TabbedParts } from '../work-page.tsx';
import s from './detail.module.css';
import { DetailHead } from './detail-head.tsx';

/** The exchange under the cursor: its meaning above, its traffic below. */
export function Detail({ rows, isFiltered }: { rows: RowsState; isFiltered: boolean }) {
  const t = useStrings().wireDetail;
  const id = useWireState(({ cursorId }) => cursorId);
  return (
    <section id="wire-detail" className={s.detail} aria-label={t.label} tabIndex={-1}>
      {id ? (
        <SelectedExchange key={id} id={id} rows={isFiltered ? rows : null} />
      ) : (
        rows.status !== 'reading' && <NoneSelected hasRows={rows.rows.length > 0} />
      )}
    </section>
  );
}

function NoneSelected({ hasRows }: { hasRows: boolean }) {
  const t = useStrings().wireDetail.none;
  if (!hasRows) return null;
  return (
    <div className={s.middle}>
      <EmptyState title={t.title}>{t.body}</EmptyState>
    </div>
  );
}

/** @param rows rows of the filter; `null` when nothing is filtered. */
function SelectedExchange({ id, rows }: { id: string; rows: RowsState | null }) {
  const t = useStrings().wireDetail;
  const { data: exchange, error } = useCall('exchanges', 'get', { id });
  const saved = tabOf(useWireLook((look) => look.tab));
  // Of a failure the response is what there is to read first.
  const isRefused = (exchange?.response?.status ?? 0) >= 400 || exchange?.response === null;
  const [isAsked, setAsked] = useState(false);
  const isUnfit = exchange && (!hasReply(exchange) || (isRefused && !isAsked));
  const tab = saved === 'reply' && isUnfit ? 'response' : saved;
  useFreshWhileRunning(id, exchange?.state === 'running');
  const log = useEventLog(tab === 'events' || tab === 'timing' ? id : null);
  const tabs = useInspectorTabs(exchange, 0);
  if (!exchange)
    return (
      <div className={s.middle}>
        {error ? (
          error.failure.code === 'not-found-here' ? (
            <EmptyState title={t.gone.title}>{t.gone.body}</EmptyState>
          ) : (
            <FailureCard failure={error.failure} />
          )
        ) : (
          <>
            <span className="sr-only" role="status">
              {t.reading}
            </span>
            <Skeleton lines={[40, 85, 60]} />
          </>
        )}
      </div>
    );
  return (
    <TabbedParts
      label={t.label}
      tabs={tabs}
      value={tab}
      onValueChange={(next) => {
        setAsked(true);
        useWireLook.setState({ tab: next });
      }}
      head={
        <>
          {rows && isFilteredOut(exchange, rows) && (
            <div className={s.apart} role="status">
              <Note
                action={
                  <Button size="sm" intent="quiet" onClick={showEverything}>
                    {t.filteredOut.clear}
                  </Button>
                }
              >
                {t.filteredOut.body}
              </Note>
            </div>
          )}
          <DetailHead exchange={exchange} />
        </>
      }
    >
      <InspectorTab tab={tab} exchangeId={id} log={log} />
    </TabbedParts>
  );
}

/** Refreshes times and bytes of a running exchange before the core reports a change. */
function useFreshWhileRunning(id: string, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: askKey('exchanges', 'get', { id }) }),
      1000,
    );
    return () => clearInterval(timer);
  }, [id, isRunning]);
}
