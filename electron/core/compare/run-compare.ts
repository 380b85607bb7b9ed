import { laneDraft } from '#shared/compare/lane-draft.ts';
import type { CellHead, CompareCell, CompareNews, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { LiveRun } from '../live-runs.ts';
import type { Clock } from '../ports.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { createBudget } from './budget.ts';
import { checkAssertion } from './check-assertion.ts';
import type { CompareRows } from './compare-rows.ts';
import { completeLane } from './complete-lane.ts';
import { cellUse, type PricePort, usedBy } from './estimate.ts';
import type { ReadReply } from './read-reply.ts';
import { type Job, runQueue } from './run-queue.ts';
import { type StoredCompare, spendingOf } from './stored-compare.ts';

export interface CompareRunParts {
  rows: CompareRows;
  held: Pick<HeldWrites, 'isSettled'>;
  clock: Clock;
  prices: PricePort;
  perform(draft: Draft, signal: AbortSignal): AsyncIterable<Part>;
  origin: Draft['options']['origin'];
  tell(news: CompareNews): void;
}

/** A run that is being executed. */
export interface RunningCompare extends LiveRun {
  stop(cellIds?: readonly string[]): void;
  /** Sends cells that have ended again; false where the run takes no more, because it was stopped or has ended. */
  add(cells: readonly CellHead[]): boolean;
}

/** Sends the waiting cells of a run and checks their replies. */
export function runCompare(start: StoredCompare, cells: readonly CellHead[], parts: CompareRunParts): RunningCompare {
  const { rows, clock, tell, prices } = parts;
  const { input } = start;
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const sheet = new Map(input.rows.map((row) => [row.id, row]));
  /** The most output tokens of each lane so far. */
  const seenOutput = new Map<string, number>();
  let run = start;

  const write = (change: Partial<StoredCompare>): void => {
    run = { ...run, ...change };
    rows.write(run);
    tell({ type: 'run', run: rows.summaryOf(run) });
  };

  const toJob = (cell: CellHead): Job<CellHead> => {
    const lane = lanes.get(cell.laneId) as Lane;
    const row = sheet.get(cell.rowId) as SheetRow;
    return {
      item: cell,
      group: lane.id,
      key: `${lane.connectionId} ${lane.keyId ?? ''}`,
      sends: 0,
      draft: () => laneDraft(completeLane(lane), input, row, parts.origin),
      estimate: () => cellUse(lane, input, row, prices.priceOf(lane.connectionId, lane.model), seenOutput.get(lane.id)),
      async finish(reply): Promise<CompareCell> {
        const output = reply.metrics?.usage?.outputTokens ?? 0;
        seenOutput.set(lane.id, Math.max(output, seenOutput.get(lane.id) ?? 0));
        return { ...cell, ...reply, assertions: await resultsOf(reply, row) };
      },
    };
  };

  const resultsOf = ({ state: ending, text, metrics }: ReadReply, row: SheetRow) =>
    ending === 'cancelled'
      ? // Whoever stopped it did not find out whether it passes.
        []
      : metrics === null || (ending !== 'done' && ending !== 'done-with-warnings')
        ? input.assertions.map(() => ({ verdict: 'failed' as const, reason: 'There is no complete reply.' }))
        : Promise.all(input.assertions.map((one) => checkAssertion(one, text, metrics, row.values)));

  const queue = runQueue(cells.filter(({ state }) => state === 'waiting').map(toJob), {
    limits: input,
    budget: createBudget(input.cap, spendingOf(start), ({ calls, tokens, money, unpriced }) =>
      write({ callsMade: calls, tokensUsed: tokens, spent: money, unpriced }),
    ),
    clock,
    perform: parts.perform,
    usedBy: ({ metrics, exchangeId }) => usedBy(metrics?.usage ?? null, exchangeId, prices),
    isSettled: parts.held.isSettled,
    write(cell: CellHead | CompareCell) {
      const isStored = rows.writeCell(run.id, cell);
      const { text: _text, reasoning: _reasoning, ...head } = cell as CompareCell;
      tell({ type: 'cell', cell: head });
      return isStored;
    },
  });
  return {
    over: queue.over.then((state) => write({ state, endedAt: clock.now() })),
    stop: queue.stop,
    add: (ended) => queue.add(ended.map(toJob)),
  };
}
