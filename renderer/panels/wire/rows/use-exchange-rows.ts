import { useEffect } from 'react';
import { useStore } from 'zustand';
import { onChange } from '../../../lib/client/changes.ts';
import { client } from '../../../lib/client/client.ts';
import { createExchangeRows, type RowsQuery, type RowsState } from './exchange-rows.ts';

/** The rows of the table. They outlive the panel, so that returning shows them at once. */
export const exchangeRows = createExchangeRows({
  list: (input, options) => client.exchanges.list(input, options),
  get: (input) => client.exchanges.get(input),
});

/** Debounce after a change of the filter, and between two refreshes after changes. */
const typingMs = 140;
const burstMs = 80;
/** Interval at which bytes and states of running exchanges are refreshed. */
const runningMs = 1000;

let openedFor: string | null = null;

/** Returns the rows of a query, kept fresh while the panel is open. */
export function useExchangeRows(query: RowsQuery): RowsState {
  const state = useStore(exchangeRows.store);
  const key = JSON.stringify(query);
  useEffect(() => {
    if (openedFor === key) {
      void exchangeRows.refresh();
      return;
    }
    const open = () => {
      openedFor = key;
      void exchangeRows.open(JSON.parse(key) as RowsQuery);
    };
    if (openedFor === null) return open();
    const timer = setTimeout(open, typingMs);
    return () => clearTimeout(timer);
  }, [key]);

  useEffect(followChanges, []);

  const runs = state.rows.some((row) => row.state === 'running');
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => {
      const id = exchangeRows.store.getState().rows.find(({ state: now }) => now === 'running')?.id;
      if (id) void exchangeRows.refresh(id);
    }, runningMs);
    return () => clearInterval(timer);
  }, [runs]);
  return state;
}

/** Refreshes exchanges the core reports as changed, many changes at a time. */
function followChanges(): () => void {
  let ids: (string | undefined)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const changed = new Set(ids);
    ids = [];
    timer = undefined;
    for (const id of changed) void exchangeRows.refresh(id);
  };
  const stop = onChange((change) => {
    if (change !== null && change.area !== 'exchanges') return;
    ids.push(change?.id);
    timer ??= setTimeout(look, burstMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
