import type { ResultOf } from '../../client/query.ts';
import { useCall } from '../../client/query.ts';

/** Newest verdicts of the checks, by model; a model that was never checked is absent. */
export type ModelMarks = ResultOf<'checks', 'marks'>;

const none: ModelMarks = {};

export const useModelMarks = (connectionId: string | undefined): ModelMarks =>
  useCall('checks', 'marks', { connectionId: connectionId ?? '' }, { enabled: connectionId !== undefined }).data ??
  none;

/** Checked, and nothing that was tried with it answered. */
export const isDead = (marks: ModelMarks, modelId: string): boolean =>
  Object.hasOwn(marks, modelId) && marks[modelId]?.answers === false;
