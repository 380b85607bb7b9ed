import type { SessionPart } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfFailure, exitOfRun } from '../exit-codes.ts';

/** What a session means for the command: its exit status, and the failure that decided it. */
export interface SessionOutcome {
  exit: number;
  failure: Failure | null;
}

/**
 * Collects what decides the exit status of a session. A session may end well although a response in it failed, a step of
 * its script could not run, or a reply was cut: then that decides.
 *
 * @param isTranscript the transcript of the user is the result, so that a failed one fails the command.
 */
export function createSessionOutcome(isTranscript: boolean) {
  const warnings: string[] = [];
  let found: SessionOutcome | null = null;
  /** Why the gateway rejected the settings; another attempt with other settings may follow. */
  let refused: Failure | null = null;
  let isLive = false;

  const note = (why: Failure, exit: number) => {
    found ??= { exit, failure: why };
  };

  return {
    take(part: SessionPart): void {
      if (part.type === 'stage') {
        if (part.stage === 'configuring') [refused, isLive] = [null, false];
        else if (part.stage === 'live') {
          isLive = true;
          // The session goes on, but not with the settings of the command line.
          if (refused) note(refused, exitOfFailure(refused.code));
        }
      } else if (part.type === 'problem' && !isLive && !part.fatal) refused = part.failure;
      if (part.type === 'warning') warnings.push(part.code);
      else if (part.type === 'response' && part.state === 'done' && part.end.failure)
        note(part.end.failure, exitOfFailure(part.end.failure.code));
      else if (part.type === 'words-failed' && isTranscript) note(part.failure, exitOfFailure(part.failure.code));
      else if (part.type === 'problem' && part.failure.code === 'bad-draft') note(part.failure, exitCodes.failed);
      else if (part.type === 'expectation' && !part.met) note(unmet(part), exitCodes.failed);
    },
    /** The result of `--out` was not written: there is none. */
    isEmpty(why: Failure): void {
      note(why, exitCodes.empty);
    },
    /** Returns the outcome, given the end of the session. */
    at({ state, failure: ending }: Extract<SessionPart, { type: 'ended' }>): SessionOutcome {
      if (state !== 'done') return { exit: exitOfRun(state, ending?.code ?? null), failure: ending };
      return found ?? { exit: exitOfRun(state, null, warnings), failure: null };
    },
  };
}

const unmet = ({ text, found }: Extract<SessionPart, { type: 'expectation' }>): Failure =>
  failure('wrong-type', `Not met: ${text}.`, {
    effect: 'arrived-kept',
    hint: `Found: ${found.slice(-200) || 'nothing'}`,
  });
