import { createStore } from 'zustand/vanilla';
import type { Run, RunStarter } from '../../../../../renderer/lib/runs/live-run.ts';

/** Folds each part when it arrives, without frames. */
export const startRunByHand: RunStarter = <P, State>(
  parts: AsyncIterable<P>,
  start: State,
  fold: (state: State, part: P) => State,
) => {
  const store = createStore<Run<State>>(() => ({ status: 'running', state: start }));
  const drain = async () => {
    for await (const part of parts) store.setState(({ state }) => ({ state: fold(state, part) }));
  };
  drain().then(
    () => store.setState({ status: 'done' }),
    (error: unknown) => store.setState({ status: 'failed', error }),
  );
  return store;
};
