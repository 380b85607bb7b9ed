import type { FailureCode, RunState } from '#shared/protocol/failure.ts';
import { type ExitName, outcomes } from '#shared/protocol/outcomes.ts';
import { cutWarnings } from '#shared/protocol/part.ts';

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  key: 3,
  limit: 4,
  network: 5,
  interrupted: 6,
  empty: 7,
  regressed: 8,
  operator: 9,
  shortened: 10,
  cancelled: 130,
} as const satisfies Record<ExitName, number>;

/** One line each, as `patchbay help exit-codes` prints them. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'the answer is whole (perhaps with warnings on stderr); serve and demo were stopped by Ctrl-C or SIGTERM',
  failed: 'the gateway said no, or its answer could not be read; the data folder cannot be used',
  usage: 'the command itself is wrong; nothing was sent',
  key: 'there is no key, or the gateway does not accept it',
  limit: 'rate limit, quota, or an overloaded gateway: try later',
  network: 'the gateway could not be reached, or a time limit passed',
  interrupted: 'the answer broke off; what had arrived was printed',
  empty: 'the answer is well formed and holds nothing',
  regressed: 'a check found that something that worked before no longer does',
  operator: "the provider behind the gateway refused the gateway's own account; its operator must act",
  shortened: 'the reply stopped at its token limit, a content filter ended it, or its audio is incomplete',
  cancelled: 'stopped by Ctrl-C, SIGTERM or a closed output; what had arrived was printed',
};

/** Returns the exit status of a failure that is not the end of a run. */
export const exitOfFailure = (code: FailureCode): number => exitCodes[outcomes[code].exit];

/**
 * Returns the exit status of a run, which is 0 only for a response that is known to be complete. `warnings` are the
 * codes of its warnings.
 */
export function exitOfRun(state: RunState, code: FailureCode | null, warnings: readonly string[] = []): number {
  if (state === 'done' || state === 'done-with-warnings')
    return warnings.some((warning) => cutWarnings.has(warning)) ? exitCodes.shortened : exitCodes.done;
  if (state === 'interrupted') return exitCodes.interrupted;
  if (state === 'cancelled') return exitCodes.cancelled;
  return code === null ? exitCodes.failed : exitOfFailure(code);
}
