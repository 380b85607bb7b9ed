import type { Language } from '#shared/contract/language.ts';
import { consequenceOf } from '#shared/protocol/consequence.ts';
import type { Failure, FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import { refusalWords } from '#shared/protocol/refusal-words.ts';
import { type Strings, strings } from '../i18n/strings.ts';
import { speaksEnglish } from './failures.ts';

/** What a failure says below its headline. Each sentence says one thing; an empty one has nothing to say. */
export interface FailureSentences {
  /** What happened. */
  message: string;
  /** What is certain about the request and about what was entered. */
  kept: string;
  /** What to do next. */
  hint: string;
  /** What the core says in English beyond all of that. */
  core: string;
}

/**
 * Returns the sentences of a failure. `sent` is that of a run on this page, whose input is still there. The gateway's own
 * words replace the message.
 */
export function sentencesOf(
  failure: Failure,
  language: Language,
  words: Strings = strings(),
  sent: SentFlag | null = null,
): FailureSentences {
  const { code, message, gatewayMessage } = failure;
  const { effect, hint } = consequenceOf(failure, sent);
  const t = words.pieces.failure.kept;
  const isInputKept = sent !== null && effect !== 'arrived-kept';
  const kept = words.pieces.sentences(effect && t[effect], isInputKept && t.input);
  const more = saysMore(failure) ? message : '';
  if (speaksEnglish(language, message))
    return {
      message: gatewayMessage ?? message,
      kept,
      hint: hint || words.failures[code].hint,
      core: gatewayMessage === null ? '' : more,
    };
  const own = hint === (refusalWords as Partial<Record<FailureCode, { hint: string }>>)[code]?.hint ? '' : hint;
  // Where the failure knows better than its code whether the same request may succeed, so does its hint.
  const isOfCode = own === '' || failure.retryable === mayWorkAgain(code);
  return {
    message: gatewayMessage ?? '',
    kept,
    hint: isOfCode ? words.failures[code].hint : '',
    core: [more, own].filter(Boolean).join(' '),
  };
}

/** Whether the message says more than its code: the default sentence of a refusal only repeats code and status. */
function saysMore({ code, message }: Failure): boolean {
  const words = (refusalWords as Partial<Record<FailureCode, { summary: string }>>)[code];
  return !words || !message.startsWith(`${words.summary} (`);
}

/** Returns the gateway's own words, unless they are part of what is said. */
export const quoteBeside = ({ gatewayMessage }: Failure, said: string): string | null =>
  gatewayMessage && !said.includes(gatewayMessage) ? gatewayMessage : null;
