import type { Grade } from '../contract/judge.ts';
import { mean } from '../statistics.ts';

/** Scores of one reply in the two orders that are further apart than this disagree: the order decided, not the reply. */
const tolerance = 1;

/** Returns the mean score of a reply over the orders; `null` without one. */
export const scoreOf = (grades: readonly Pick<Grade, 'score'>[]): number | null =>
  mean(grades.map(({ score }) => score));

/** Whether the orders gave scores that are further apart than one point. */
export function disagrees(grades: readonly Pick<Grade, 'score'>[]): boolean {
  const scores = grades.map(({ score }) => score);
  return scores.length > 1 && Math.max(...scores) - Math.min(...scores) > tolerance;
}

/** The scores of one lane over the replies that were graded. */
export interface LaneScore {
  laneId: string;
  /** Mean over its replies; `null` without a grade. */
  score: number | null;
  replies: number;
  /** Replies about which the two orders disagree. */
  disagreements: number;
}

/** Sums up the scores of each lane. */
export const laneScores = (
  laneIds: readonly string[],
  cells: readonly { laneId: string; grades: readonly Pick<Grade, 'score'>[] }[],
): LaneScore[] =>
  laneIds.map((laneId) => {
    const graded = cells.filter((cell) => cell.laneId === laneId && cell.grades.length > 0);
    return {
      laneId,
      score: mean(graded.flatMap(({ grades }) => scoreOf(grades) ?? [])),
      replies: graded.length,
      disagreements: graded.filter(({ grades }) => disagrees(grades)).length,
    };
  });

/** What a good reply is, where the user did not write a rubric. */
export const defaultRubric =
  'A good reply is correct, answers all of the task and nothing else, follows its format, and is clear and as short as the task allows. A false statement weighs more than a missing one.';
