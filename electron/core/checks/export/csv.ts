import type { CheckCell, CheckRun } from '#shared/contract/checks.ts';
import { routes } from '#shared/routes/table.ts';

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

/** One line for each cell (RFC 4180). No cell is read as a formula by a spreadsheet. */
export function csvOf(run: CheckRun): string {
  const lines = [columns.map(([name]) => name), ...run.rows.map((cell) => columns.map(([, read]) => read(cell)))];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  // Models and sentences come from outside: what begins like a formula gets a sign that spreadsheets read as text.
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
