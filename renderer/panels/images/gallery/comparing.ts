import { createStore } from 'zustand/vanilla';

/** At least two and at most four stand side by side. */
export const mostCompared = 4;

/** The generations that are compared now; none while the stage shows something else. */
export const comparing = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

export const compare = (ids: readonly string[]): void => comparing.setState({ ids: ids.slice(0, mostCompared) });
export const endCompare = (): void => comparing.setState({ ids: [] });
