import type { SQLOutputValue } from 'node:sqlite';
import type { CheckCell, CheckRun, CheckRunSummary, CheckSet, CheckUnits } from '#shared/contract/checks.ts';
import { columnName } from '../store/column-name.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';

/** A run as it is stored; its counts are computed from its cells. */
export type StoredRun = Omit<CheckRunSummary, 'cells' | 'ended' | 'verdicts' | 'unitsSpent'> &
  Pick<CheckRun, 'comparedWith' | 'input' | 'models'> & { units: CheckUnits };

/** Members of a run that are stored, each in the column of its name. */
const runNames = [
  'id',
  'setId',
  'connectionId',
  'connectionName',
  'baseAddress',
  'name',
  'level',
  'state',
  'startedAt',
  'endedAt',
  'callsMade',
  'plannedRefusals',
  'controls',
  'units',
  'isBaseline',
  'changed',
  'comparedWith',
  'input',
  'models',
] as const satisfies (keyof StoredRun)[];

const toValue = (value: StoredRun[keyof StoredRun]): string | number | null => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Identifies the runs that are compared with each other. */
export type RunSeries = Pick<StoredRun, 'setId' | 'connectionId' | 'name'>;

export interface CheckRows {
  /** @throws the database's own error when it refuses. */
  addRun(run: StoredRun, cells: readonly CheckCell[]): void;
  /**
   * Writes what changes while a run is executed. What the disk refuses is kept in memory, where all functions here find
   * it, and written later; false is returned then.
   */
  writeRun(run: StoredRun): boolean;
  /** @returns false when it is only in memory. */
  writeCell(runId: string, cell: CheckCell): boolean;
  findRun(id: string): StoredRun | null;
  /** Newest first. */
  listRuns(filter: { connectionId?: string | undefined; setId?: string | undefined }): StoredRun[];
  cellsOf(runId: string): CheckCell[];
  summaryOf(run: StoredRun): CheckRunSummary;
  /** Returns the baseline of a series, else its newest ended run before `before`. */
  findCompared(series: RunSeries, before: number): StoredRun | null;
  setBaseline(run: StoredRun): void;
  removeRun(id: string): void;
  /** Returns ended cells of one connection with their run id, those of the newest run first. */
  newestCells(connectionId: string): (CheckCell & { runId: string })[];
  /** Ends runs whose process has ended, with the results they had. */
  endLostRuns(): void;
  listSets(connectionId: string | undefined): CheckSet[];
  findSet(id: string): CheckSet | null;
  writeSet(set: Omit<CheckSet, 'baselineRunId'>): void;
  removeSet(id: string): void;
}

const marksLimit = 5_000;

