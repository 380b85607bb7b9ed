import type * as z from 'zod/mini';
import { regressionsOf, type SheetRun } from '#shared/compare/regressions.ts';
import type { CompareCell, CompareRun, compareInput, Lane } from '#shared/contract/compare.ts';
import type { Judgement } from '#shared/contract/judge.ts';
import { onInterrupt } from '../interrupt.ts';
import { failureJson, printFailure } from '../output/failure-lines.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { type Ended, exitOfCompare, failureOfCompare } from './compare-exit.ts';
import type { SaveFiles } from './compare-files.ts';
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
