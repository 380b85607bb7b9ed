import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import { asObject, asObjects, asText, type JsonObject } from './intake/json-value.ts';
import { append, unexpectedShape } from './parts/compose.ts';
import { finishMeaning, finishParts } from './parts/finish-reasons.ts';
import { impliedState } from './parts/response-events.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import { createResponseOutput, itemPart } from './parts/response-output.ts';

const unfinishedStates: ReadonlySet<string> = new Set(['queued', 'in_progress']);

/**
 * Reads `/v1/responses`, streamed or not. The `type` inside each document decides, because the event name may be
 * missing or stale. The stream has no end mark: its last event ends it, and the socket may stay open after it.
 */
export function openResponses(facts: ResponseFacts): Dialect {
  const output = createResponseOutput(facts.reasoningTags ?? []);
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  let failed: Failure | null = null;
  let finishReason: string | null = null;
  let ended = false;
  let state: string | null = null;
  let hasOddTypes = false;

  function takeLast(response: JsonObject, impliedState: string): Part[] {
    state = asText(response.status) ?? impliedState;
    const parts = responseId.take(response.id, response.model);
    append(parts, output.last(response));
    usage.find(response);
    append(parts, usage.report());
    ended = !unfinishedStates.has(state);
    if (state === 'failed') failed = failureFromBody({ error: response.error ?? {} }, facts);
    else if (state === 'cancelled') failed = brokenOff(facts, state);
    else if (ended) {
      finishReason = state === 'incomplete' ? (asText(asObject(response.incomplete_details)?.reason) ?? state) : state;
      append(parts, finishParts(finishReason, 0, 'responses'));
    }
    return parts;
  }

  function takeEvent(event: JsonObject, type: string): Part[] | null {
    const response = asObject(event.response);
    const implied = impliedState(type);
    if (implied !== null) return takeLast(response ?? event, implied);
    const read = output.event(type, event);
    if (read === null) return null;
    const parts = response ? responseId.take(response.id ?? response.response_id, response.model) : [];
    if (usage.find(event)) append(parts, usage.report());
    append(parts, read.parts);
    if (read.isOdd && !hasOddTypes) parts.push(oddType(type));
    hasOddTypes ||= read.isOdd;
    return parts;
  }

  function takeWhole(document: JsonObject): Part[] | null {
    const { object, output: items, output_text } = document;
    const isResponse = object === 'response' || Array.isArray(items) || asText(items) || asText(output_text);
    return isResponse ? takeLast(document, 'completed') : null;
  }

  function takeDocument(received: JsonObject, name: string | null = null): Part[] | null {
    const type = asText(received.type) ?? asText(received.event) ?? name;
    const inner = received.type === undefined ? asObject(received.data) : null;
    return (type === null ? null : takeEvent(inner ?? received, type)) ?? takeWhole(inner ?? received);
  }

  return {
    name: 'a Responses response',
    nothing: 'no text, no reasoning and no tool call',
    finishing: 'Turn off background mode, or use streaming.',
    event: takeDocument,
    whole(value) {
      const document = asObject(value);
      const inner = document && [document.response, document.data].map(asObject).find((one) => one?.output);
      return document && takeWhole(inner ?? document);
    },
    isFinished: () => ended,
    failure: () => failed,
    end() {
      const parts = output.end(!ended || finishReason === 'max_output_tokens');
      const holds = output.holds();
      if (!holds && finishReason !== null && finishMeaning(finishReason) === 'blocked')
        failed ??= blocked(facts, 'the reply', [finishReason], null);
      if (ended && !failed) append(parts, output.form());
      return { parts, ended, holds, finishReason, usage: usage.usage(), characters: output.characters(), state };
    },
  };
}

const oddType = (type: string): Part =>
  unexpectedShape(
    `The types of events are not those of the protocol, such as "${type.slice(0, 60)}". They were read anyway.`,
  );

/** Reads `/v1/responses/compact`: a list of items that become the next input, so each is passed on unchanged. */
export function openCompact(): Dialect {
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  const { whole, ...dialect } = openOneDocument({
    name: 'a compacted conversation',
    nothing: 'no items',
    usage,
    isContent: ({ type }) => type === 'item',
    read(value) {
      const document = asObject(value);
      if (!Array.isArray(document?.output)) return null;
      return [
        ...responseId.take(document.id, document.model),
        ...asObjects(document.output).map(itemPart),
        ...usage.take(document.usage),
      ];
    },
  });
  return {
    ...dialect,
    whole,
    // It never streams; a gateway that does so anyway puts the document into its last event.
    event(document) {
      if (document.type === 'response.completed') return whole(document.response);
      return asText(document.type)?.startsWith('response.') ? [] : whole(document);
    },
  };
}
