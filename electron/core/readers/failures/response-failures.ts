import { counted, formatCount } from '#shared/format.ts';
import type { Asked } from '#shared/protocol/asked.ts';
import { type Failure, type FailureCode, failure } from '#shared/protocol/failure.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { finishMeaning } from '../parts/finish-reasons.ts';
import type { TagPair } from '../parts/reasoning-notations.ts';
import { looksLike } from './foreign-document.ts';
import { type HeaderList, requestIdFromHeaders } from './headers.ts';

export interface ResponseFacts {
  status: number;
  headers: HeaderList;
  /** The request's path consists of the route and at most a model, so a 404 cannot be about a stored object. */
  fixedPath?: boolean | undefined;
  /** Tags of the connection around reasoning in a text, besides the known ones. */
  reasoningTags?: readonly TagPair[] | undefined;
  /** What the request asked for and the response may not repeat. */
  asked?: Asked | undefined;
}

function found(facts: ResponseFacts, code: FailureCode, message: string, known: Partial<Failure>): Failure {
  return failure(code, message, { status: facts.status, requestId: requestIdFromHeaders(facts.headers), ...known });
}

const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

export function htmlResponse(facts: ResponseFacts, title: string | null): Failure {
  const page = title === null ? 'an HTML page' : `an HTML page titled "${title}"`;
  return found(
    facts,
    'not-json',
    `The gateway returned ${facts.status} with ${page} instead of a response of this route.`,
    {
      hint: 'The base URL is probably wrong (gateways show their console for unknown paths), or a login or proxy page responded.',
      gatewayMessage: title,
    },
  );
}

/** Compressed bytes in a response that does not declare it. `coding` as in `Content-Encoding`. */
export function undeclaredCoding(facts: ResponseFacts, coding: string): Failure {
  const message = `The gateway returned ${facts.status} with ${coding} data but without Content-Encoding.`;
  const hint = 'A proxy probably dropped the header. Report this to its operator.';
  return found(facts, 'not-json', message, { effect: 'arrived-kept', hint });
}

/** Plain text, or bytes that are not text (`text` is then `null`), where JSON or media is expected. */
export function plainResponse(
  facts: ResponseFacts,
  text: string | null,
  sizeBytes: number,
  expected = 'JSON',
): Failure {
  const what = text === null ? `${formatCount(sizeBytes)} bytes that are not text` : 'plain text';
  return found(facts, 'not-json', `The gateway returned ${facts.status} with ${what} instead of ${expected}.`, {
    hint: 'See the recorded body. If it is compressed or binary, a proxy changed it.',
    gatewayMessage: text?.trim().slice(0, 4096) || null,
  });
}

export function truncatedResponse(facts: ResponseFacts, sizeBytes: number): Failure {
  const message = `The response ends after ${formatCount(sizeBytes)} bytes, in the middle of its JSON.`;
  const hint = 'Send again; it may be billed again.';
  return found(facts, 'truncated', message, { effect: 'arrived-kept', hint, retryable: true });
}

export function badJson(facts: ResponseFacts, fault: { line: number; column: number } | null): Failure {
  const from = fault === null ? '' : ` from line ${fault.line}, column ${fault.column}`;
  return found(facts, 'bad-json', `The response is not valid JSON${from}.`, {
    effect: 'arrived-kept',
    hint: 'Send again; if this persists, the gateway or a proxy damages responses.',
    retryable: true,
  });
}

export function badEvents(facts: ResponseFacts, bad: number, good: number): Failure {
  const message =
    good === 0
      ? `None of the ${bad} events of the stream is JSON.`
      : `${bad} events of the stream are not JSON, so reading stopped after ${counted(good, 'valid event')}.`;
  return found(facts, 'bad-json', message, {
    effect: 'arrived-kept',
    hint: 'A proxy may have damaged the stream.',
    retryable: true,
  });
}

/** `what` names what exceeds the limit: "one event", "the response". */
export function tooLarge(facts: ResponseFacts, what: string, limitBytes: number): Failure {
  return found(facts, 'too-large', `Reading stopped because ${what} is larger than ${mib(limitBytes)}.`, {
    effect: 'arrived-kept',
    hint: 'Ask for less.',
  });
}

/** JSON whose nesting would take minutes and gigabytes to parse. */
export function tooDeep(facts: ResponseFacts, levels: number): Failure {
  return found(facts, 'too-large', `Reading stopped because the response is nested more than ${levels} levels deep.`, {
    effect: 'arrived-kept',
    hint: 'Check that the base URL leads to a gateway.',
  });
}

