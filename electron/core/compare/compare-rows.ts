import type { SQLOutputValue } from 'node:sqlite';
import type {
  CellHead,
  CompareCell,
  CompareInput,
  CompareRun,
  CompareRunSummary,
  CompareVote,
  LaneCounts,
} from '#shared/contract/compare.ts';
import type { Database } from '../store/database.ts';

/** A run as it is stored; its counts are computed from its cells. */
export type StoredCompare = Omit<CompareRun, 'cells' | 'ended' | 'byLane'>;

export interface CompareRows {
  add(run: StoredCompare, cells: readonly CellHead[]): void;
  /** Writes what changes while a run is executed. */
  write(run: StoredCompare): void;
  writeCell(runId: string, cell: CellHead | CompareCell): void;
  find(id: string): StoredCompare | null;
  /** Newest first. */
  list(documentId: string | undefined): StoredCompare[];
  summaryOf(run: StoredCompare): CompareRunSummary;
  heads(runId: string): CellHead[];
  cells(runId: string, ids: readonly string[]): CompareCell[];
  /** Reads all cells of a run one by one, in order. */
  eachCell(runId: string): Iterable<CompareCell>;
  writeVotes(runId: string, votes: readonly CompareVote[]): void;
  remove(id: string): void;
  /** Ends runs whose process has ended: what was sent may have been processed, the rest is unsent. */
  endLost(now: number): void;
}

/** A cell that has not reached its end. */
export const isOpen = ({ state }: Pick<CellHead, 'state'>): boolean =>
  state === 'waiting' || state === 'paused' || state === 'running';

export function createCompareRows(db: Database): CompareRows {
  const { sql } = db;
  const addRun = sql.prepare(
    `INSERT INTO compare_runs (process_id, id, document_id, name, state, started_at, ended_at, calls_made, tokens_used,
       input, names) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const writeRun = sql.prepare(
    'UPDATE compare_runs SET process_id = ?, state = ?, ended_at = ?, calls_made = ?, tokens_used = ? WHERE id = ?',
  );
  const addCell = sql.prepare(
    'INSERT INTO compare_cells (run_id, id, place, lane_id, state, head) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const writeHead = sql.prepare('UPDATE compare_cells SET state = ?, passed = ?, head = ? WHERE run_id = ? AND id = ?');
  const writeReply = sql.prepare('UPDATE compare_cells SET reply = ? WHERE run_id = ? AND id = ?');
  const oneRun = sql.prepare('SELECT * FROM compare_runs WHERE id = ?');
  const runs = sql.prepare(
    `SELECT * FROM compare_runs WHERE ?1 IS NULL OR document_id = ?1 ORDER BY started_at DESC, rowid DESC LIMIT 500`,
  );
  const counts = sql.prepare(
    `SELECT lane_id, state, passed, count(*) AS times FROM compare_cells WHERE run_id = ? GROUP BY lane_id, state, passed`,
  );
  const heads = sql.prepare('SELECT head FROM compare_cells WHERE run_id = ? ORDER BY place');
  const oneCell = sql.prepare('SELECT head, reply FROM compare_cells WHERE run_id = ? AND id = ?');
  const allCells = sql.prepare('SELECT head, reply FROM compare_cells WHERE run_id = ? ORDER BY place');
  const writeVotes = sql.prepare('UPDATE compare_runs SET votes = ? WHERE id = ?');
  const removeRun = sql.prepare('DELETE FROM compare_runs WHERE id = ?');
  const lost = sql.prepare(
    "SELECT * FROM compare_runs WHERE state = 'running' AND process_id NOT IN (SELECT id FROM processes)",
  );

  const rows: CompareRows = {
    add(run, cells) {
      db.transaction(() => {
        const { id, documentId, name, state, startedAt, endedAt, callsMade, tokensUsed, input, names } = run;
        const texts = [JSON.stringify(input), JSON.stringify(names)];
        addRun.run(db.processId, ...[id, documentId, name, state, startedAt, endedAt, callsMade, tokensUsed], ...texts);
        cells.forEach((cell, place) => {
          addCell.run(id, cell.id, place, cell.laneId, cell.state, JSON.stringify(cell));
        });
      });
    },
    write: ({ id, state, endedAt, callsMade, tokensUsed }) =>
      void writeRun.run(db.processId, state, endedAt, callsMade, tokensUsed, id),
    writeCell(runId, cell) {
      const { text, reasoning, ...head } = cell as CompareCell;
      const passed =
        isOpen(head) || head.assertions.length === 0
          ? null
          : Number(head.assertions.every(({ verdict }) => verdict === 'passed'));
      writeHead.run(head.state, passed, JSON.stringify(head), runId, head.id);
      if (text !== undefined) writeReply.run(JSON.stringify({ text, reasoning }), runId, head.id);
    },
    find(id) {
      const row = oneRun.get(id);
      return row ? toRun(row) : null;
    },
    list: (documentId) => runs.all(documentId ?? null).map(toRun),
    summaryOf({ input, names: _names, votes: _votes, ...run }) {
      const byLane: Record<string, LaneCounts> = {};
      for (const { id } of input.lanes) byLane[id] = { ended: 0, failed: 0, passed: 0, asserted: 0 };
      let cells = 0;
      let ended = 0;
      for (const { lane_id, state, passed, times } of counts.all(run.id)) {
        const lane = byLane[String(lane_id)];
        const count = Number(times);
        cells += count;
        if (!lane || isOpen({ state: state as CellHead['state'] })) continue;
        ended += count;
        lane.ended += count;
        if (state === 'failed' || state === 'interrupted') lane.failed += count;
        if (passed === null) continue;
        lane.asserted += count;
        if (passed === 1) lane.passed += count;
      }
      return { ...run, cells, ended, byLane };
    },
    heads: (runId) => heads.all(runId).map(({ head }) => JSON.parse(String(head)) as CellHead),
    cells: (runId, ids) =>
      ids.flatMap((id) => {
        const row = oneCell.get(runId, id);
        return row ? [toCell(row)] : [];
      }),
    *eachCell(runId) {
      for (const row of allCells.iterate(runId)) yield toCell(row);
    },
    writeVotes: (runId, votes) => void writeVotes.run(JSON.stringify(votes), runId),
    remove: (id) => void removeRun.run(id),
    endLost(now) {
      for (const run of lost.all().map(toRun)) {
        db.transaction(() => {
          for (const cell of rows.heads(run.id)) {
            if (!isOpen(cell)) continue;
            const state = cell.state === 'running' ? 'interrupted' : 'skipped';
            rows.writeCell(run.id, { ...cell, state, resumesAt: null });
          }
          rows.write({ ...run, state: 'interrupted', endedAt: now });
        });
      }
    },
  };
  return rows;
}

type Row = Record<string, SQLOutputValue>;

const toRun = (row: Row): StoredCompare => ({
  id: String(row.id),
  documentId: row.document_id === null ? null : String(row.document_id),
  name: String(row.name),
  state: row.state as StoredCompare['state'],
  startedAt: Number(row.started_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  callsMade: Number(row.calls_made),
  tokensUsed: Number(row.tokens_used),
  input: JSON.parse(String(row.input)) as CompareInput,
  names: JSON.parse(String(row.names)) as StoredCompare['names'],
  votes: JSON.parse(String(row.votes)) as CompareVote[],
});

const toCell = ({ head, reply }: Row): CompareCell => ({
  ...(JSON.parse(String(head)) as CellHead),
  text: '',
  reasoning: '',
  ...(JSON.parse(String(reply)) as Partial<CompareCell>),
});
