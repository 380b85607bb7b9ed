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
  done: 'the response is complete, possibly with warnings on stderr; serve and demo were stopped with Ctrl-C or SIGTERM',
  failed: 'the gateway rejected the request, its response is invalid, or the data folder cannot be used',
  usage: 'the command line is invalid; nothing was sent',
  key: 'there is no key, or the gateway rejected it',
  limit: 'rate limit, quota or overload; try again later',
  network: 'the gateway could not be reached, or a timeout passed',
  interrupted: 'the response was interrupted; what arrived was printed',
  empty: 'the response is valid but empty',
  regressed: 'something that worked in an earlier check no longer works',
  operator: "the provider rejected the gateway's own account; only its operator can fix that",
  shortened: 'the reply was cut off by its token limit or a content filter, or its audio is incomplete',
  cancelled: 'stopped by Ctrl-C, SIGTERM or a closed output; what arrived was printed',
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
