import type { SQLOutputValue } from 'node:sqlite';
import type { CellHead, CompareCell, CompareInput, CompareRun, CompareVote } from '#shared/contract/compare.ts';
import type { Judging } from '#shared/contract/judge.ts';
import type { Spending } from './budget.ts';

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

/** A row of the database. */
export type Row = Record<string, SQLOutputValue>;

const withDefaults = (input: CompareInput): CompareInput => ({
  ...input,
  judge: input.judge ?? null,
  tools: input.tools ?? [],
  schema: input.schema ?? null,
  cap: { ...input.cap, money: input.cap.money ?? null },
});

/** Reads a run; one of an earlier version lacks what was added since. */
export const toRun = (row: Row): StoredCompare => ({
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
  input: withDefaults(JSON.parse(String(row.input)) as CompareInput),
  names: JSON.parse(String(row.names)) as StoredCompare['names'],
  votes: JSON.parse(String(row.votes)) as CompareVote[],
});

/** Reads a cell without its reply. Cells of earlier versions have no grades. */
export function toHead({ head }: Row): CellHead {
  const cell = JSON.parse(String(head)) as CellHead;
  return { ...cell, grades: cell.grades ?? [] };
}

/** Reads a cell with its reply. */
export const toCell = ({ head, reply }: Row): CompareCell => ({
  ...toHead({ head: head as string }),
  text: '',
  reasoning: '',
  ...(JSON.parse(String(reply)) as Partial<CompareCell>),
});
