import type { Failure } from '#shared/protocol/failure.ts';
import { failureFromBody } from '../classify.ts';
import type { DialectEnd } from '../dialect.ts';
import { reportIn } from '../failures/foreign-document.ts';
import { badEvents, emptyResponse, noEvents, noTerminal, tooLarge, wrongType } from '../failures/response-failures.ts';
import type { Ending } from '../reader.ts';
import type { IntakeContext } from './intake.ts';
import type { JsonObject } from './json-value.ts';
import { quoting, wordsWithin } from './side-words.ts';

/** What a stream contained when its bytes ended. */
export interface StreamEvidence {
  end: DialectEnd;
  /** `[DONE]` arrived. */
  endMark: boolean;
  /** The failure that the stream itself reported. */
  reported: Failure | null;
  /** Events that the dialect read, that are JSON, and that are not. */
  known: number;
  good: number;
  bad: number;
  /** So many events are not JSON that reading stopped. */
  isHopeless: boolean;
  isTooLarge: boolean;
  firstUnknown: JsonObject | null;
  /** Text between the events. */
  stray: string;
  /** The comment that nothing followed. */
  comment: string;
  /** What a broken event says for people. */
  brokenWords: string | null;
}

type Judgement = Pick<Ending, 'verdict' | 'error'>;

/** Judges a stream by its own end, by its events, and by the words that arrived outside of them. */
export function judgeStream({ dialect, facts, maxEventBytes }: IntakeContext, seen: StreamEvidence): Judgement {
  const { end, known, bad, good, firstUnknown, stray } = seen;
  const words = wordsWithin(stray) ?? seen.brokenWords ?? wordsWithin(seen.comment);
  const isPart = known > 0 ? 'truncated' : 'failed';

  /** An error that is of a known kind by its words ends the response like an event with an error. */
  function say(verdict: Ending['verdict'], error: Failure, said: string | null): Judgement {
    const found = quoting(error, said, facts);
    return { verdict: found.code === error.code ? verdict : 'failed', error: found };
  }

  if (seen.reported !== null) return { verdict: 'failed', error: seen.reported };
  if (facts.status >= 400) return { verdict: 'failed', error: failureFromBody(stray, facts) };
  if (seen.isTooLarge) return { verdict: isPart, error: tooLarge(facts, 'one event', maxEventBytes) };
  if (seen.isHopeless || (bad > 0 && good === 0)) return say(isPart, badEvents(facts, bad, good), words);
  if (known === 0 && firstUnknown !== null)
    return say('failed', wrongType(facts, dialect.name, firstUnknown), reportIn(firstUnknown) ?? words);
  if (known === 0) return say('empty', noEvents(facts, stray), stray.trim() === '' ? words : stray);
  if (!end.ended) return say('truncated', noTerminal(facts, end, known, seen.endMark), words);
  if (!end.holds) return say('empty', emptyResponse(facts, dialect.nothing, end), words);
  return { verdict: 'complete', error: null };
}
