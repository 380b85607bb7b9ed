import { useEffect, useState } from 'react';
import { bodyFormatOf } from '#shared/protocol/convert-body.ts';
import { askKey, queryClient, useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { isEventStream } from '../../../lib/inspector/body/body-modes.ts';
import { InspectorTab } from '../../../lib/inspector/inspector-tab.tsx';
import { useEventLog } from '../../../lib/inspector/tabs/event-log.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { isFilteredOut, type RowsState } from '../rows/exchange-rows.ts';
import { type DetailTab, showEverything, useWireLook, useWireState } from '../store.ts';
import { TabbedParts } from '../work-page.tsx';
import s from './detail.module.css';
import { DetailHead } from './detail-head.tsx';

const tabs: readonly DetailTab[] = ['conversation', 'response', 'raw', 'sent', 'headers', 'timeline', 'chunks'];

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
  const { wireDetail: t, inspector } = useStrings();
  const { data: exchange, error } = useCall('exchanges', 'get', { id });
  const saved = useWireLook((look) => look.tab);
  const hasConversation = exchange !== undefined && bodyFormatOf(exchange.routeId) !== null;
  // Of a failure the response is what there is to read first.
  const isRefused = (exchange?.response?.status ?? 0) >= 400 || exchange?.response === null;
  const [isAsked, setAsked] = useState(false);
  const tab = saved === 'conversation' && (!hasConversation || (isRefused && !isAsked)) ? 'response' : saved;
  useFreshWhileRunning(id, exchange?.state === 'running');
  const log = useEventLog(exchange && needsEvents(tab, exchange.response?.mediaType ?? null) ? id : null);
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
      tabs={tabs
        .filter((value) => value !== 'conversation' || hasConversation)
        .map((value) => ({
          value,
          label: inspector.tabs[value],
        }))}
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

/** Events are read only where they are shown. */
const needsEvents = (tab: DetailTab, mediaType: string | null) =>
  tab === 'timeline' || tab === 'chunks' || (tab === 'response' && isEventStream(mediaType));
