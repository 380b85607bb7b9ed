import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod/mini';
import { regressionsOf, type SheetRun } from '#shared/compare/regressions.ts';
import type { CompareCell, CompareRun, compareInput, Lane } from '#shared/contract/compare.ts';
import type { Judgement } from '#shared/contract/judge.ts';
import { formatSize } from '#shared/format.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfRun } from '../exit-codes.ts';
import { onInterrupt } from '../interrupt.ts';
import { failureJson, printFailure } from '../output/failure-lines.ts';
import { storedBytes } from '../output/out-file.ts';
import { besideResponseFiles } from '../output/response-files.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import {
  cappedText,
  changesTable,
  figuresTable,
  gradesTable,
  judgementText,
  missedLines,
  nameOf,
  outcomeOf,
  sheetTable,
} from './compare-lines.ts';
import type { Session } from './session.ts';

interface ExecutedCompare {
  input: z.input<typeof compareInput>;
  /** An earlier run of the same sheet. */
  against: SheetRun | null;
  saveFiles: SaveFiles;
}

/** Starts a run and prints it while it is executed. */
export async function execute(
  { client }: Session,
  { input, against, saveFiles }: ExecutedCompare,
  terminal: Terminal,
  isJson: boolean,
): Promise<Ended> {
  const { runId } = await client.compare.start(input);
  const run = await client.compare.get({ runId });
  const lanes = new Map(run.input.lanes.map((lane) => [lane.id, lane]));
  const isSheet = run.input.rows.length > 1 || run.input.repeats > 1;
  if (isJson)
    for (const lane of run.input.lanes) await printLine(terminal, { type: 'compare-lane', ...laneLine(run, lane) });
  const printed = new Set<string>();
  const order: string[] = [];
  const removeHandler = onInterrupt(() => void client.compare.stop({ runId }), 5_000, terminal.closed);
  try {
    for await (const news of client.compare.watch({ runId })) {
      if (news.type === 'judgement' && news.judgement.endedAt !== null) {
        if (isJson) await printLine(terminal, { type: 'compare-judgement', ...judgementLine(news.judgement) });
        else terminal.note(judgementText(news.judgement, isSheet));
      }
      if (news.type !== 'cell') continue;
      const { id, state, laneId, rowId, resumesAt } = news.cell;
      if (!order.includes(id)) order.push(id);
      if (state === 'paused' && resumesAt !== null)
        terminal.note(`${lanes.get(laneId)?.model} is rate limited until ${new Date(resumesAt).toLocaleTimeString()}.`);
      if (news.cell.endedAt === null || printed.has(id)) continue;
      printed.add(id);
      const [cell] = await client.compare.cells({ runId, ids: [id] });
      if (!cell) continue;
      if (isJson) await printLine(terminal, { type: 'compare-cell', ...cellLine(cell) });
      else if (isSheet) {
        terminal.note(`${rowId}  ${nameOf(lanes.get(laneId))}  ${outcomeOf(cell)}`);
        for (const text of missedLines(cell)) terminal.message(text);
      } else await printReply(cell, lanes.get(laneId) as Lane, terminal);
      await saveFiles(cell, lanes.get(laneId));
    }
  } finally {
    removeHandler();
  }
  const ended = await client.compare.get({ runId });
  const cells = await client.compare.cells({ runId, ids: order.slice(0, 500) });
  for (let from = 500; from < order.length; from += 500)
    cells.push(...(await client.compare.cells({ runId, ids: order.slice(from, from + 500) })));
  const regressions = against && regressionsOf(against, { input: ended.input, cells });
  if (isJson) {
    const failure = failureOfCompare({ run: ended, cells });
    if (failure) await terminal.data(failureJson(failure, exitOfCompare({ run: ended, cells })));
    const { input: _input, names: _names, votes: _votes, cells: cellCount, judgements, ...summary } = ended;
    await printLine(terminal, {
      type: 'compare-end',
      ...summary,
      cellCount,
      judgements: judgements.map(judgementLine),
      regressions,
      lanes: ended.input.lanes.map((lane) => laneLine(ended, lane)),
      cells: cells.map(cellLine),
    });
  } else {
    const capped = cappedText(ended, cells);
    if (capped !== null) terminal.message(capped, 'warn');
    await terminal.data(isSheet ? sheetTable(ended, cells) : figuresTable(ended, cells));
    if (regressions) await terminal.data(`\n${changesTable(ended, regressions)}`);
    if (ended.judging) await terminal.data(`\n${gradesTable(ended, cells)}`);
  }
  return { run: ended, cells };
}

