import { persistedStore } from '../../preferences/persisted-store.ts';

/** More than are shown: a panel shows those that fit its route. */
const most = 40;
const none: readonly string[] = [];

/** Models that were chosen last, newest first, by connection. */
const useRecents = persistedStore<{ byConnection: Record<string, string[]> }>(
  'model-recents',
  { byConnection: {} },
  { shared: 'live' },
);

export const useRecentModels = (connectionId: string | undefined): readonly string[] =>
  useRecents(({ byConnection }) => (connectionId && byConnection[connectionId]) || none);

export const noteRecentModel = (connectionId: string, model: string): void =>
  useRecents.setState(({ byConnection }) => ({
    byConnection: {
      ...byConnection,
      [connectionId]: [model, ...(byConnection[connectionId] ?? []).filter((other) => other !== model)].slice(0, most),
    },
  }));