/** Well-formed JSON that is not a response of this route. */
export function wrongType(facts: ResponseFacts, expected: string, document: unknown): Failure {
  const what = looksLike(document);
  const seems = what === null || what === expected ? '' : ` It looks like ${what}.`;
  return found(facts, 'wrong-type', `The gateway returned ${facts.status} with JSON that is not ${expected}.${seems}`, {
    effect: 'arrived-kept',
    hint: 'Check that the model supports the route and that the base URL is right.',
  });
}

interface Ended {
  finishReason?: string | null;
  usage?: Usage | null;
  characters?: number;
}

export function noTerminal(facts: ResponseFacts, { characters }: Ended, events: number, endMark: boolean): Failure {
  const how = endMark ? 'The stream was closed with [DONE]' : 'The stream ended';
  const after = `${characters ? `${counted(characters, 'character')} of text in ` : ''}${counted(events, 'event')}`;
  // Only text can be continued, and only its streams end with usage.
  const isText = characters !== undefined;
  const lacks = isText ? 'a finish reason, so the reply' : 'its last event, so the response';
  return found(facts, 'no-terminal', `${how} after ${after} without ${lacks} may be cut off.`, {
    effect: 'arrived-kept',
    hint: isText
      ? 'Continue or send again; if every stream ends like this, request usage in the stream, because some gateways drop both.'
      : 'Send again; it may be billed again.',
    retryable: true,
  });
}

/**
 * A whole document that says the work is not finished.
 *
 * @param state its own word ("queued").
 * @param way how the route returns a finished response, if there is one.
 */
export function unfinished(facts: ResponseFacts, state: string | null, way: string | null): Failure {
  const says = state === null ? '' : `: the gateway reports the status "${state}"`;
  return found(facts, 'no-terminal', `The response is not finished${says}.`, {
    hint: `The gateway continues the work. ${way ?? 'Poll it by the ID in the response, with a custom request.'}`,
  });
}

export function emptyBody(facts: ResponseFacts): Failure {
  return found(facts, 'empty', `The gateway returned ${facts.status} with an empty body.`, {
    hint: 'Send again. If it stays empty, this route or model is probably not available.',
    retryable: true,
  });
}

/** `stray` is text that arrived instead of events, as some proxies send it. */
export function noEvents(facts: ResponseFacts, stray: string): Failure {
  return found(facts, 'empty', 'The stream ended without any events.', {
    hint: "Send again. If it stays empty, turn off streaming to see the gateway's message.",
    retryable: true,
    gatewayMessage: stray.trim() || null,
  });
}

/** A complete response without content, with the facts that explain why. `lacks` as in "no text". */
export function emptyResponse(facts: ResponseFacts, lacks: string, { finishReason = null, usage }: Ended): Failure {
  const reasoning = usage?.reasoningTokens ?? 0;
  const output = usage?.outputTokens ?? null;
  const spent = output === null ? '' : ` after ${output} output tokens`;
  const onReasoning = reasoning > 0 && reasoning >= (output ?? 0) ? ', all of them spent on reasoning' : '';
  const reason = finishReason === null ? '' : ` The finish reason is "${finishReason}"${spent}${onReasoning}.`;
  const limited = finishReason !== null && finishMeaning(finishReason) === 'limit';
  return found(facts, 'empty', `The response is complete but contains ${lacks}.${reason}`, {
    hint: limited
      ? 'Raise the token limit or lower the reasoning effort, then send again.'
      : 'Send again, or change the request.',
    retryable: !limited,
  });
}

/** `what` was blocked ("the prompt", "the reply") and for which reasons. */
export function blocked(
  facts: ResponseFacts,
  what: string,
  reasons: readonly string[],
  gatewayMessage: string | null,
): Failure {
  return found(facts, 'moderated', `The service blocked ${what} (${reasons.join(', ')}).`, {
    hint: 'Rephrase the prompt or change the attachment. On native routes, the safety settings of the request may allow more.',
    type: reasons[0] ?? null,
    gatewayMessage,
  });
}

/** The service ended the response with a reason that means trouble on its side; `gatewayMessage`: what it says of it. */
export function brokenOff(facts: ResponseFacts, finishReason: string, gatewayMessage: string | null = null): Failure {
  const message = `The upstream ended the reply early (finish reason "${finishReason}").`;
  const hint = 'Send again, or select another model.';
  const known = { effect: 'arrived-kept', hint, retryable: true, type: finishReason, gatewayMessage } as const;
  return found(facts, 'upstream', message, known);
}
