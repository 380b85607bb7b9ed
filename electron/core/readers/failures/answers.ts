import { counted, formatCount } from '#shared/format.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { finishMeaning } from '../parts/finish-reasons.ts';
import { type HeaderList, requestIdFromHeaders } from './headers.ts';

/** What every failure of an answer can say about where it came from. */
export interface ResponseFacts {
  status: number;
  headers: HeaderList;
  /** The request's path names the route and at most a model, so that a 404 can't be about something that is stored. */
  fixedPath?: boolean | undefined;
}

function known(facts: ResponseFacts) {
  return { status: facts.status, requestId: requestIdFromHeaders(facts.headers) };
}

const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

/** A page where an answer should be; `title` is `null` when it has none. */
export function htmlResponse(facts: ResponseFacts, title: string | null): Failure {
  const page = title === null ? 'an HTML page' : `an HTML page titled "${title}"`;
  return failure('not-json', `The gateway answered ${facts.status} with ${page} instead of an answer.`, {
    ...known(facts),
    hint: 'The base address is probably wrong (gateways show their console for unknown paths), or a login or proxy page is in the way.',
    gatewayMessage: title,
  });
}

/** Bytes that are compressed, and a response that does not say so. `coding` as `Content-Encoding` names it. */
export function unannouncedCoding(facts: ResponseFacts, coding: string): Failure {
  return failure('not-json', `The gateway answered ${facts.status} with ${coding} data and without Content-Encoding.`, {
    ...known(facts),
    hint: 'A proxy on the way probably drops the header. The compressed bytes are in the record.',
  });
}

/** Plain text, or bytes that are no text at all (`text` is then `null`), where JSON should be. */
export function plainResponse(facts: ResponseFacts, text: string | null, sizeBytes: number): Failure {
  const what = text === null ? `${formatCount(sizeBytes)} bytes that are not text` : 'plain text';
  return failure('not-json', `The gateway answered ${facts.status} with ${what} instead of JSON.`, {
    ...known(facts),
    hint: 'Look at the recorded body. If it is compressed or binary, a proxy on the way changed it.',
    gatewayMessage: text?.trim().slice(0, 4096) || null,
  });
}

/** JSON that ends before its last bracket. */
export function cutResponse(facts: ResponseFacts, sizeBytes: number): Failure {
  return failure(
    'truncated',
    `The answer breaks off after ${formatCount(sizeBytes)} bytes, in the middle of its JSON.`,
    {
      ...known(facts),
      hint: 'The bytes that came are kept in the record. Send again if a repeated charge is acceptable.',
      retryable: true,
    },
  );
}

export function badJson(facts: ResponseFacts, fault: { line: number; column: number }): Failure {
  return failure('bad-json', `The answer stops being JSON at line ${fault.line}, column ${fault.column}.`, {
    ...known(facts),
    hint: 'The bytes are kept in the record. Send again; if it stays, the gateway or a proxy on the way damages answers.',
    retryable: true,
  });
}

export function badEvents(facts: ResponseFacts, bad: number, good: number): Failure {
  const message =
    good === 0
      ? `None of the ${bad} events of the stream is JSON.`
      : `${bad} events of the stream are not JSON, so reading was given up after ${counted(good, 'good one')}.`;
  return failure('bad-json', message, {
    ...known(facts),
    hint: 'What was read before is kept, and all bytes are in the record. A proxy on the way may damage the stream.',
    retryable: true,
  });
}

/** `what` names the thing over the limit: "one event", "the answer". */
export function tooLarge(facts: ResponseFacts, what: string, limitBytes: number): Failure {
  return failure('too-large', `Reading stopped because ${what} is larger than ${mib(limitBytes)}.`, {
    ...known(facts),
    hint: 'What came before is kept, and all bytes up to there are in the record. Ask for less.',
  });
}

/** JSON whose brackets in brackets would take minutes and gigabytes to look into. */
export function tooDeep(facts: ResponseFacts, levels: number): Failure {
  return failure('too-large', `Reading stopped because the answer is nested more than ${levels} levels deep.`, {
    ...known(facts),
    hint: 'No answer of a model is built so. All bytes up to there are in the record.',
  });
}

