import { kept } from './kept.ts';

const most = 6;
const none: readonly string[] = [];

/** Models that were chosen last, newest first, by connection. */
const useRecents = kept<{ byConnection: Record<string, string[]> }>('model-recents', { byConnection: {} });

export const useRecentModels = (connectionId: string | undefined): readonly string[] =>
  useRecents(({ byConnection }) => (connectionId && byConnection[connectionId]) || none);

export const noteRecentModel = (connectionId: string, model: string): void =>
  useRecents.setState(({ byConnection }) => ({
    byConnection: {
      ...byConnection,
      [connectionId]: [model, ...(byConnection[connectionId] ?? []).filter((other) => other !== model)].slice(0, most),
    },
  }));
