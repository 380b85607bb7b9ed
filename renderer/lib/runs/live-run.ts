import { createStore, type StoreApi } from 'zustand/vanilla';
import { perFrame, type Schedule } from './frames.ts';
import { beginWork } from './running-work.ts';

/** State of a live run. `failed` means that reading it failed; a run that ended badly says so in its own last part. */
export interface Run<State> {
  status: 'running' | 'done' | 'failed';
  /** What was folded so far; kept in full on a failure. */
  state: State;
  error?: unknown;
}

export interface RunOptions {
  /** The panel whose badge counts it. Default: the panel that is open now. */
  panel?: string;
  schedule?: Schedule;
}

/** `startRun` with its options bound: what a panel's store receives, and a test replaces. */
export type RunStarter = <P, State>(
  parts: AsyncIterable<P>,
  start: State,
  fold: (state: State, part: P) => State,
) => StoreApi<Run<State>>;

/**
 * Reads parts into a store outside React: the panel may unmount and return, the run continues. However many parts
 * arrive per frame, the store is written once for them; no part is folded after the end was reported.
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
