import type { CompareCell, CompareRun } from '#shared/contract/compare.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfRun } from '../exit-codes.ts';

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
