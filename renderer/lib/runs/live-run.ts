import { createStore, type StoreApi } from 'zustand/vanilla';
import { perFrame, type Schedule } from '../page/frames.ts';
import { beginWork } from './running-work.ts';

/** Where a live run is. `failed` means that reading it broke; a run that ended badly says so in its own last part. */
export interface Run<State> {
  status: 'running' | 'done' | 'failed';
  /** What was folded so far; on a failure all of it is kept. */
  state: State;
  error?: unknown;
}

export interface RunOptions {
  /** The panel whose badge counts it. Default: the panel that is open now. */
  panel?: string;
  schedule?: Schedule;
}

/** `startRun` with its options chosen: what a panel's store is given, and a test gives by hand. */
export type RunStarter = <P, State>(
  parts: AsyncIterable<P>,
  start: State,
  fold: (state: State, part: P) => State,
) => StoreApi<Run<State>>;

/**
 * Reads parts into a store outside React: the panel may leave and come back, the run goes on. However many parts a frame
 * brings, the store is written once for them; no part is folded after the end was told.
 */
export function startRun<P, State>(
  parts: AsyncIterable<P>,
  start: State,
  fold: (state: State, part: P) => State,
  { panel, schedule }: RunOptions = {},
): StoreApi<Run<State>> {
  const store = createStore<Run<State>>(() => ({ status: 'running', state: start }));
  const endWork = beginWork(panel);
  const frames = perFrame<P>(
    (batch) => store.setState(({ state }) => ({ state: batch.reduce(fold, state) })),
    schedule,
  );
  const end = (last: Partial<Run<State>>) => {
    frames.flush();
    endWork();
    store.setState(last);
  };
  const drain = async () => {
    for await (const part of parts) frames.push(part);
  };
  drain().then(
    () => end({ status: 'done' }),
    (error: unknown) => end({ status: 'failed', error }),
  );
  return store;
}