export function createCheckRows(db: Database, held: HeldWrites): CheckRows {
  const { sql } = db;
  const addCell = sql.prepare(
    'INSERT INTO check_cells (run_id, id, place, state, verdict, cell) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const writeCell = sql.prepare('UPDATE check_cells SET state = ?, verdict = ?, cell = ? WHERE run_id = ? AND id = ?');
  const writeRun = sql.prepare(
    `INSERT INTO check_runs (process_id, ${runNames.map(columnName).join(', ')})
     VALUES (?, ${runNames.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at,
       calls_made = excluded.calls_made, planned_refusals = excluded.planned_refusals, controls = excluded.controls,
       units = excluded.units, changed = excluded.changed,
       compared_with = excluded.compared_with`,
  );
  const oneRun = sql.prepare('SELECT * FROM check_runs WHERE id = ?');
  const runs = sql.prepare(
    `SELECT * FROM check_runs WHERE (?1 IS NULL OR connection_id = ?1) AND (?2 IS NULL OR set_id = ?2)
     ORDER BY started_at DESC, rowid DESC LIMIT 500`,
  );
  const cells = sql.prepare('SELECT cell FROM check_cells WHERE run_id = ? ORDER BY place');
  const counts = sql.prepare(
    'SELECT state, verdict, count(*) AS times FROM check_cells WHERE run_id = ? GROUP BY state, verdict',
  );
  const compared = sql.prepare(
    `SELECT * FROM check_runs
     WHERE connection_id = ?1 AND (CASE WHEN ?2 IS NULL THEN set_id IS NULL AND name = ?3 ELSE set_id = ?2 END)
       AND started_at < ?4 AND (is_baseline = 1 OR state <> 'running')
     ORDER BY is_baseline DESC, started_at DESC, rowid DESC LIMIT 1`,
  );
  const clearBaseline = sql.prepare(
    `UPDATE check_runs SET is_baseline = 0
     WHERE connection_id = ?1 AND (CASE WHEN ?2 IS NULL THEN set_id IS NULL AND name = ?3 ELSE set_id = ?2 END)`,
  );
  const markBaseline = sql.prepare('UPDATE check_runs SET is_baseline = 1 WHERE id = ?');
  const removeRun = sql.prepare('DELETE FROM check_runs WHERE id = ?');
  const newest = sql.prepare(
    `SELECT run_id, cell FROM check_cells JOIN check_runs ON check_runs.id = run_id
     WHERE connection_id = ? AND check_cells.state = 'ended' ORDER BY started_at DESC, check_runs.rowid DESC, place LIMIT ${marksLimit}`,
  );
  const lost = sql.prepare(
    "SELECT * FROM check_runs WHERE state = 'running' AND process_id NOT IN (SELECT id FROM processes)",
  );
  const sets = sql.prepare(
    `SELECT *, (SELECT id FROM check_runs WHERE set_id = check_sets.id AND is_baseline = 1) AS baseline
     FROM check_sets WHERE (?1 IS NULL OR connection_id = ?1) ORDER BY created_at, rowid`,
  );
  const writeSet = sql.prepare(
    `INSERT INTO check_sets (id, connection_id, name, input, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, input = excluded.input`,
  );
  const removeSet = sql.prepare('DELETE FROM check_sets WHERE id = ?');

  const heldRuns = held.table<StoredRun>((_group, _id, run) => {
    writeRun.run(db.processId, ...runNames.map((name) => toValue(run[name])));
  });
  const heldCells = held.table<CheckCell>((runId, id, cell) => {
    writeCell.run(cell.state, cell.verdict, JSON.stringify(cell), runId, id);
  });
  const current = (row: Row): StoredRun => {
    const run = toRun(row);
    const newest = heldRuns.heldOf(run.id)?.get(run.id);
    // Whether it is the baseline is decided elsewhere.
    return newest ? { ...newest, isBaseline: run.isBaseline } : run;
  };
  /** Counts by state and verdict; of the rows, unless some are only in memory. */
  const countsOf = (runId: string): Row[] =>
    heldCells.heldOf(runId)
      ? rows.cellsOf(runId).map(({ state, verdict }) => ({ state, verdict, times: 1 }))
      : counts.all(runId);
  const isRecorded = sql.prepare('SELECT 1 FROM exchanges WHERE id = ?');

  const rows: CheckRows = {
    addRun(run, all) {
      db.transaction(() => {
        rows.writeRun(run);
        all.forEach((cell, place) => {
          addCell.run(run.id, cell.id, place, cell.state, cell.verdict, JSON.stringify(cell));
        });
      });
    },
    writeRun: (run) => heldRuns.put(run.id, run.id, run),
    writeCell: (runId, cell) => heldCells.put(runId, cell.id, cell),
    findRun: (id) => {
      const row = oneRun.get(id);
      return row ? current(row) : null;
    },
    listRuns: ({ connectionId, setId }) => runs.all(connectionId ?? null, setId ?? null).map(current),
    cellsOf(runId) {
      const stored = cells.all(runId).map(toCell);
      const newest = heldCells.heldOf(runId);
      return newest ? stored.map((cell) => newest.get(cell.id) ?? cell) : stored;
    },
    summaryOf({ units, comparedWith: _comparedWith, input: _input, models: _models, ...run }) {
      const verdicts: CheckRunSummary['verdicts'] = {};
      let total = 0;
      let ended = 0;
      for (const { state, verdict, times } of countsOf(run.id)) {
        total += Number(times);
        if (state !== 'ended') continue;
        ended += Number(times);
        const word = verdict as CheckCell['verdict'];
        verdicts[word] = (verdicts[word] ?? 0) + Number(times);
      }
      return { ...run, cells: total, ended, verdicts, unitsSpent: units };
    },
    findCompared({ connectionId, setId, name }, before) {
      const row = compared.get(connectionId, setId, name, before);
      return row ? toRun(row) : null;
    },
    setBaseline({ id, connectionId, setId, name }) {
      db.transaction(() => {
        clearBaseline.run(connectionId, setId, name);
        markBaseline.run(id);
      });
    },
    removeRun(id) {
      removeRun.run(id);
      for (const table of [heldRuns, heldCells]) table.drop(id);
    },
    newestCells: (connectionId) =>
      newest.all(connectionId).map((row) => ({ ...toCell(row), runId: String(row.run_id) })),
    endLostRuns() {
      for (const run of lost.all().map(current)) {
        if (run.state !== 'running') continue;
        for (const cell of rows.cellsOf(run.id)) {
          if (cell.state === 'ended') continue;
          const sentence = 'Patchbay quit before a response arrived. Run this cell again.';
          // The process may have ended before it recorded an exchange that the cell already names.
          const exchangeId = cell.exchangeId !== null && isRecorded.get(cell.exchangeId) ? cell.exchangeId : null;
          rows.writeCell(run.id, { ...cell, state: 'ended', verdict: 'not-tried', sentence, exchangeId });
        }
        rows.writeRun({ ...run, state: 'interrupted', endedAt: run.endedAt ?? Date.now() });
      }
    },
    listSets: (connectionId) => sets.all(connectionId ?? null).map(toSet),
    findSet: (id) => rows.listSets(undefined).find((set) => set.id === id) ?? null,
    writeSet: ({ id, name, input, createdAt }) =>
      void writeSet.run(id, input.connectionId, name, JSON.stringify(input), createdAt),
    removeSet: (id) => void removeSet.run(id),
  };
  return rows;
}

type Row = Record<string, SQLOutputValue>;

const toRun = (row: Row): StoredRun => {
  const fields = runNames.map((name) => [name, row[columnName(name)]]);
  const { units, input, models } = row;
  return {
    ...(Object.fromEntries(fields) as StoredRun),
    isBaseline: row.is_baseline === 1,
    units: JSON.parse(String(units)),
    input: JSON.parse(String(input)),
    models: JSON.parse(String(models)),
  };
};

/** Fills in what cells of earlier releases lack. */
const toCell = ({ cell }: Row): CheckCell => ({ listFailure: null, ...JSON.parse(String(cell)) });

const toSet = (row: Row): CheckSet => ({
  id: String(row.id),
  name: String(row.name),
  input: JSON.parse(String(row.input)),
  baselineRunId: row.baseline === null ? null : String(row.baseline),
  createdAt: Number(row.created_at),
});