const laneLine = ({ names }: CompareRun, { history: _history, ...lane }: Lane) => ({
  ...lane,
  connection: names[lane.id]?.connection ?? null,
  key: names[lane.id]?.key ?? null,
});

const judgementLine = ({ resumesAt: _resumes, ...judgement }: Judgement) => judgement;

const cellLine = ({ excerpt: _excerpt, textLength: _length, resumesAt: _resumes, ...cell }: CompareCell) => cell;

async function printReply(cell: CompareCell, lane: Lane, terminal: Terminal): Promise<void> {
  await terminal.data(`## ${nameOf(lane)}\n\n${cell.text === '' ? '' : `${cell.text}\n\n`}`);
  if (cell.failure) await printFailure(cell.failure, terminal, false);
  for (const { verdict, reason } of cell.assertions)
    if (verdict !== 'passed')
      terminal.message(`Assertion ${verdict}: ${reason}`, verdict === 'failed' ? 'bad' : 'warn');
}

/** A run that has ended. */
export interface Ended {
  run: CompareRun;
  cells: CompareCell[];
}

/** The worst first: nothing is reachable, the key is refused, the operator must act, a limit applies, anything else. */
const severity = [
  exitCodes.network,
  exitCodes.key,
  exitCodes.operator,
  exitCodes.limit,
  exitCodes.interrupted,
  exitCodes.failed,
] as const;

/** Returns the exit status of one cell; `null` for one that has not run. */
function exitOfCell({ state, failure, warnings }: CompareCell): number | null {
  if (state === 'waiting' || state === 'running' || state === 'paused' || state === 'skipped') return null;
  const codes = warnings.map(({ code }) => code);
  return exitOfRun(state, failure?.code ?? null, codes);
}

/** Returns the exit status of a comparison: 8 when an assertion fails, else that of the worst cell. */
export function exitOfCompare({ run, cells }: Ended): number {
  if (run.state === 'stopped') return exitCodes.cancelled;
  if (run.state === 'capped' || run.judging?.state === 'capped') return exitCodes.limit;
  if (cells.some(({ assertions }) => assertions.some(({ verdict }) => verdict !== 'passed')))
    return exitCodes.regressed;
  const found = new Set(cells.map(exitOfCell));
  return severity.find((code) => found.has(code)) ?? exitCodes.done;
}

/** Returns the failure that decides the exit status; `null` where another reason does. */
export function failureOfCompare(ended: Ended): Failure | null {
  const exit = exitOfCompare(ended);
  return ended.cells.find((cell) => cell.failure !== null && exitOfCell(cell) === exit)?.failure ?? null;
}

/** Saves the images and audio of cells, or says what there is. */
export type SaveFiles = (cell: CompareCell, lane: Lane | undefined) => Promise<void>;

/**
 * Creates the folder of `--save`, and returns what saves the files of a cell in it as `1 model.png`, with a number
 * where the name is taken. Without a folder, their names and sizes are printed.
 *
 * @throws UsageError for a folder that cannot be created.
 */
export async function openFolder(
  folder: string | undefined,
  { files }: Pick<Session, 'files'>,
  terminal: Terminal,
  isJson: boolean,
): Promise<SaveFiles> {
  if (folder === undefined)
    return async ({ files: refs }) => {
      if (!isJson)
        for (const { name, sizeBytes } of refs) await terminal.data(`${name} (${formatSize(sizeBytes)})\n\n`);
    };
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--save: ${folder} cannot be created (${error.code}).`);
  });
  const target = besideResponseFiles(({ id }) => storedBytes(files, id), folder);
  return async (cell, lane) => {
    const model = (lane?.model ?? '').replace(/[^\w.-]+/g, '-');
    for (const ref of cell.files) {
      const name = `${cell.laneId} ${model}${path.extname(ref.name)}`;
      const { savedAs = name } = await target.save({ ...ref, name });
      if (isJson)
        await printLine(terminal, { type: 'compare-file', cellId: cell.id, path: savedAs, sizeBytes: ref.sizeBytes });
    }
    const { saved, problems } = await target.end('done');
    if (!isJson) for (const text of saved) terminal.note(text, 'good');
    for (const text of problems) terminal.message(text, 'bad');
  };
}
