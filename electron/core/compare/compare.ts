import { randomUUID } from 'node:crypto';
import { regressionsOf } from '#shared/compare/regressions.ts';
import type { CellHead, CompareCell, CompareNews, CompareRun, Lane } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { FileStore } from '../files/file-store.ts';
import { createLiveRuns, type LiveRun } from '../live-runs.ts';
import { orNull } from '../or-null.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { createCompareRows, isBusy, isOpen } from './compare-rows.ts';
import type { PricePort } from './estimate.ts';
import { exportCompare } from './export/export-compare.ts';
import { createJudgings } from './judging/judging.ts';
import { cellAgain, firstCells, planCompare, problemsOf } from './plan-compare.ts';
import { type CompareRunParts, type RunningCompare, runCompare } from './run-compare.ts';
import type { StoredCompare } from './stored-compare.ts';

export interface CompareParts {
  db: Database;
  held: HeldWrites;
  clock: Clock;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Core['keys'], 'status'>;
  files: FileStore;
  prices: PricePort;
  exchanges: {
    perform(draft: Draft, options: { signal: AbortSignal; keepDraft: true }): AsyncIterable<Part>;
    handlers: Pick<Core['exchanges'], 'preview'>;
  };
  /** What made the requests, for filters. */
  origin: Draft['options']['origin'];
  version: string;
  announce: (change: Change) => void;
}

export interface Compare {
  readonly area: Core['compare'];
  /** Stops running comparisons and waits until that is stored. */
  close(): Promise<void>;
}

const unaborted = { signal: new AbortController().signal };

