import { type ResultOf, useCall } from '../../client/query.ts';
import { persistedStore } from '../../preferences/persisted-store.ts';

/** Newest verdicts of the checks, by model; a model that was never checked is absent. */
export type ModelMarks = ResultOf<'checks', 'marks'>;

const noMarks: ModelMarks = {};

export const useModelMarks = (connectionId: string | undefined): ModelMarks =>
  useCall('checks', 'marks', { connectionId: connectionId ?? '' }, { enabled: connectionId !== undefined }).data ??
  noMarks;

/** Whether the model was checked and no request with it succeeded. */
export const isDead = (marks: ModelMarks, modelId: string): boolean =>
  Object.hasOwn(marks, modelId) && marks[modelId]?.answers === false;

/** Stores more recent models than are shown: a panel shows those that fit its route. */
const maxStoredRecents = 40;
const noRecents: readonly string[] = [];

/** Models that were selected last, newest first, by connection. */
const useRecents = persistedStore<{ byConnection: Record<string, string[]> }>(
  'model-recents',
  { byConnection: {} },
  { shared: 'live' },
);

export const useRecentModels = (connectionId: string | undefined): readonly string[] =>
  useRecents(({ byConnection }) => (connectionId && byConnection[connectionId]) || noRecents);

export const noteRecentModel = (connectionId: string, model: string): void =>
  useRecents.setState(({ byConnection }) => ({
    byConnection: {
      ...byConnection,
      [connectionId]: [model, ...(byConnection[connectionId] ?? []).filter((other) => other !== model)].slice(
        0,
        maxStoredRecents,
      ),
    },
  }));
