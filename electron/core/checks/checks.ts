import { randomUUID } from 'node:crypto';
import { runNames } from '#shared/contract/check-words.ts';
import type { CheckCell, CheckNews, CheckPlanInput, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { FileStore } from '../files/file-store.ts';
import { createLiveRuns, type LiveRun } from '../live-runs.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { createCheckRows, type StoredRun } from './check-rows.ts';
import { findDrift, findUntested, nameOfCell } from './drift.ts';
import { exportRun } from './export/export-run.ts';
import type { Compared } from './export/report.ts';
import { createKnownRefusals } from './known-refusals.ts';
import { deadOf, isProven, keyMarksOf, marksOf } from './marks.ts';
import { type CheckWorld, type KeyModels, keyModelsOf, keysOf, planChecks } from './plan.ts';
import { type ProbeExchanges, type ProbePort, probePort } from './probe-cell.ts';
import { createProbeFiles } from './probes/probe-draft.ts';
import { noUnits } from './probes/probes.ts';
import { firstState, runChecks } from './run-checks.ts';

export interface CheckParts {
  db: Database;
  held: HeldWrites;
  connections: Pick<ConnectionRows, 'find'>;
  keys: Pick<Core['keys'], 'status'>;
  models: Pick<Core['models'], 'list'>;
  limits: Pick<Core['limits'], 'list'>;
  files: FileStore;
  exchanges: ProbeExchanges;
  /** Runs a draft of the realtime route as a session; the last part is `run-end`. */
  probeSession: ProbePort['perform'];
  version: string;
  announce: (change: Change) => void;
  /** A run ended, on its own or because it was stopped. */
  onEnd?: (run: CheckRunSummary) => void;
}

export interface Checks {
  readonly area: Core['checks'];
  /** Stops running checks and waits until that is stored. */
  close(): Promise<void>;
}

/** For calls to other areas of the core. */
const unaborted = { signal: new AbortController().signal };

/** The matrix of routes, keys and models. Runs belong to the core and do not depend on who is watching. */
export function createChecks(parts: CheckParts): Checks {
  const { db, held, connections, announce } = parts;
  const port = probePort(parts);
  const rows = createCheckRows(db, held);
  const files = createProbeFiles(parts.files);
  rows.endLostRuns();

  /** Returns the paths of routes as the connection of a run has them; the usual ones once it is deleted. */
  const pathsOf = ({ connectionId }: Pick<StoredRun, 'connectionId'>) => {
    const connection = connections.find(connectionId);
    return (id: RouteId) => (connection ? routePath(connection, routes[id]) : routes[id].path);
  };
  const find = (id: string): StoredRun => {
    const run = rows.findRun(id);
    if (run) return run;
    throw new AppError(notFound);
  };
  /** Returns the model list of one key of a connection, as far as it was requested. */
  const listOf = async (connectionId: string, keyId: string | null) =>
    keyModelsOf(await parts.models.list({ connectionId, ...(keyId !== null && { keyId }) }, unaborted));
  const worldOf = async (connectionId: string) => {
    const connection = connections.find(connectionId);
    if (!connection) throw new AppError(noConnection);
    const keys = await parts.keys.status({ connectionId }, unaborted);
    const keyIds = [null, ...keys.map(({ id }) => id)];
    const lists = new Map(await Promise.all(keyIds.map(async (id) => [id, await listOf(connectionId, id)] as const)));
    const cells = rows.newestCells(connectionId);
    return {
      connection,
      keys,
      modelsOf: (keyId: string | null) => lists.get(keyId) as KeyModels,
      deadOf: (keyId: string | null) => deadOf(cells.filter((cell) => cell.keyId === keyId)),
    };
  };
  /** Ids of all models that the keys of a run list; empty when a list is missing: nothing can be compared then. */
  const listedBy = (input: CheckPlanInput, world: CheckWorld): string[] => {
    const lists = keysOf(input, world).columns.map((key) => world.modelsOf(key?.id ?? null));
    if (lists.some(({ failure: fault, isListed }) => fault !== null || !isListed)) return [];
    return [...new Set(lists.flatMap(({ models }) => models.map(({ id }) => id)))];
  };
  const driftOf = (run: StoredRun, cells: readonly CheckCell[]) => {
    const before = run.comparedWith === null ? null : rows.findRun(run.comparedWith);
    if (!before) return [];
    return findDrift({ rows: rows.cellsOf(before.id), models: before.models }, { rows: cells, models: run.models });
  };
  const comparedOf = ({ comparedWith, rows: cells }: CheckRun): Compared | null => {
    const before = comparedWith === null ? null : rows.findRun(comparedWith);
    if (!before) return null;
    const name = before.isBaseline ? 'the baseline' : 'the previous check';
    const untested = findUntested(rows.cellsOf(before.id), cells).map(nameOfCell);
    return { name, startedAt: before.startedAt, untested };
  };
  const detailOf = (run: StoredRun): CheckRun => {
    const cells = rows.cellsOf(run.id);
    return {
      ...rows.summaryOf(run),
      input: run.input,
      models: run.models,
      comparedWith: run.comparedWith,
      rows: cells,
      drift: driftOf(run, cells),
    };
  };

  const live = createLiveRuns<CheckNews, LiveRun>({
    area: 'checks',
    announce,
    read(runId) {
      rows.endLostRuns();
      const run = find(runId);
      const cells = rows.cellsOf(runId).map((cell) => ({ type: 'cell' as const, cell }));
      return { news: [{ type: 'run', run: rows.summaryOf(run) }, ...cells], isOver: run.state !== 'running' };
    },
    onBroken: () => db.suspectDamage(),
    onEnd(runId) {
      const ended = rows.findRun(runId);
      if (ended) parts.onEnd?.(rows.summaryOf(ended));
    },
  });

  function begin(
    run: StoredRun,
    { modelsOf, connection }: Pick<CheckWorld, 'modelsOf'> & { connection: Pick<Connection, 'prefixes'> },
    cells: readonly CheckCell[],
  ): { runId: string } {
    rows.addRun(run, cells);
    live.begin(run.id, (tell) => {
      const stopping = new AbortController();
      const over = runChecks(run, cells, {
        rows,
        held,
        port,
        files,
        prefixes: connection.prefixes,
        listOf: modelsOf,
        refusals: createKnownRefusals(run.connectionId, run.startedAt, parts.limits, stopping.signal),
        signal: stopping.signal,
        tell,
        countChanges: (ended) => driftOf(ended, rows.cellsOf(ended.id)).length,
      });
      return { over, stop: () => stopping.abort() };
    });
    return { runId: run.id };
  }

  const newRun = (
    input: CheckPlanInput,
    known: Pick<StoredRun, 'setId' | 'connectionName' | 'baseAddress' | 'name' | 'models'>,
  ) => {
    const startedAt = Date.now();
    const series = { setId: known.setId, connectionId: input.connectionId, name: known.name };
    return {
      ...known,
      ...series,
      id: randomUUID(),
      level: input.level,
      state: 'running',
      startedAt,
      endedAt: null,
      callsMade: 0,
      plannedRefusals: 0,
      controls: 0,
      units: noUnits,
      isBaseline: false,
      changed: 0,
      comparedWith: rows.findCompared(series, startedAt + 1)?.id ?? null,
      input,
    } satisfies StoredRun;
  };

  return {
    area: {
      plan: async (input) => planChecks(input, await worldOf(input.connectionId)),
      async start({ input, setId }) {
        const world = await worldOf(input.connectionId);
        const set = setId === undefined ? null : rows.findSet(setId);
        const { cells, problems } = planChecks(input, world);
        if (problems[0]) throw new AppError(problems[0]);
        const run = newRun(input, {
          setId: set?.id ?? null,
          connectionName: world.connection.name,
          baseAddress: world.connection.baseAddress,
          name: input.name.trim() || set?.name || runNames[input.level],
          models: listedBy(input, world),
        });
        return begin(run, world, cells.map(firstState));
      },
      watch: ({ runId }, { signal }) => live.watch(runId, signal),
      stop: ({ runId }) => live.stop(runId),
      async rerun({ runId, cells: chosen }) {
        const before = find(runId);
        const world = await worldOf(before.connectionId);
        const { connection } = world;
        const isChosen = (cell: CheckCell) =>
          cell.action !== 'skip' && (chosen === 'failing' ? !isProven(cell.verdict) : chosen.includes(cell.id));
        const cells = rows.cellsOf(runId);
        if (!cells.some(isChosen)) throw new AppError(nothingToRun);
        const run = newRun(before.input, {
          setId: before.setId,
          connectionName: connection.name,
          baseAddress: connection.baseAddress,
          name: before.name,
          models: listedBy(before.input, world),
        });
        return begin(
          run,
          world,
          cells.map((cell) => (isChosen(cell) ? firstState(cell) : cell)),
        );
      },
      get: ({ runId }) => detailOf(find(runId)),
      runs(filter) {
        rows.endLostRuns();
        return rows.listRuns(filter).map(rows.summaryOf);
      },
      async forget({ runId }) {
        await live.stop(runId);
        rows.removeRun(runId);
        announce({ area: 'checks' });
      },
      sets: ({ connectionId }) => rows.listSets(connectionId),
      saveSet({ id, name, input }) {
        const before = id === undefined ? null : rows.findSet(id);
        if (id !== undefined && !before) throw new AppError(setGone);
        if (!connections.find(input.connectionId)) throw new AppError(noConnection);
        const set = {
          id: before?.id ?? randomUUID(),
          name: name.trim(),
          input,
          createdAt: before?.createdAt ?? Date.now(),
        };
        rows.writeSet(set);
        announce({ area: 'checks' });
        return { ...set, baselineRunId: before?.baselineRunId ?? null };
      },
      removeSet({ id }) {
        rows.removeSet(id);
        announce({ area: 'checks' });
      },
      setBaseline({ runId }) {
        rows.setBaseline(find(runId));
        announce({ area: 'checks' });
      },
      async export({ runId, form, comparison, onlyRegressions = false }) {
        const run = detailOf(find(runId));
        const compared = comparison ?? comparedOf(run);
        const { drift, runId: comparedWith } = comparison ?? { drift: run.drift, runId: run.comparedWith };
        const exported = { ...run, comparedWith, drift, changed: drift.length };
        return exportRun(exported, { form, compared, onlyRegressions }, { ...parts, port, pathOf: pathsOf(run) });
      },
      marks: ({ connectionId }) => marksOf(rows.newestCells(connectionId)),
      keyMarks: ({ connectionId }) => keyMarksOf(rows.newestCells(connectionId)),
    },
    close: live.close,
  };
}

const notFound = failure('not-found-here', 'This check was deleted.', {
  hint: 'Start a new one. Its requests are still in Wire.',
});
const setGone = failure('not-found-here', 'This preset was deleted.', {
  hint: 'Save it under a new name.',
});
const noConnection = failure('not-found-here', 'The connection of this check was deleted.', {
  hint: 'Select another connection.',
});
const nothingToRun = failure('bad-input', 'No such cell failed, so there is nothing to run again.', {
  hint: 'Select cells in the matrix, or start a new check.',
});
