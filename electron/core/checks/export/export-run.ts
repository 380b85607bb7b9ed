import type { CheckCell, CheckReportForm, CheckRun } from '#shared/contract/checks.ts';
import { toCsv } from '#shared/csv.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ProbePort } from '../probe-cell.ts';
import { junitOf, summaryOf } from './ci-reports.ts';
import { type Compared, type Evidence, readEvidence, reportOf } from './report.ts';

/** How a run is exported: `compared` is what its drift is relative to. */
export interface ExportOptions {
  form: CheckReportForm;
  compared: Compared | null;
  /** In reports for CI, other failing cells do not count as failed. */
  onlyRegressions: boolean;
}

interface ExportParts {
  files: Pick<FileStore, 'admit'>;
  port: ProbePort;
  version: string;
  /** The path of a route as its connection has it. */
  pathOf: RoutePaths;
}

type RoutePaths = (routeId: CheckCell['routeId']) => string;

const types: Readonly<Record<CheckReportForm, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xml: 'application/xml',
};

/** Exports a run as a file. Everything in it comes from records, which never contain a secret. */
export async function exportRun(
  run: CheckRun,
  { form, compared, onlyRegressions }: ExportOptions,
  { files, port, version, pathOf }: ExportParts,
): Promise<FileRef> {
  const evidence: Evidence[] = [];
  if (form === 'html') for (const cell of run.rows) if (cell.exchangeId) evidence.push(await readEvidence(cell, port));
  const write: Readonly<Record<CheckReportForm, () => string>> = {
    json: () => `${JSON.stringify({ format: 'patchbay-check-1', version, run }, null, 2)}\n`,
    csv: () => csvOf(run, pathOf),
    html: () => reportOf(run, evidence, { compared, version, pathOf }),
    md: () => summaryOf(run, compared, onlyRegressions),
    xml: () => junitOf(run, onlyRegressions, version),
  };
  const bytes = Buffer.from(write[form]());
  const day = new Date(run.startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  const name = `check ${run.connectionName} ${day}.${form}`;
  return files.admit({ name, type: types[form], sizeBytes: bytes.length }, [bytes]);
}

/** What was sent for a cell: `planned-refusal` is a request that was expected to be refused. */
const requests = { call: 'call', refusal: 'planned-refusal', skip: 'none' } as const;

type Column = (cell: CheckCell, run: CheckRun, pathOf: RoutePaths) => string | number | null;

const columns: readonly (readonly [string, Column])[] = [
  ['route', (cell) => cell.routeId],
  ['method', (cell) => routes[cell.routeId].method],
  ['path', (cell, _run, pathOf) => pathOf(cell.routeId)],
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
  ['connection', (_cell, { connectionName }) => connectionName],
  ['base_url', (_cell, { baseAddress }) => baseAddress],
];

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms));

/** Returns one line per cell of the run, after a header row. */
export const csvOf = (run: CheckRun, pathOf: RoutePaths): string =>
  toCsv([columns.map(([name]) => name), ...run.rows.map((cell) => columns.map(([, read]) => read(cell, run, pathOf)))]);
