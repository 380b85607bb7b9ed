import type {
  CellHead,
  CompareCell,
  CompareInput,
  CompareRunSummary,
  CompareVote,
  LaneCounts,
} from '#shared/contract/compare.ts';
import type { Judgement, Judging } from '#shared/contract/judge.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { isValid } from './judging/plan-judging.ts';
import { type Row, type StoredCompare, type StoredJudging, toCell, toHead, toRun } from './stored-compare.ts';

export interface CompareRows {
  add(run: StoredCompare, cells: readonly CellHead[]): void;
  /**
   * Writes what changes while a run is executed. What the disk refuses is kept in memory, where all functions here find
   * it, and written later; false is returned then.
   */
  write(run: StoredCompare): boolean;
  writeInput(runId: string, input: CompareInput): void;
  /** @returns false when it is only in memory. */
  writeCell(runId: string, cell: CellHead | CompareCell): boolean;
  find(id: string): StoredCompare | null;
  /** Newest first. */
  list(documentId: string | undefined): StoredCompare[];
  summaryOf(run: StoredCompare): CompareRunSummary;
  heads(runId: string): CellHead[];
  head(runId: string, id: string): CellHead | null;
  cells(runId: string, ids: readonly string[]): CompareCell[];
  /** Reads all cells of a run one by one, in order. */
  eachCell(runId: string): Iterable<CompareCell>;
  /** @param ids all judgements when absent. */
  judgements(runId: string, ids?: readonly string[]): Judgement[];
  /** @returns false when it is only in memory. */
  writeJudgement(runId: string, judgement: Judgement): boolean;
  removeJudgements(runId: string): void;
  writeVotes(runId: string, votes: readonly CompareVote[]): void;
  remove(id: string): void;
  /** Ends a run that nobody executes: what was sent may have been processed, the rest is unsent. */
  interrupt(run: StoredCompare, now: number): void;
  /** Interrupts the runs whose process has ended. */
  endLost(now: number): void;
}

/** A request that has not reached its end. */
export const isOpen = ({ state }: Pick<CellHead, 'state'>): boolean =>
  state === 'waiting' || state === 'paused' || state === 'running';

/** Whether the cells of a run are executed, or its replies graded. */
export const isBusy = ({ state, judging }: StoredCompare): boolean =>
  state === 'running' || judging?.state === 'running';

/** Whether all assertions of a cell passed; `null` without any, and while that is not known. */
function passedOf(cell: CellHead): boolean | null {
  if (isOpen(cell) || cell.assertions.length === 0) return null;
  const verdicts = cell.assertions.map(({ verdict }) => verdict);
  if (verdicts.some((verdict) => verdict === 'failed' || verdict === 'unknown')) return false;
  return verdicts.includes('waiting') ? null : true;
}

