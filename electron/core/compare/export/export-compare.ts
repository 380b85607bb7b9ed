import { scoreOf } from '#shared/compare/grades.ts';
import type { LaneChange } from '#shared/compare/regressions.ts';
import type { CompareCell } from '#shared/contract/compare.ts';
import type { CompareForm } from '#shared/contract/compare-words.ts';
import { type CsvCell, csvLine } from '#shared/csv.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../files/file-store.ts';
import { type ExportedRun, rowPlaces } from './exported-run.ts';
import { htmlOf } from './html-report.ts';
import { inlineMedia } from './inline-media.ts';
import { junitOf } from './junit-report.ts';
import { markdownOf } from './markdown-report.ts';

const types: Readonly<Record<CompareForm, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xml: 'application/xml',
};

/** Exports a run as a file, from what was recorded of it. */
export async function exportCompare(
  exported: ExportedRun,
  form: CompareForm,
  { files, version }: { files: Pick<FileStore, 'admit' | 'open'>; version: string },
): Promise<FileRef> {
  const { run, cells, before } = exported;
  const write: Readonly<Record<CompareForm, () => string | Promise<string>>> = {
    json: () =>
      `${JSON.stringify({ format: 'patchbay-compare-1', version, run, ...(before && { before }), cells }, null, 2)}\n`,
    csv: () => csvOf(exported),
    md: () => markdownOf(exported),
    xml: () => junitOf(exported, version),
    html: async () => htmlOf(exported, version, await inlineMedia(cells, files)),
  };
  const bytes = Buffer.from(await write[form]());
  const day = new Date(run.startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return files.admit({ name: `compare ${day}.${form}`, type: types[form], sizeBytes: bytes.length }, [bytes]);
}

/** Returns one line per cell, with the values of its row first. */
function csvOf({ run: { input, names, judging }, cells, before }: ExportedRun): string {
  const rows = new Map(input.rows.map((row) => [row.id, row.values]));
  const places = rowPlaces(input);
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const variables = [...new Set(input.rows.flatMap(({ values }) => Object.keys(values)))];
  const columns: readonly (readonly [string, (cell: CompareCell) => CsvCell])[] = [
    ['row', ({ rowId }) => places.get(rowId) ?? null],
    ...variables.map((name) => [name, ({ rowId }: CompareCell) => rows.get(rowId)?.[name] ?? null] as const),
    ['lane', ({ laneId }) => laneId],
    ['connection', ({ laneId }) => names[laneId]?.connection ?? null],
    ['key', ({ laneId }) => names[laneId]?.key ?? null],
    ['route', ({ laneId }) => lanes.get(laneId)?.routeId ?? null],
    ['model', ({ laneId }) => lanes.get(laneId)?.model ?? null],
    ['repeat', ({ repeat }) => repeat + 1],
    ['state', ({ state }) => state],
    ['reply', ({ text }) => text],
    ['time_to_first_token_ms', ({ metrics }) => metrics?.ttftMs ?? null],
    ['inter_token_latency_ms', ({ metrics }) => metrics?.interTokenMs ?? null],
    ['request_latency_ms', ({ metrics }) => metrics?.latencyMs ?? null],
    ['input_tokens', ({ metrics }) => metrics?.usage?.inputTokens ?? null],
    ['output_tokens', ({ metrics }) => metrics?.usage?.outputTokens ?? null],
    ['finish_reason', ({ metrics }) => metrics?.finishReason ?? null],
    ['failure', ({ failure }) => failure?.message ?? null],
    ...input.assertions.flatMap(
      (_, at) =>
        [
          [`assertion_${at + 1}`, ({ assertions }: CompareCell) => assertions[at]?.verdict ?? null],
          [`assertion_${at + 1}_reason`, ({ assertions }: CompareCell) => assertions[at]?.reason ?? null],
        ] as const,
    ),
    ...(before ? [['change', changeOf(before.lanes)] as const] : []),
    ...(judging
      ? ([
          ['judge', () => judging.judge.model],
          ['judge_score', ({ grades }: CompareCell) => scoreOf(grades)],
          ['judge_scores', ({ grades }: CompareCell) => grades.map(({ score }) => score).join(' / ')],
          ['judge_reasons', ({ grades }: CompareCell) => grades.map(({ reason }) => reason).join(' / ')],
        ] as const)
      : []),
    ['exchange', ({ exchangeId }) => exchangeId],
    ['row_id', ({ rowId }) => rowId],
    ['files', ({ files }) => files.map(({ name }) => name).join(', ')],
    ['received_bytes', ({ metrics }) => metrics?.receivedBytes ?? null],
    ['base_url', ({ laneId }) => names[laneId]?.address ?? null],
  ];
  return [columns.map(([name]) => name), ...cells.map((cell) => columns.map(([, value]) => value(cell)))]
    .map(csvLine)
    .join('');
}

/** Returns the function that says how a cell's row changed from the earlier run; `null` where it did not. */
const changeOf =
  (lanes: readonly LaneChange[]) =>
  ({ laneId, rowId }: CompareCell): CsvCell => {
    const lane = lanes.find((one) => one.laneId === laneId);
    if (lane?.newlyFailed.includes(rowId)) return 'newly failed';
    return lane?.newlyPassed.includes(rowId) ? 'newly passed' : null;
  };