/** Runs one prompt, or a sheet of them, over several lanes. Runs belong to the core and do not depend on who watches. */
export function createCompare(parts: CompareParts): Compare {
  const { db, held, clock, connections, announce, prices } = parts;
  const rows = createCompareRows(db, held);
  rows.endLost(clock.now());

  const find = (id: string): StoredCompare => {
    const run = rows.find(id);
    if (!run) throw new AppError(notFound);
    return run;
  };
  const detailOf = (run: StoredCompare): CompareRun => ({
    ...rows.summaryOf(run),
    input: run.input,
    names: run.names,
    votes: run.votes,
    judgements: rows.judgements(run.id),
  });

  const live = createLiveRuns<CompareNews, RunningCompare>({
    area: 'compare',
    announce,
    read(runId) {
      rows.endLost(clock.now());
      const run = find(runId);
      const cells = rows.heads(runId).map((cell) => ({ type: 'cell' as const, cell }));
      const judgements = rows.judgements(runId).map((judgement) => ({ type: 'judgement' as const, judgement }));
      return { news: [{ type: 'run', run: rows.summaryOf(run) }, ...cells, ...judgements], isOver: !isBusy(run) };
    },
    onBroken(runId) {
      db.suspectDamage();
      // It can be resumed.
      orNull(() => rows.interrupt(find(runId), clock.now()));
    },
  });

  const runParts = (tell: CompareRunParts['tell']): CompareRunParts => ({
    rows,
    held,
    clock,
    prices,
    origin: parts.origin,
    perform: (draft, signal) => parts.exchanges.perform(draft, { signal, keepDraft: true }),
    tell,
  });

  /** Executes cells, and then grades their replies where the run has a judge. */
  const begin = (run: StoredCompare, cells: readonly CellHead[]): void =>
    live.begin(run.id, (tell) => {
      const running = runCompare(run, cells, runParts(tell));
      let grading: LiveRun | null = null;
      const grade = async () => {
        const ended = find(run.id);
        const { judge } = ended.input;
        if (ended.state !== 'done' || judge === null || !hasReplies(ended.id)) return;
        grading = (await judgings.prepare(ended, { judge, scope: 'missing', cap: null }))(runParts(tell));
        await grading.over;
      };
      return {
        add: running.add,
        over: running.over.then(grade),
        stop: (ids) => (grading ?? running).stop(ids),
      };
    });

  const namesOf = async ({ connectionId, keyId }: Pick<Lane, 'connectionId' | 'keyId'>) => {
    const connection = connections.find(connectionId);
    if (!connection) throw new AppError(noConnection);
    const keys = await parts.keys.status({ connectionId }, unaborted);
    const key = keyId === null ? keys[0] : keys.find((one) => one.id === keyId);
    return { connection: connection.name, key: key?.alias ?? null, address: connection.baseAddress };
  };
  const namesOfLanes = async (lanes: readonly Lane[]): Promise<CompareRun['names']> =>
    Object.fromEntries(await Promise.all(lanes.map(async (lane) => [lane.id, await namesOf(lane)] as const)));
  const judgings = createJudgings({ rows, prices, transaction: db.transaction, namesOf, now: clock.now });

  const hasReplies = (runId: string): boolean => rows.heads(runId).some(({ textLength }) => textLength > 0);

  return {
    area: {
      plan: (input) =>
        planCompare(input, (draft) => Promise.resolve(parts.exchanges.handlers.preview(draft, unaborted)), prices),
      async start(input) {
        const [problem] = problemsOf(input, prices);
        if (problem) throw new AppError(problem);
        const run: StoredCompare = {
          id: randomUUID(),
          documentId: input.documentId ?? null,
          name: input.name.trim() || input.prompt.trim().slice(0, 60),
          state: 'running',
          startedAt: clock.now(),
          endedAt: null,
          callsMade: 0,
          tokensUsed: 0,
          spent: [],
          unpriced: 0,
          judging: null,
          input,
          names: await namesOfLanes(input.lanes),
          votes: [],
        };
        const cells = firstCells(input);
        rows.add(run, cells);
        begin(run, cells);
        return { runId: run.id };
      },
      watch: ({ runId }, { signal }) => live.watch(runId, signal),
      async stop({ runId, cells }) {
        if (cells === undefined) await live.stop(runId);
        else live.find(runId)?.stop(cells);
      },
      rerun({ runId, cells: chosen, cap, rows: edited = [] }) {
        const run = find(runId);
        const isChosen = (cell: CellHead): boolean =>
          chosen === 'failed'
            ? cell.state !== 'done' && cell.state !== 'done-with-warnings'
            : chosen === 'unsent'
              ? cell.state === 'skipped'
              : chosen.includes(cell.id);
        const again: CompareCell[] = rows
          .heads(runId)
          .filter((cell) => !isOpen(cell) && isChosen(cell))
          .map(cellAgain);
        if (again.length === 0) throw new AppError(nothingToRun);
        const running = live.find(runId);
        if (edited.length === 0 && running?.add(again)) return;
        if (running || isBusy(run)) throw new AppError(stillRuns);
        if (!held.isSettled()) throw new AppError(notStored);
        const values = new Map(edited.map((row) => [row.id, row]));
        const input = {
          ...run.input,
          cap: cap ?? run.input.cap,
          rows: run.input.rows.map((row) => values.get(row.id) ?? row),
        };
        const [problem] = problemsOf(input, prices);
        if (problem) throw new AppError(problem);
        const started: StoredCompare = { ...run, input, state: 'running', endedAt: null };
        db.transaction(() => {
          rows.writeInput(runId, input);
          for (const cell of again) rows.writeCell(runId, cell);
          rows.write(started);
        });
        begin(started, again);
      },
      get: ({ runId }) => detailOf(find(runId)),
      cells: ({ runId, ids }) => rows.cells(runId, ids),
      runs({ documentId }) {
        rows.endLost(clock.now());
        return rows.list(documentId).map(rows.summaryOf);
      },
      planJudge: ({ runId, ...input }) => judgings.plan(find(runId), input),
      async judge({ runId, judge, scope, cap }) {
        const run = find(runId);
        if (live.find(runId) || isBusy(run)) throw new AppError(stillRuns);
        if (!held.isSettled()) throw new AppError(notStored);
        const [problem] = judgings.plan(run, { judge, scope, cap }).problems;
        if (problem) throw new AppError(problem);
        const start = await judgings.prepare(run, { judge, scope, cap });
        live.begin(runId, (tell) => ({ ...start(runParts(tell)), add: () => false }));
      },
      vote({ runId, vote }) {
        rows.writeVotes(runId, [...find(runId).votes, vote]);
        announce({ area: 'compare', id: runId });
      },
      async forget({ runId }) {
        await live.stop(runId);
        rows.remove(runId);
        announce({ area: 'compare' });
      },
      export({ runId, form, againstRunId }) {
        const run = find(runId);
        const against = againstRunId === undefined ? null : find(againstRunId);
        const before = against && {
          startedAt: against.startedAt,
          lanes: regressionsOf(
            { input: against.input, cells: rows.heads(against.id) },
            { input: run.input, cells: rows.heads(runId) },
          ),
        };
        return exportCompare({ run: detailOf(run), cells: [...rows.eachCell(runId)], before }, form, parts);
      },
    },
    close: live.close,
  };
}

const notFound = failure('not-found-here', 'This comparison was deleted.', {
  hint: 'Start a new one. Its requests are still in Wire.',
});
const noConnection = failure('not-found-here', 'The connection of a lane was deleted.', {
  hint: 'Select another connection for that lane.',
});
const nothingToRun = failure('bad-input', 'No such cell exists, so there is nothing to run again.', {
  hint: 'Select cells, or start a new comparison.',
});
const notStored = failure('storage', 'Results of this comparison are not saved yet, so nothing was sent.', {
  hint: 'They are in memory. Free some disk space, then try again.',
  retryable: true,
});
const stillRuns = failure('conflict', 'This comparison is still running.', {
  hint: 'Wait for it to end, or stop it.',
});