/** JSON that is well formed and not an answer of this route. `looksLike` names what it seems to be. */
export function wrongType(facts: ResponseFacts, expected: string, looksLike: string | null): Failure {
  const seems = looksLike === null ? '' : ` It looks like ${looksLike}.`;
  return failure('wrong-type', `The gateway answered ${facts.status} with JSON that is not ${expected}.${seems}`, {
    ...known(facts),
    hint: 'The whole answer is kept in the record. Check that the route fits the model and that the base address is right.',
  });
}

/** The stream ended and never said that the answer is whole. */
export function noTerminal(facts: ResponseFacts, characters: number, events: number, endMark: boolean): Failure {
  const how = endMark ? 'The stream was closed with [DONE]' : 'The stream ended';
  const after =
    characters > 0
      ? `${counted(characters, 'character')} of text in ${counted(events, 'event')}`
      : counted(events, 'event');
  return failure('no-terminal', `${how} after ${after} without saying why, so the answer may be cut off.`, {
    ...known(facts),
    hint: 'What arrived is kept. Continue from it or send again. If every stream ends so, ask for usage in the stream: some gateways drop the finish reason together with it.',
    retryable: true,
  });
}

/** A whole document that says of itself that the work is not done. `state` is its own word ("queued"). */
export function unfinished(facts: ResponseFacts, state: string | null): Failure {
  const says = state === null ? '' : `: the gateway reports the state "${state}"`;
  return failure('no-terminal', `The answer is not finished${says}.`, {
    ...known(facts),
    hint: 'The work goes on at the gateway. Ask for it without background work, or as a stream.',
  });
}

export function emptyBody(facts: ResponseFacts): Failure {
  return failure('empty', `The gateway answered ${facts.status} with an empty body.`, {
    ...known(facts),
    hint: 'Send again. If it stays empty, this route or model is probably not served.',
    retryable: true,
  });
}

/** `stray` is text that came instead of events, as some proxies send it. */
export function noEvents(facts: ResponseFacts, stray: string): Failure {
  return failure('empty', 'The stream ended with 0 events.', {
    ...known(facts),
    hint: 'Send again. If it stays empty, try the same request without a stream to see what the gateway says.',
    retryable: true,
    gatewayMessage: stray.trim() || null,
  });
}

/** A whole answer with nothing in it, with the facts that tell why. `lacks` as in "no text". */
export function nothingSaid(
  facts: ResponseFacts,
  lacks: string,
  finishReason: string | null,
  usage: Usage | null,
): Failure {
  const reasoning = usage?.reasoningTokens ?? 0;
  const output = usage?.outputTokens ?? null;
  const spent = output === null ? '' : ` after ${output} output tokens`;
  const onReasoning = reasoning > 0 && reasoning >= (output ?? 0) ? ', all of them spent on reasoning' : '';
  const reason = finishReason === null ? '' : ` The finish reason is "${finishReason}"${spent}${onReasoning}.`;
  const limited = finishReason !== null && finishMeaning(finishReason) === 'limit';
  return failure('empty', `The answer is complete but holds ${lacks}.${reason}`, {
    ...known(facts),
    hint: limited
      ? 'Raise the token limit or lower the reasoning effort, then send again.'
      : 'Send again or change the request. The whole answer is in the record.',
    retryable: !limited,
  });
}

/** `what` was blocked ("the prompt", "the answer") and for which reasons. */
export function blocked(facts: ResponseFacts, what: string, reasons: readonly string[], said: string | null): Failure {
  return failure('moderated', `The service blocked ${what} (${reasons.join(', ')}).`, {
    ...known(facts),
    hint: 'Change the wording or the attachment. On the native surface the safety settings of the request may allow more.',
    type: reasons[0] ?? null,
    gatewayMessage: said,
  });
}

/** The service stopped the answer with a reason that means trouble on its side. */
export function brokenOff(facts: ResponseFacts, finishReason: string): Failure {
  return failure('upstream', `The service behind the gateway broke the answer off (finish reason "${finishReason}").`, {
    ...known(facts),
    hint: 'What arrived is kept. Send again, or pick another model.',
    retryable: true,
    type: finishReason,
  });
}
