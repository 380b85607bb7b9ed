import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openPanel } from '../navigation/open-panel.ts';

/** Number of live runs per panel, for the badges of the rail and the status bar. */
const work = createStore<Record<string, number>>(() => ({}));

const change = (panel: string, by: number) =>
  work.setState((counts) => ({ [panel]: Math.max(0, (counts[panel] ?? 0) + by) }));

/** Counts one running job; the returned function removes it from the count, once. */
export function beginWork(panel: string = openPanel.getState().id): () => void {
  change(panel, 1);
  let running = true;
  return () => {
    if (running) change(panel, -1);
    running = false;
  };
}

/** Sets how many jobs of a panel the core is running, for panels that only watch them. */
export const countWork = (panel: string, count: number): void => work.setState({ [panel]: count });

export const useRunningIn = (panel: string): number => useStore(work, (counts) => counts[panel] ?? 0);

export const useRunningWork = (): number =>
  useStore(work, (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0));
