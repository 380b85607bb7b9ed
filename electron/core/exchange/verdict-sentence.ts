import type { Failure } from '#shared/routes/failure.ts';
import { outcomes } from '#shared/routes/outcomes.ts';
import { routes } from '#shared/routes/table.ts';
import type { RecordedExchange } from '../store/exchange-recording.ts';
import { breaks, oddities, refusals } from './verdict-phrases.ts';

/** What a verdict is made from. */
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

/** Clauses about oddities that one sentence can hold. */
const oddityLimit = 3;

/**
 * What happened in one exchange, in one sentence: how the answer came, how it ended, and what was odd about it. What the
 * gateway said is named by its meaning and quoted where that says more; everything is redacted because the record is.
 */
export function sentenceOf(facts: VerdictFacts): string {
  const clauses = [happened(facts), ...odd(facts)];
  const sentence = clauses.join('; ');
  // The name of a host keeps its small letter.
  return `${sentence.replace(/^[a-z](?=[a-z]*[ ,])/, (letter) => letter.toUpperCase())}.`;
}

function happened(facts: VerdictFacts): string {
  const { state, failure, sent, response } = facts;
  switch (state) {
    case 'running':
      return underWay(facts);
    case 'done':
    case 'done-with-warnings':
      return `${course(facts)}${facts.finishReason ? `, ended with "${facts.finishReason}"` : ''}`;
    case 'cancelled':
      if (response === null)
        return `stopped by you ${sent === 'not-sent' ? 'before anything was sent' : 'before the answer began'}`;
      return `${course(facts)}, then was stopped by you`;
    case 'interrupted':
      return brokeOff(facts, failure);
    case 'failed':
      if (failure === null) return 'failed, and nothing tells why';
      if (outcomes[failure.code].place === 'here' && sent === 'not-sent')
        return `refused before anything was sent: ${asClause(failure.message)}`;
      if (response === null)
        return `${asClause(failure.message)}${sent === 'not-sent' ? '; nothing reached the gateway' : '; the request may have been processed'}`;
      return refused(facts, failure, response.status);
  }
}

function underWay({ response, timeline, events }: VerdictFacts): string {
  if (response) return events > 0 ? `receiving the answer, ${counted(events, 'event')} so far` : 'receiving the answer';
  return timeline.sentMs === null ? 'on its way to the gateway' : 'sent, and waiting for the answer to begin';
}

/** How an answer came, as far as it came. */
function course({ events, timeline, status, streamAsked, routeId, response }: VerdictFacts): string {
  const whole = timeline.endMs === null ? '' : ` in ${duration(timeline.endMs)}`;
  const isStream = events > 1 || (streamAsked && events > 0);
  if (!isStream || routes[routeId].streams === 'never')
    return `answered with ${status ?? 'no status'}${whole}${response && response.bodyBytes > 0 ? `, ${size(response.bodyBytes)}` : ''}`;
  const first = timeline.firstTokenMs ?? timeline.firstByteMs;
  const beginning =
    first === null ? '' : `, first ${timeline.firstTokenMs === null ? 'byte' : 'token'} after ${duration(first)}`;
  return `streamed ${counted(events, 'event')}${whole}${beginning}`;
}

function brokeOff(facts: VerdictFacts, failure: Failure | null): string {
  const how = (failure && breaks[failure.code]) ?? 'broke off';
  const said = failure?.code === 'in-band' && failure.gatewayMessage ? `: ${quote(failure.gatewayMessage)}` : '';
  if (failure?.code === 'app-ended' && facts.response === null) return 'Patchbay ended before the answer began';
  return `${course(facts)}, then ${how}${said}`;
}

/** An answer that is an error: its status and its body may say different things. */
function refused({ sent }: VerdictFacts, failure: Failure, status: number): string {
  const refusal = refusals[failure.code];
  const uncertain = sent === 'maybe-processed' ? '; the request may have been processed' : '';
  if (!refusal) return `answered with ${status}: ${asClause(failure.message)}${uncertain}`;
  const says = failure.code === 'parameter' && failure.param ? `the field "${failure.param}" is wrong` : refusal.says;
  const quoted = failure.gatewayMessage ? ` (${quote(failure.gatewayMessage)})` : '';
  if (refusal.statuses.includes(status)) return `refused with ${status}: ${says}${quoted}${uncertain}`;
  return `the status says ${status}, the body says ${says}${quoted}${uncertain}`;
}

function odd({ warnings }: VerdictFacts): string[] {
  const found = [...new Set(warnings.map(({ code }) => code))];
  const clauses = found.slice(0, oddityLimit).map((code) => oddities[code as keyof typeof oddities] ?? code);
  const more = found.length - clauses.length;
  return more > 0 ? [...clauses, `${counted(more, 'more oddity', 'more oddities')}`] : clauses;
}

/** A sentence in the middle of another one. */
function asClause(sentence: string): string {
  const text = sentence.trim().replace(/\.$/, '');
  return /^(?:The|A|An|This|No|Nothing|All) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const quotedCharacters = 120;

function quote(said: string): string {
  const text = said.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const letters = [...text];
  return `"${letters.length > quotedCharacters ? `${letters.slice(0, quotedCharacters).join('')}…` : text}"`;
}

const counted = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

/** `412 ms`, `3.2 s`, `4 min 10 s`. */
function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** `812 bytes`, `12.4 kB`, `3.0 MB`, in thousands. */
function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