export function createCompareRows(db: Database, held: HeldWrites): CompareRows {
  const { sql } = db;
  const addRun = sql.prepare(
    `INSERT INTO compare_runs (process_id, id, document_id, name, state, started_at, ended_at, calls_made, tokens_used,
       input, names) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const writeRun = sql.prepare(
    `UPDATE compare_runs SET process_id = ?, state = ?, ended_at = ?, calls_made = ?, tokens_used = ?, spent = ?,
       unpriced = ?, judging = ? WHERE id = ?`,
  );
  const writeInput = sql.prepare('UPDATE compare_runs SET input = ? WHERE id = ?');
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
    `SELECT * FROM compare_runs WHERE (state = 'running' OR judging ->> 'state' = 'running')
       AND process_id NOT IN (SELECT id FROM processes)`,
  );
  const isRecorded = sql.prepare('SELECT 1 FROM exchanges WHERE id = ?');
  const addJudgement = sql.prepare(
    'INSERT OR REPLACE INTO compare_judgements (run_id, id, state, is_invalid, content) VALUES (?, ?, ?, ?, ?)',
  );
  const judgements = sql.prepare('SELECT content FROM compare_judgements WHERE run_id = ? ORDER BY rowid');
  const oneJudgement = sql.prepare('SELECT content FROM compare_judgements WHERE run_id = ? AND id = ?');
  const removeJudgements = sql.prepare('DELETE FROM compare_judgements WHERE run_id = ?');
  const judgementCounts = sql.prepare(
    'SELECT state, is_invalid, count(*) AS times FROM compare_judgements WHERE run_id = ? GROUP BY state, is_invalid',
  );
  const heldRuns = held.table<StoredCompare>((_group, id, run) => {
    const { state, endedAt, callsMade, tokensUsed, spent, unpriced, judging } = run;
    const used = [callsMade, tokensUsed, JSON.stringify(spent), unpriced];
    writeRun.run(db.processId, state, endedAt, ...used, judging && JSON.stringify(judging), id);
  });
  const heldCells = held.table<CellHead | CompareCell>(
    (runId, id, cell) => {
      const { text, reasoning, ...head } = cell as CompareCell;
      const passed = passedOf(head);
      writeHead.run(head.state, passed === null ? null : Number(passed), JSON.stringify(head), runId, id);
      if (text !== undefined) writeReply.run(JSON.stringify({ text, reasoning }), runId, id);
    },
    (before, next) => ({ ...before, ...next }),
  );
  const heldJudgements = held.table<Judgement>((runId, id, judgement) => {
    const isInvalid = !isOpen(judgement) && !isValid(judgement);
    addJudgement.run(runId, id, judgement.state, Number(isInvalid), JSON.stringify(judgement));
  });

  const current = (row: Row): StoredCompare => {
    const run = toRun(row);
    const newest = heldRuns.heldOf(run.id)?.get(run.id);
    if (!newest) return run;
    const { state, endedAt, callsMade, tokensUsed, spent, unpriced, judging } = newest;
    return { ...run, state, endedAt, callsMade, tokensUsed, spent, unpriced, judging };
  };
  const currentHead = (runId: string, row: Row): CellHead => {
    const head = toHead(row);
    const newest = heldCells.heldOf(runId)?.get(head.id);
    if (!newest) return head;
    const { text: _text, reasoning: _reasoning, ...rest } = newest as CompareCell;
    return rest;
  };
  const currentCell = (runId: string, row: Row): CompareCell => {
    const cell = toCell(row);
    return { ...cell, ...heldCells.heldOf(runId)?.get(cell.id) };
  };
  /** Counts by lane, state and result; of the rows, unless some are only in memory. */
  const countsOf = (
    runId: string,
  ): { laneId: string; state: CellHead['state']; passed: boolean | null; times: number }[] =>
    heldCells.heldOf(runId)
      ? rows.heads(runId).map((cell) => ({ laneId: cell.laneId, state: cell.state, passed: passedOf(cell), times: 1 }))
      : counts.all(runId).map(({ lane_id, state, passed, times }) => ({
          laneId: String(lane_id),
          state: state as CellHead['state'],
          passed: passed === null ? null : passed === 1,
          times: Number(times),
        }));
  const judgementCountsOf = (runId: string): { state: CellHead['state']; isInvalid: boolean; times: number }[] =>
    heldJudgements.heldOf(runId)
      ? rows.judgements(runId).map((one) => ({ state: one.state, isInvalid: !isOpen(one) && !isValid(one), times: 1 }))
      : judgementCounts.all(runId).map(({ state, is_invalid, times }) => ({
          state: state as CellHead['state'],
          isInvalid: is_invalid === 1,
          times: Number(times),
        }));
  const judgingOf = (runId: string, judging: StoredJudging | null): Judging | null => {
    if (judging === null) return null;
    const counted = { requests: 0, ended: 0, invalid: 0 };
    for (const { state, isInvalid, times } of judgementCountsOf(runId)) {
      counted.requests += times;
      if (!isOpen({ state })) counted.ended += times;
      if (isInvalid) counted.invalid += times;
    }
    return { ...judging, ...counted };
  };

  /** The process may have ended before it recorded an exchange that a cell already names. */
  const recordedOf = ({ exchangeId }: Pick<CellHead, 'exchangeId'>) => ({
    exchangeId: exchangeId !== null && isRecorded.get(exchangeId) ? exchangeId : null,
  });

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
    write: (run) => heldRuns.put(run.id, run.id, run),
    writeInput: (runId, input) => void writeInput.run(JSON.stringify(input), runId),
    writeCell: (runId, cell) => heldCells.put(runId, cell.id, cell),
    find(id) {
      const row = oneRun.get(id);
      return row ? current(row) : null;
    },
    list: (documentId) => runs.all(documentId ?? null).map(current),
    summaryOf({ input, names: _names, votes: _votes, ...run }) {
      const byLane: Record<string, LaneCounts> = {};
      for (const { id } of input.lanes) byLane[id] = { ended: 0, failed: 0, passed: 0, asserted: 0 };
      let cells = 0;
      let ended = 0;
      for (const { laneId, state, passed, times } of countsOf(run.id)) {
        const lane = byLane[laneId];
        cells += times;
        if (!lane || isOpen({ state })) continue;
        ended += times;
        lane.ended += times;
        if (state === 'failed' || state === 'interrupted') lane.failed += times;
        if (passed === null) continue;
        lane.asserted += times;
        if (passed) lane.passed += times;
      }
      return { ...run, judging: judgingOf(run.id, run.judging), rows: input.rows.length, cells, ended, byLane };
    },
    heads: (runId) => heads.all(runId).map((row) => currentHead(runId, row)),
    head(runId, id) {
      const row = oneCell.get(runId, id);
      return row ? currentHead(runId, row) : null;
    },
    cells: (runId, ids) =>
      ids.flatMap((id) => {
        const row = oneCell.get(runId, id);
        return row ? [currentCell(runId, row)] : [];
      }),
    *eachCell(runId) {
      for (const row of allCells.iterate(runId)) yield currentCell(runId, row);
    },
    judgements(runId, ids) {
      const stored = ids ? ids.map((id) => oneJudgement.get(runId, id)) : judgements.all(runId);
      const found = stored.flatMap((row) => (row ? [JSON.parse(String(row.content)) as Judgement] : []));
      const newest = heldJudgements.heldOf(runId);
      return newest ? found.map((one) => newest.get(one.id) ?? one) : found;
    },
    writeJudgement: (runId, judgement) => heldJudgements.put(runId, judgement.id, judgement),
    removeJudgements(runId) {
      removeJudgements.run(runId);
      heldJudgements.drop(runId);
    },
    writeVotes: (runId, votes) => void writeVotes.run(JSON.stringify(votes), runId),
    remove(id) {
      removeRun.run(id);
      for (const table of [heldRuns, heldCells, heldJudgements]) table.drop(id);
    },
    interrupt(run, now) {
      const lostState = ({ state }: Pick<CellHead, 'state'>) => (state === 'running' ? 'interrupted' : 'skipped');
      for (const cell of rows.heads(run.id).filter(isOpen))
        rows.writeCell(run.id, { ...cell, ...recordedOf(cell), state: lostState(cell), resumesAt: null });
      for (const one of rows.judgements(run.id).filter(isOpen))
        rows.writeJudgement(run.id, { ...one, ...recordedOf(one), state: lostState(one), resumesAt: null });
      const judging =
        run.judging?.state === 'running'
          ? { ...run.judging, state: 'interrupted' as const, endedAt: now }
          : run.judging;
      rows.write({ ...run, judging, ...(run.state === 'running' && { state: 'interrupted', endedAt: now }) });
    },
    endLost(now) {
      for (const run of lost.all().map(current)) if (isBusy(run)) rows.interrupt(run, now);
    },
  };
  return rows;
}
