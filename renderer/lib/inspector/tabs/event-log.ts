import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EventRow } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../client/client.ts';
import { queryClient } from '../../client/query.ts';
import { perFrame, type Schedule } from '../../runs/frames.ts';

export interface EventLog {
  rows: readonly EventRow[];
  /** Counts by kind. */
  kinds: Readonly<Record<string, number>>;
  status: 'reading' | 'whole' | 'broken';
  failure: Failure | null;
}

/** Maximum event data of all rows together; beyond it a row's data is requested when the row is opened. */
const maxLoadedBytes = 32_000_000;

type Read = (input: { id: string; from: number }, options: { signal: AbortSignal }) => AsyncIterable<EventRow>;

interface EventReading {
  store: StoreApi<EventLog>;
  stop(): void;
}

/**
 * Reads the events of one exchange, live or from its record, into a store that is written once per frame. After a lost
 * connection, reading resumes after the last row.
 */
export function readEventLog(
  id: string,
  onActivity: () => void = () => {},
  read: Read = client.exchanges.events,
  schedule?: Schedule,
): EventReading {
  const store = createStore<EventLog>(() => ({ rows: [], kinds: {}, status: 'reading', failure: null }));
  const leaving = new AbortController();
  let held = 0;
  let next = 0;
  const frames = perFrame<EventRow>((batch) => {
    const { rows, kinds } = store.getState();
    const counted = { ...kinds };
    for (const row of batch) counted[row.kind] = (counted[row.kind] ?? 0) + 1;
    store.setState({ rows: [...rows, ...batch], kinds: counted });
    if (rows.length === 0) onActivity();
  }, schedule);

  const follow = async () => {
    for (;;) {
      try {
        for await (const row of read({ id, from: next }, { signal: leaving.signal })) {
          held += row.data.length;
          next = row.index + 1;
          frames.push(held > maxLoadedBytes ? { ...row, data: '' } : row);
        }
        return;
      } catch (thrown) {
        if (leaving.signal.aborted || AppError.from(thrown).code !== 'connection-lost') throw thrown;
      }
    }
  };
  follow().then(
    () => {
      frames.flush();
      store.setState({ status: 'whole' });
      onActivity();
    },
    (thrown: unknown) => {
      frames.flush();
      if (!leaving.signal.aborted) store.setState({ status: 'broken', failure: AppError.from(thrown) });
    },
  );
  return { store, stop: () => leaving.abort() };
}

const nothing = createStore<EventLog>(() => ({ rows: [], kinds: {}, status: 'whole', failure: null }));

/** The event log of an exchange while a component shows it. New events also make the exchange's summary stale. */
export function useEventLog(exchangeId: string | null): EventLog {
  const [reading, setReading] = useState<{ id: string; reading: EventReading } | null>(null);
  useEffect(() => {
    if (!exchangeId) return;
    const opened = readEventLog(exchangeId, () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [area, name, input] }) =>
          area === 'exchanges' && name !== 'list' && (input as { id?: string })?.id === exchangeId,
      });
    });
    setReading({ id: exchangeId, reading: opened });
    return opened.stop;
  }, [exchangeId]);
  return useStore(reading && reading.id === exchangeId ? reading.reading.store : nothing);
}
