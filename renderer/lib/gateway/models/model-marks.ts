import type { AnswerOf } from '../../client/query.ts';
import { useAsk } from '../../client/query.ts';

/** Newest verdicts of the checks, by model; a model that was never checked is absent. */
export type ModelMarks = AnswerOf<'checks', 'marks'>;

const none: ModelMarks = {};

export const useModelMarks = (connectionId: string | undefined): ModelMarks =>
  useAsk('checks', 'marks', { connectionId: connectionId ?? '' }, { enabled: connectionId !== undefined }).data ?? none;

/** Checked, and nothing that was tried with it answered. */
export const isDead = (marks: ModelMarks, modelId: string): boolean =>
  Object.hasOwn(marks, modelId) && marks[modelId]?.answers === false;
