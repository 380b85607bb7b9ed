import type { CheckCell, CheckRun } from '#shared/contract/checks.ts';
import { toCsv } from '#shared/csv.ts';
import { routes } from '#shared/protocol/table.ts';

/** What was sent for a cell: `planned-refusal` is a request that was made to be refused. */
const requests = { call: 'call', refusal: 'planned-refusal', skip: 'none' } as const;

const columns: readonly (readonly [string, (cell: CheckCell) => string | number | null])[] = [
  ['route', (cell) => cell.routeId],
  ['method', (cell) => routes[cell.routeId].method],
  ['path', (cell) => routes[cell.routeId].path],
  ['key', (cell) => cell.keyAlias],
  ['model', (cell) => cell.model],
  ['verdict', (cell) => cell.verdict],
  ['request', (cell) => requests[cell.action]],
  ['proof', (cell) => cell.proof],
  ['status', (cell) => cell.status],
  ['first_byte_ms', (cell) => rounded(cell.firstByteMs)],
  ['total_ms', (cell) => rounded(cell.totalMs)],
  ['timed_out_at', (cell) => cell.stage],
  ['failure', (cell) => cell.failure?.code ?? null],
  ['sentence', (cell) => cell.sentence],
  ['exchange', (cell) => cell.exchangeId],
];

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms));

/** One line per cell of the run, after a header row. */
export const csvOf = (run: CheckRun): string =>
  toCsv([columns.map(([name]) => name), ...run.rows.map((cell) => columns.map(([, read]) => read(cell)))]);
