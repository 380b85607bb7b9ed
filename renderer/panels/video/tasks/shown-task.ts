import { createStore } from 'zustand/vanilla';

interface Shown {
  /** The task whose details lie over the page. */
  detailId: string | null;
  /** The films that are played; several side by side. */
  playing: readonly string[];
  /** The task that shall be taken out of the list, or all that are over. */
  forget: string | 'finished' | null;
  /** The task whose key is being entered. */
  keyFor: string | null;
  /** What the drawer shows. */
  exchangeId: string | null;
}

/** What lies over the panel. */
export const shownTask = createStore<Shown>(() => ({
  detailId: null,
  playing: [],
  forget: null,
  keyFor: null,
  exchangeId: null,
}));

export const openTask = (id: string): void => shownTask.setState({ detailId: id });
export const playVideos = (ids: readonly string[]): void => shownTask.setState({ playing: ids });
export const enterKeyFor = (id: string): void => shownTask.setState({ keyFor: id });
export const askToForget = (what: string): void => shownTask.setState({ forget: what });
