import { isProven } from '#core/checks/proven.ts';
import type { CheckCell, CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { readChoice } from '../input/options.ts';

const failOns = ['any', 'worse', 'none'] as const;
/** Which cells make a check fail: any that is not proved, only what got worse, or none. */
export type FailOn = (typeof failOns)[number];

/** @throws UsageError */
export const readFailOn = (text: string | undefined): FailOn | null =>
  text === undefined ? null : readChoice('fail-on', text, failOns);

/** The worst first: nothing can be reached, the key is refused, the operator must act, there is a limit, anything else. */
const severity = [exitCodes.network, exitCodes.key, exitCodes.operator, exitCodes.limit, exitCodes.failed] as const;

/** The exit status of a check. A run that was stopped or capped has not told what it was started for. */
export function exitOfCheck(run: CheckRun, drift: readonly CheckDrift[], failOn: FailOn): number {
  if (run.state === 'stopped') return exitCodes.cancelled;
  if (run.state === 'capped') return exitCodes.limit;
  if (failOn === 'none') return exitCodes.done;
  if (drift.some(({ isRegression }) => isRegression)) return exitCodes.regressed;
  if (failOn === 'worse') return exitCodes.done;
  const found = new Set(run.rows.filter(isFailing).map(exitOfCell));
  const worst = severity.find((code) => found.has(code));
  if (worst !== undefined) return worst;
  return run.rows.some(({ verdict }) => isProven(verdict)) ? exitCodes.done : exitCodes.failed;
}

/** What was left out on purpose is no failure; what was left out because its models could not be listed is one. */
const isFailing = ({ verdict, action, listFailure }: CheckCell): boolean =>
  !isProven(verdict) && (action !== 'skip' || listFailure !== null);

function exitOfCell({ failure }: CheckCell): number {
  const code = failure === null ? exitCodes.failed : exitOfFailure(failure.code);
  return severity.find((one) => one === code) ?? exitCodes.failed;
}
