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
import type { Judgement, Judging } from '#shared/contract/judge.ts';
import type { Database } from '../store/database.ts';
import type { Spending } from './budget.ts';
import { isValid } from './judging/plan-judging.ts';

/** The newest grading of a run; its counts are computed from its judgements. */
export type StoredJudging = Omit<Judging, 'requests' | 'ended' | 'invalid'>;

/** A run as it is stored; its counts are computed from its cells. */
export type StoredCompare = Omit<CompareRun, 'rows' | 'cells' | 'ended' | 'byLane' | 'judging' | 'judgements'> & {
  judging: StoredJudging | null;
};

export const spendingOf = ({ callsMade, tokensUsed, spent, unpriced }: StoredCompare): Spending => ({
  calls: callsMade,
  tokens: tokensUsed,
  money: spent,
  unpriced,
});

export interface CompareRows {
  add(run: StoredCompare, cells: readonly CellHead[]): void;
  /** Writes what changes while a run is executed. */
  write(run: StoredCompare): void;
  writeInput(runId: string, input: CompareInput): void;
  writeCell(runId: string, cell: CellHead | CompareCell): void;
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
  writeJudgement(runId: string, judgement: Judgement): void;
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

/** Whether all assertions of a cell passed; `null` without any, and while that is not known. */
function passedOf(cell: CellHead): boolean | null {
  if (isOpen(cell) || cell.assertions.length === 0) return null;
  const verdicts = cell.assertions.map(({ verdict }) => verdict);
  if (verdicts.some((verdict) => verdict === 'failed' || verdict === 'unknown')) return false;
  return verdicts.includes('waiting') ? null : true;
}

export function createCompareRows(db: Database): CompareRows {
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
  const addJudgement = sql.prepare(
    'INSERT OR REPLACE INTO compare_judgements (run_id, id, state, is_invalid, content) VALUES (?, ?, ?, ?, ?)',
  );
  const judgements = sql.prepare('SELECT content FROM compare_judgements WHERE run_id = ? ORDER BY rowid');
  const oneJudgement = sql.prepare('SELECT content FROM compare_judgements WHERE run_id = ? AND id = ?');
  const removeJudgements = sql.prepare('DELETE FROM compare_judgements WHERE run_id = ?');
  const judgementCounts = sql.prepare(
    'SELECT state, is_invalid, count(*) AS times FROM compare_judgements WHERE run_id = ? GROUP BY state, is_invalid',
  );
  const judgingOf = (runId: string, judging: StoredJudging | null): Judging | null => {
    if (judging === null) return null;
    const counted = { requests: 0, ended: 0, invalid: 0 };
    for (const { state, is_invalid, times } of judgementCounts.all(runId)) {
      counted.requests += Number(times);
      if (!isOpen({ state: state as CellHead['state'] })) counted.ended += Number(times);
      if (is_invalid === 1) counted.invalid += Number(times);
    }
    return { ...judging, ...counted };
  };

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
    write({ id, state, endedAt, callsMade, tokensUsed, spent, unpriced, judging }) {
      const graded = judging && JSON.stringify(judging);
      const used = [callsMade, tokensUsed, JSON.stringify(spent), unpriced];
      writeRun.run(db.processId, state, endedAt, ...used, graded, id);
    },
    writeInput: (runId, input) => void writeInput.run(JSON.stringify(input), runId),
    writeCell(runId, cell) {
      const { text, reasoning, ...head } = cell as CompareCell;
      const passed = passedOf(head);
      writeHead.run(head.state, passed === null ? null : Number(passed), JSON.stringify(head), runId, head.id);
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
      return { ...run, judging: judgingOf(run.id, run.judging), rows: input.rows.length, cells, ended, byLane };
    },
    heads: (runId) => heads.all(runId).map(toHead),
    head(runId, id) {
      const row = oneCell.get(runId, id);
      return row ? toHead(row) : null;
    },
    cells: (runId, ids) =>
      ids.flatMap((id) => {
        const row = oneCell.get(runId, id);
        return row ? [toCell(row)] : [];
      }),
    *eachCell(runId) {
      for (const row of allCells.iterate(runId)) yield toCell(row);
    },
    judgements(runId, ids) {
      const found = ids ? ids.map((id) => oneJudgement.get(runId, id)) : judgements.all(runId);
      return found.flatMap((row) => (row ? [JSON.parse(String(row.content)) as Judgement] : []));
    },
    writeJudgement(runId, judgement) {
      const { id, state } = judgement;
      const isInvalid = !isOpen(judgement) && !isValid(judgement);
      addJudgement.run(runId, id, state, Number(isInvalid), JSON.stringify(judgement));
    },
    removeJudgements: (runId) => void removeJudgements.run(runId),
    writeVotes: (runId, votes) => void writeVotes.run(JSON.stringify(votes), runId),
    remove: (id) => void removeRun.run(id),
    interrupt(run, now) {
      const lostState = ({ state }: Pick<CellHead, 'state'>) => (state === 'running' ? 'interrupted' : 'skipped');
      const isRunning = run.state === 'running';
      db.transaction(() => {
        for (const cell of rows.heads(run.id).filter(isOpen))
          rows.writeCell(run.id, { ...cell, state: lostState(cell), resumesAt: null });
        for (const one of rows.judgements(run.id).filter(isOpen))
          rows.writeJudgement(run.id, { ...one, state: lostState(one), resumesAt: null });
        const judging =
          run.judging?.state === 'running'
            ? { ...run.judging, state: 'interrupted' as const, endedAt: now }
            : run.judging;
        rows.write({ ...run, judging, ...(isRunning && { state: 'interrupted', endedAt: now }) });
      });
    },
    endLost(now) {
      for (const run of lost.all().map(toRun)) rows.interrupt(run, now);
    },
  };
  return rows;
}

type Row = Record<string, SQLOutputValue>;

const withDefaults = (input: CompareInput): CompareInput => ({
  ...input,
  judge: input.judge ?? null,
  tools: input.tools ?? [],
  schema: input.schema ?? null,
  cap: { ...input.cap, money: input.cap.money ?? null },
});

const toRun = (row: Row): StoredCompare => ({
  id: String(row.id),
  documentId: row.document_id === null ? null : String(row.document_id),
  name: String(row.name),
  state: row.state as StoredCompare['state'],
  startedAt: Number(row.started_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  callsMade: Number(row.calls_made),
  tokensUsed: Number(row.tokens_used),
  spent: JSON.parse(String(row.spent)) as StoredCompare['spent'],
  unpriced: Number(row.unpriced),
  judging: row.judging === null ? null : (JSON.parse(String(row.judging)) as StoredJudging),
  // A run of an earlier version lacks what was added since.
  input: withDefaults(JSON.parse(String(row.input)) as CompareInput),
  names: JSON.parse(String(row.names)) as StoredCompare['names'],
  votes: JSON.parse(String(row.votes)) as CompareVote[],
});

/** Cells of earlier versions have no grades. */
function toHead({ head }: Row): CellHead {
  const cell = JSON.parse(String(head)) as CellHead;
  return { ...cell, grades: cell.grades ?? [] };
}

const toCell = ({ head, reply }: Row): CompareCell => ({
  ...toHead({ head: head as string }),
  text: '',
  reasoning: '',
  ...(JSON.parse(String(reply)) as Partial<CompareCell>),
});
