import type { CellHead } from '#shared/contract/compare.ts';
import type { CompareCap, Judge, JudgeInput, Judgement, JudgePlan, JudgeScope } from '#shared/contract/judge.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { LiveRun } from '../../live-runs.ts';
import type { CompareRows } from '../compare-rows.ts';
import type { PricePort } from '../estimate.ts';
import type { CompareRunParts } from '../run-compare.ts';
import type { StoredCompare, StoredJudging } from '../stored-compare.ts';
import { judgementsFor, judgeProblems, planOf } from './plan-judging.ts';
import { prepareJudging, runJudging } from './run-judging.ts';

export interface JudgingParts {
  rows: CompareRows;
  prices: PricePort;
  /** Runs several writes as one. */
  transaction(work: () => void): void;
  /** Names of a connection and of the key that it uses. @throws AppError when the connection was deleted. */
  namesOf(place: Pick<Judge, 'connectionId' | 'keyId'>): Promise<{ connection: string; key: string | null }>;
  now(): number;
}

/** Plans and starts the grading of a run that has ended. */
export function createJudgings({ rows, prices, transaction, namesOf, now }: JudgingParts) {
  /** Another judge, or another rubric, grades all replies. */
  const scopeOf = ({ judging }: StoredCompare, judge: Judge, scope: JudgeScope): JudgeScope =>
    judging !== null && JSON.stringify(judging.judge) === JSON.stringify(judge) ? scope : 'all';

  const wanted = (run: StoredCompare, cells: readonly CellHead[], judge: Judge, scope: JudgeScope): Judgement[] =>
    judgementsFor(cells, rows.judgements(run.id), scopeOf(run, judge, scope), Math.random);

  return {
    plan(run: StoredCompare, { judge, scope, cap }: Omit<JudgeInput, 'runId'>): JudgePlan {
      const cells = rows.heads(run.id);
      const judgements = wanted(run, cells, judge, scope);
      const plan = planOf(judge, run.input, cells, judgements, prices.priceOf(judge.connectionId, judge.model));
      const problems = judgeProblems(judge);
      if (judgements.length === 0) problems.push(nothingToGrade);
      if (cap.money !== null && plan.money?.currency !== cap.money.currency && judgements.length > 0)
        problems.push(noPrice(judge.model, cap.money.currency));
      return { ...plan, problems };
    },
    /**
     * Stores what will be requested. @returns the function that requests it.
     *
     * @param cap `null`: the cap of the run.
     * @throws AppError when nothing can be graded.
     */
    async prepare(
      run: StoredCompare,
      { judge, scope, cap }: { judge: Judge; scope: JudgeScope; cap: CompareCap | null },
    ): Promise<(parts: CompareRunParts) => LiveRun> {
      const judgements = wanted(run, rows.heads(run.id), judge, scope);
      if (judgements.length === 0) throw new AppError(nothingToGrade);
      const names = await namesOf(judge);
      const judging: StoredJudging = { judge, ...names, state: 'running', startedAt: now(), endedAt: null };
      const started = { ...run, judging };
      transaction(() => prepareJudging(rows, started, judgements, scopeOf(run, judge, scope) === 'all'));
      return (parts) => runJudging({ run: started, judgements, cap }, parts);
    },
  };
}

const nothingToGrade = failure('bad-input', 'There is no complete reply to grade.', {
  hint: 'Grade a run whose lanes replied with text.',
});
const noPrice = (model: string, currency: string) =>
  failure('bad-draft', `The limit in ${currency} cannot be kept, because ${model} has no price in ${currency}.`, {
    hint: 'Enter its price under Models, or remove the limit.',
  });
