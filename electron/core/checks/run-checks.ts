import { skipReasons } from '#shared/contract/check-words.ts';
import type { CheckCell, CheckNews, PlannedCell } from '#shared/contract/checks.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import type { CheckRows, StoredRun } from './check-rows.ts';
import { type Control, controlNameOf, isControlled } from './control.ts';
import { verdictOfListing } from './judging/judge-failure.ts';
import { cellIdOf } from './plan.ts';
import { openingOf, type ProbeParts, probeCell, probeControl } from './probe-cell.ts';
import { addUnits } from './probes/probes.ts';
import { settleAbsent } from './settle/settle-absent.ts';
import { settleListing } from './settle/settle-listing.ts';
import { settleQuota } from './settle/settle-quota.ts';

export interface RunParts extends ProbeParts {
  rows: CheckRows;
  held: Pick<HeldWrites, 'settled'>;
  tell(news: CheckNews): void;
  /** Counts the cells that differ from the compared run. */
  countChanges(run: StoredRun): number;
}

/**
 * Works through the waiting cells of a run, several at once, and stores each change. Resolves when every cell has ended.
 * It stops before the call that would exceed the cap, and at the signal. While the disk refuses, probes in progress end,
 * and no other begins.
 */
export async function runChecks(start: StoredRun, cells: readonly CheckCell[], parts: RunParts): Promise<void> {
  const { rows, signal, tell: notify } = parts;
  const { cap, concurrency } = start.input;
  const waiting = cells.filter(({ state }) => state === 'waiting');
  let run = start;
  let isCapped = false;
  /** Tokens that calls in progress may still use. */
  let reserved = 0;
  const controls = new Map<string, Promise<Control | null>>();

  const write = (change: Partial<StoredRun>): void => {
    run = { ...run, ...change };
    rows.writeRun(run);
    notify({ type: 'run', run: rows.summaryOf(run) });
  };
  const writeCell = (cell: CheckCell): void => {
    rows.writeCell(run.id, cell);
    notify({ type: 'cell', cell });
  };
  const needsControl = (cell: CheckCell): boolean => isControlled(cell) && !controls.has(controlNameOf(cell));
  const hasCall = (): boolean => !signal.aborted && (cap.calls === null || run.callsMade < cap.calls);
  const wouldExceed = (cell: CheckCell): boolean =>
    (cap.calls !== null && run.callsMade + Number(needsControl(cell)) >= cap.calls) ||
    (cap.tokens !== null && cell.units.tokens > 0 && run.units.tokens + reserved + cell.units.tokens > cap.tokens);

  /** Returns the control of a cell; sent once for all cells that share it. */
  function controlOf(cell: CheckCell): Promise<Control | null> {
    const name = controlNameOf(cell);
    const sent = controls.get(name);
    if (sent) return sent;
    const sending = probeControl(cell, run.input, parts);
    controls.set(name, sending);
    write({
      callsMade: run.callsMade + 1,
      plannedRefusals: run.plannedRefusals + 1,
      controls: run.controls + 1,
    });
    return sending;
  }

  /** The control of a cell that did not need one from the start; `null` when the run may send no more. */
  const sendControl = async (cell: CheckCell): Promise<Control | null> =>
    controls.has(controlNameOf(cell)) || hasCall() ? controlOf(cell) : null;

  function countCall({ action }: CheckCell): void {
    write({
      callsMade: run.callsMade + 1,
      plannedRefusals: run.plannedRefusals + Number(action === 'refusal'),
    });
  }

  async function work(): Promise<void> {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      // What cannot be stored must not be sent either.
      await parts.held.settled(signal);
      isCapped ||= wouldExceed(cell);
      if (signal.aborted || isCapped) {
        writeCell(
          untried(cell, isCapped ? 'The limit was reached before this cell.' : 'The run was stopped before this cell.'),
        );
        continue;
      }
      const planned = cell.units;
      reserved += planned.tokens;
      const control = isControlled(cell) ? controlOf(cell) : null;
      countCall(cell);
      const probing: CheckCell = { ...cell, state: 'probing' };
      writeCell(probing);
      await control;
      const done = await probeCell(probing, run.input, parts, {
        control,
        sendControl: () => sendControl(cell),
        takeCall() {
          if (!hasCall()) return false;
          countCall(cell);
          return true;
        },
        onStart(exchangeId) {
          if (probing.exchangeId === exchangeId) return;
          probing.exchangeId = exchangeId;
          writeCell({ ...probing });
        },
      });
      reserved -= planned.tokens;
      writeCell(done.cell);
      // Reported usage counts; unreported usage is assumed to be as planned.
      const wasAnswered = done.cell.proof === 'answered';
      const spent = wasAnswered ? { ...planned, tokens: done.tokens || planned.tokens } : { ...planned, ...nothing };
      write({ units: addUnits(run.units, spent) });
    }
  }

  notify({ type: 'run', run: rows.summaryOf(run) });
  await Promise.all(Array.from({ length: concurrency }, work));
  const settling = { sendControl, listOf: parts.listOf, opening: (id: string) => openingOf(parts.port, id) };
  for (const cell of await settleAbsent(rows.cellsOf(run.id), settling)) writeCell(cell);
  for (const cell of settleListing(rows.cellsOf(run.id))) writeCell(cell);
  for (const cell of settleQuota(rows.cellsOf(run.id))) writeCell(cell);
  const state = signal.aborted ? 'stopped' : isCapped ? 'capped' : 'done';
  write({ state, endedAt: Date.now(), changed: parts.countChanges(run) });
}

const nothing = { tokens: 0, images: 0, seconds: 0, characters: 0 };

const untried = (cell: CheckCell, sentence: string): CheckCell => ({
  ...cell,
  state: 'ended',
  verdict: 'not-tried',
  sentence,
  endedAt: Date.now(),
});

/** Returns a cell before it is probed, also one of an earlier run; a skipped cell has already ended with its reason. */
export function firstState(cell: PlannedCell & Pick<CheckCell, 'earlier' | 'replaced'>): CheckCell {
  const { earlier: _earlier, replaced, ...rest } = cell;
  const planned = { ...rest, model: replaced ?? cell.model };
  const { why, listFailure } = planned;
  const isSkipped = planned.action === 'skip';
  const costly = why === skipReasons.costly ? 'skipped-costly' : 'not-tried';
  return {
    ...planned,
    id: cellIdOf(planned),
    state: isSkipped ? 'ended' : 'waiting',
    verdict: listFailure === null ? costly : verdictOfListing(listFailure),
    proof: null,
    sentence: listFailure === null ? (why ?? '') : `${why} Reason: ${listFailure.message}`,
    stage: null,
    status: null,
    firstByteMs: null,
    totalMs: null,
    shape: null,
    failure: listFailure,
    exchangeId: listFailure?.exchangeId ?? null,
    endedAt: null,
  };
}
