import { disagrees, scoreOf } from '#shared/compare/grades.ts';
import type { Assertion, AssertionResult, CellHead, CompareNews, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { CompareCap, Grade, Judgement } from '#shared/contract/judge.ts';
import type { LiveRun } from '../../live-runs.ts';
import { addSpending, createBudget, noSpending } from '../budget.ts';
import { type CompareRows, isOpen } from '../compare-rows.ts';
import { usedBy } from '../estimate.ts';
import type { CompareRunParts } from '../run-compare.ts';
import { type Job, runQueue } from '../run-queue.ts';
import { type StoredCompare, type StoredJudging, spendingOf } from '../stored-compare.ts';
import { type JudgedReply, judgeDraft, readGrades } from './judge-draft.ts';
import { isValid, judgementId, judgeUse, ordersOf } from './plan-judging.ts';

export interface JudgingStart {
  run: StoredCompare & { judging: StoredJudging };
  judgements: readonly Judgement[];
  /** `null`: the cap of the run, which contains what its cells used. */
  cap: CompareCap | null;
}

/** Requests judgements and stores the grades of each reply. */
export function runJudging({ run: start, judgements, cap }: JudgingStart, parts: CompareRunParts): LiveRun {
  const { rows, clock, tell, prices } = parts;
  const { input } = start;
  const { judge } = start.judging;
  const price = prices.priceOf(judge.connectionId, judge.model);
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const sheet = new Map(input.rows.map((row) => [row.id, row]));
  let run = start;

  const write = (change: Partial<typeof start>): void => {
    run = { ...run, ...change };
    rows.write(run);
    tell({ type: 'run', run: rows.summaryOf(run) });
  };

  function writeJudgement(judgement: Judgement): boolean {
    const isStored = rows.writeJudgement(run.id, judgement);
    tell({ type: 'judgement', judgement });
    if (!isOpen(judgement)) for (const cell of checkedCells(rows, run, judgement)) tell(writeCell(rows, run.id, cell));
    return isStored;
  }

  const toJob = (judgement: Judgement): Job<Judgement> => {
    const replies = judgement.laneIds.length;
    let made: Draft | undefined;
    const draft = () => {
      const texts = judgement.laneIds.map((laneId): JudgedReply => {
        const [cell] = rows.cells(run.id, [cellIdOf(judgement, laneId)]);
        return { lane: lanes.get(laneId) as Lane, text: cell?.text ?? '' };
      });
      made ??= judgeDraft(judge, input, sheet.get(judgement.rowId) as SheetRow, texts, parts.origin);
      return made;
    };
    return {
      item: judgement,
      group: '',
      key: `${judge.connectionId} ${judge.keyId ?? ''}`,
      sends: 0,
      draft,
      estimate() {
        const { body } = draft();
        return judgeUse(judge, body?.kind === 'json' ? body.text.length : 0, replies, price);
      },
      finish({ state, exchangeId, failure, endedAt, text }) {
        const isComplete = state === 'done' || state === 'done-with-warnings';
        const read = isComplete ? readGrades(text, replies) : [];
        if (Array.isArray(read))
          read.forEach((grade, at) => {
            const id = cellIdOf(judgement, judgement.laneIds[at] as string);
            addGrade(rows, run.id, id, { ...grade, order: judgement.order, exchangeId });
          });
        const problem = Array.isArray(read) ? null : read.problem;
        return Promise.resolve({ ...judgement, state, resumesAt: null, exchangeId, failure, endedAt, problem });
      },
    };
  };

  const before = spendingOf(start);
  const queue = runQueue(judgements.map(toJob), {
    limits: input,
    budget: createBudget(cap ?? input.cap, cap ? noSpending : before, (spent) => {
      const { calls, tokens, money, unpriced } = cap ? addSpending(before, spent) : spent;
      write({ callsMade: calls, tokensUsed: tokens, spent: money, unpriced });
    }),
    clock,
    perform: parts.perform,
    usedBy: ({ metrics, exchangeId }) => usedBy(metrics?.usage ?? null, exchangeId, prices),
    isSettled: parts.held.isSettled,
    write: writeJudgement,
  });
  return {
    over: queue.over.then((state) => write({ judging: { ...run.judging, state, endedAt: clock.now() } })),
    stop: () => queue.stop(),
  };
}

const cellIdOf = ({ rowId, repeat }: Judgement, laneId: string): string => JSON.stringify([rowId, laneId, repeat]);

function writeCell(rows: CompareRows, runId: string, cell: CellHead): CompareNews {
  rows.writeCell(runId, cell);
  return { type: 'cell', cell };
}

function addGrade(rows: CompareRows, runId: string, cellId: string, grade: Grade): void {
  const cell = rows.head(runId, cellId);
  if (!cell) return;
  const others = cell.grades.filter(({ order }) => order !== grade.order);
  const grades = [...others, grade].toSorted((one, other) => one.order - other.order);
  rows.writeCell(runId, { ...cell, grades });
}

/** Returns the cells of a judgement that has ended, with their assertions about the score checked again. */
function checkedCells(rows: CompareRows, run: StoredCompare, judgement: Judgement): CellHead[] {
  const { rowId, repeat, laneIds } = judgement;
  const ids = laneIds.map((_, order) => judgementId(rowId, repeat, order)).slice(0, ordersOf(laneIds.length));
  const own = rows.judgements(run.id, ids);
  return laneIds.flatMap((laneId) => {
    const cell = rows.head(run.id, cellIdOf(judgement, laneId));
    return cell ? [{ ...cell, assertions: withScores(cell, run.input.assertions, own) }] : [];
  });
}

const withScores = ({ assertions, grades }: CellHead, given: readonly Assertion[], own: readonly Judgement[]) =>
  assertions.map((result, at) => {
    const one = given[at];
    return one?.kind === 'judge' ? assertScore(one, grades, own) : result;
  });

/** Stores that judgements are requested: earlier scores in the same order no longer count. */
export function prepareJudging(
  rows: CompareRows,
  run: StoredCompare & { judging: StoredJudging },
  judgements: readonly Judgement[],
  isAll: boolean,
): void {
  if (isAll) rows.removeJudgements(run.id);
  rows.write(run);
  for (const judgement of judgements) {
    rows.writeJudgement(run.id, judgement);
    for (const laneId of judgement.laneIds) {
      const cell = rows.head(run.id, cellIdOf(judgement, laneId));
      if (!cell) continue;
      const grades = cell.grades.filter(({ order }) => !isAll && order !== judgement.order);
      const assertions = withScores({ ...cell, grades }, run.input.assertions, [judgement]);
      rows.writeCell(run.id, { ...cell, grades, assertions });
    }
  }
}

const waitingForJudge: AssertionResult = { verdict: 'waiting', reason: 'The judge has not graded this reply.' };

/** Checks the mean score of a reply, once the judge has seen it in every order. */
export function assertScore(
  { least }: Extract<Assertion, { kind: 'judge' }>,
  grades: readonly Grade[],
  judgements: readonly Judgement[],
): AssertionResult {
  if (judgements.some(isOpen)) return waitingForJudge;
  const score = scoreOf(grades);
  if (score === null || !judgements.every(isValid))
    return { verdict: 'unknown', reason: 'The judge did not grade this reply in every order.' };
  const both = grades.length > 1 ? ` (${grades.map((one) => one.score).join(' and ')})` : '';
  const apart = disagrees(grades) ? ', and the two orders disagree' : '';
  return score >= least
    ? { verdict: 'passed', reason: `Judge score ${score}${both}${apart}.` }
    : { verdict: 'failed', reason: `Judge score ${score}${both}, at least ${least} required${apart}.` };
}
