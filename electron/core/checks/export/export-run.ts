import type { CheckRun } from '#shared/contract/checks.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ProbePort } from '../probe-cell.ts';
import { csvOf } from './csv.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import { type Compared, reportOf } from './report.ts';

export type ExportForm = 'json' | 'csv' | 'html';

interface ExportParts {
  files: Pick<FileStore, 'admit'>;
  port: ProbePort;
  version: string;
}

const types: Record<ExportForm, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** A run as a file. All that is in it comes from records, which never held a secret. */
export async function exportRun(
  run: CheckRun,
  form: ExportForm,
  compared: Compared | null,
  { files, port, version }: ExportParts,
): Promise<FileRef> {
  const evidence: Evidence[] = [];
  if (form === 'html') for (const cell of run.rows) if (cell.exchangeId) evidence.push(await readEvidence(cell, port));
  const text =
    form === 'json'
      ? `${JSON.stringify({ format: 'patchbay-check-1', version, run }, null, 2)}\n`
      : form === 'csv'
        ? csvOf(run)
        : reportOf(run, evidence, compared, version);
  const bytes = Buffer.from(text);
  const day = new Date(run.startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  const name = `check ${run.connectionName} ${day}.${form}`;
  return files.admit({ name, type: types[form], sizeBytes: bytes.length }, once(bytes));
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
