import { persistedStore } from '../../lib/preferences/persisted-store.ts';

const maxRecent = 20;

/** What was run in the palette, by the ids of its rows, newest first. */
export const useRecentRows = persistedStore<{ recent: string[] }>(
  'palette',
  { recent: [] },
  {
    shared: 'live',
    read: ({ recent }) =>
      Array.isArray(recent) ? { recent: recent.filter((id) => typeof id === 'string').slice(0, maxRecent) } : {},
  },
);

export const rememberRow = (id: string): void =>
  useRecentRows.setState(({ recent }) => ({
    recent: [id, ...recent.filter((other) => other !== id)].slice(0, maxRecent),
  }));
