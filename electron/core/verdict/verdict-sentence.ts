import type { Language } from '#shared/contract/language.ts';
import { formatDuration, formatSize } from '#shared/format.ts';
import { localeOf } from '#shared/locale/locale.ts';
import type { VerdictText } from '#shared/locale/words.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { isRefusal, outcomes, refusalStatuses } from '#shared/protocol/outcomes.ts';
import { routes } from '#shared/protocol/table.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';

export type VerdictFacts = Pick<
  RecordedExchange,
  | 'state'
  | 'routeId'
  | 'status'
  | 'failure'
  | 'finishReason'
  | 'warnings'
  | 'timeline'
  | 'events'
  | 'sent'
  | 'streamAsked'
  | 'response'
>;

/** Clauses about oddities that fit into one sentence. */
const irregularityLimit = 3;

/**
 * Returns what happened in one exchange, in one sentence: how the response arrived, how it ended, and what was odd
 * about it. The gateway's message is named by its meaning and quoted where that says more; everything is redacted
 * because the record is. The record contains only facts, so the same one can be read in any language.
 */
export function sentenceOf(facts: VerdictFacts, language: Language = 'en'): string {
  const words = localeOf(language).verdict;
  return words.sentence([happened(facts, words), ...unexpected(facts, words)]);
}

function happened(facts: VerdictFacts, words: VerdictText): string {
  const { state, failure, sent, response } = facts;
  switch (state) {
    case 'running':
      return underWay(facts, words);
    case 'done':
    case 'done-with-warnings':
      return words.ended(course(facts, words), facts.finishReason);
    case 'cancelled':
      if (response === null) return sent === 'not-sent' ? words.stopped.before : words.stopped.waiting;
      return words.stopped.within(course(facts, words));
    case 'interrupted':
      return brokeOff(facts, failure, words);
    case 'failed':
      if (failure === null) return words.unexplained;
      if (outcomes[failure.code].location === 'here' && sent === 'not-sent')
        return words.refusedHere(words.reason(failure));
      if (response === null) return words.unanswered(words.reason(failure), sent !== 'not-sent');
      return refused(facts, failure, response.status, words);
  }
}

function underWay({ response, timeline, events }: VerdictFacts, words: VerdictText): string {
  if (response) return words.receiving(events);
  return timeline.sentMs === null ? words.onTheWay : words.waiting;
}

/** How a response arrived, as far as it did. */
function course(facts: VerdictFacts, words: VerdictText): string {
  const { events, timeline, status, streamAsked, routeId, response } = facts;
  const took = timeline.endMs === null ? null : formatDuration(timeline.endMs);
  const isStream = events > 1 || (streamAsked && events > 0);
  if (!isStream || routes[routeId].streams === 'never')
    return words.answered(status, took, response && response.bodyBytes > 0 ? formatSize(response.bodyBytes) : null);
  const first = timeline.firstTokenMs ?? timeline.firstByteMs;
  const what = timeline.firstTokenMs === null ? 'byte' : 'token';
  return words.streamed(events, took, first === null ? null : { what, after: formatDuration(first) });
}

function brokeOff(facts: VerdictFacts, failure: Failure | null, words: VerdictText): string {
  if (failure?.code === 'app-ended' && facts.response === null) return words.endedByUs;
  const how = (failure && words.breaks[failure.code]) ?? words.brokeOff;
  return words.broke(course(facts, words), how, failure?.code === 'in-band' ? quoteGateway(failure, words) : null);
}

/** A response that is an error: its status and its body may disagree. */
function refused({ sent }: VerdictFacts, failure: Failure, status: number, words: VerdictText): string {
  const uncertain = sent === 'maybe-processed';
  const { code, param } = failure;
  if (!isRefusal(code)) return words.failed(status, words.reason(failure), uncertain);
  const says = code === 'parameter' && param ? words.wrongField(param) : words.refusals[code];
  const agrees = (refusalStatuses[code] as readonly number[]).includes(status);
  return words[agrees ? 'refused' : 'contradicted'](status, says, quoteGateway(failure, words), uncertain);
}

function unexpected({ warnings }: VerdictFacts, words: VerdictText): string[] {
  const found = [...new Set(warnings.map(({ code }) => code))];
  const clauses = found
    .slice(0, irregularityLimit)
    .map((code) => words.oddities[code as keyof typeof words.oddities] ?? code);
  const more = found.length - clauses.length;
  return more > 0 ? [...clauses, words.moreOddities(more)] : clauses;
}

const quotedCharacters = 120;

/** Quotes the gateway's message, as much as fits into a sentence. */
function quoteGateway({ gatewayMessage }: Failure, words: VerdictText): string | null {
  if (!gatewayMessage) return null;
  const text = gatewayMessage.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const letters = [...text];
  return words.quote(letters.length > quotedCharacters ? `${letters.slice(0, quotedCharacters).join('')}…` : text);
}
