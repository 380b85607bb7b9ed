import { randomUUID } from 'node:crypto';
import type { CellHead, CompareCell, CompareNews, CompareRun } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Clock } from '../ports.ts';
import { createRunWatchers, pollRun } from '../run-watchers.ts';
import type { Database } from '../store/database.ts';
import { createCompareRows, isOpen, type StoredCompare } from './compare-rows.ts';
import { exportCompare } from './export/export-compare.ts';
import { cellAgain, firstCells, planCompare, problemsOf } from './plan-compare.ts';
import { type RunningCompare, runCompare } from './run-compare.ts';

export interface CompareParts {
  db: Database;
  clock: Clock;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Core['keys'], 'status'>;
  files: FileStore;
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
  const { db, clock, connections, announce } = parts;
  const rows = createCompareRows(db);
  const watchers = createRunWatchers<CompareNews>();
  const live = new Map<string, RunningCompare>();
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
  });

  function begin(run: StoredCompare, cells: readonly CellHead[]): void {
    const running = runCompare(run, cells, {
      rows,
      clock,
      origin: parts.origin,
      perform: (draft, signal) => parts.exchanges.perform(draft, { signal, keepDraft: true }),
      tell: (news) => watchers.tell(run.id, news),
    });
    live.set(run.id, running);
    void running.over
      .catch(() => db.suspectDamage())
      .finally(() => {
        live.delete(run.id);
        watchers.end(run.id);
        announce({ area: 'compare', id: run.id });
      });
    announce({ area: 'compare', id: run.id });
  }

  const namesOf = async (lanes: CompareRun['input']['lanes']): Promise<CompareRun['names']> => {
    const named = lanes.map(async ({ id, connectionId, keyId }) => {
      const connection = connections.find(connectionId);
      if (!connection) throw new AppError(noConnection);
      const keys = await parts.keys.status({ connectionId }, unaborted);
      const key = keyId === null ? keys[0] : keys.find((one) => one.id === keyId);
      return [id, { connection: connection.name, key: key?.alias ?? null }] as const;
    });
    return Object.fromEntries(await Promise.all(named));
  };

  return {
    area: {
      plan: (input) =>
        planCompare(input, (draft) => Promise.resolve(parts.exchanges.handlers.preview(draft, unaborted))),
      async start(input) {
        const [problem] = problemsOf(input);
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
          input,
          names: await namesOf(input.lanes),
          votes: [],
        };
        const cells = firstCells(input);
        rows.add(run, cells);
        begin(run, cells);
        return { runId: run.id };
      },
      async *watch({ runId }, { signal }) {
        if (!live.has(runId)) {
          yield* pollRun(() => readStored(runId), signal);
          return;
        }
        // Start listening before reading the state, so that no change is missed in between.
        const news = watchers.listen(runId, signal);
        const first = news.next();
        yield { type: 'run', run: rows.summaryOf(find(runId)) };
        for (const cell of rows.heads(runId)) yield { type: 'cell', cell };
        const next = await first;
        if (!next.done) yield next.value;
        yield* news;
      },
      async stop({ runId, cells }) {
        const running = live.get(runId);
        running?.stop(cells);
        if (cells === undefined) await running?.over;
      },
      rerun({ runId, cells: chosen }) {
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
        const running = live.get(runId);
        if (running?.add(again)) return;
        if (running || run.state === 'running') throw new AppError(stillRuns);
        const started: StoredCompare = { ...run, state: 'running', endedAt: null };
        db.transaction(() => {
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
      vote({ runId, vote }) {
        rows.writeVotes(runId, [...find(runId).votes, vote]);
        announce({ area: 'compare', id: runId });
      },
      async forget({ runId }) {
        const running = live.get(runId);
        running?.stop();
        await running?.over;
        rows.remove(runId);
        announce({ area: 'compare' });
      },
      export: ({ runId, form }) =>
        exportCompare(detailOf(find(runId)), rows.eachCell(runId), form, {
          files: parts.files,
          version: parts.version,
        }),
    },
    async close() {
      const running = [...live.values()];
      for (const one of running) one.stop();
      await Promise.all(running.map(({ over }) => over));
    },
  };

  /** Returns the state of a run that this process does not execute. */
  function readStored(runId: string) {
    rows.endLost(clock.now());
    const run = find(runId);
    const news: CompareNews[] = [
      { type: 'run', run: rows.summaryOf(run) },
      ...rows.heads(runId).map((cell) => ({ type: 'cell' as const, cell })),
    ];
    return { news, isOver: run.state !== 'running' };
  }
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
const stillRuns = failure('conflict', 'This comparison is still running.', {
  hint: 'Wait for it to end, or stop it.',
});
