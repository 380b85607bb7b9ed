import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import { asObject, asObjects, asText, type JsonObject } from './intake/json-value.ts';
import { append } from './parts/compose.ts';
import { finishMeaning, finishParts } from './parts/finish-reasons.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import { createResponseOutput, itemPart } from './parts/response-output.ts';

/** Last events, and the state they imply when the document inside names none. */
const terminals: ReadonlyMap<string, string> = new Map([
  ['response.completed', 'completed'],
  ['response.done', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
  ['response.cancelled', 'cancelled'],
]);

const unfinishedStates: ReadonlySet<string> = new Set(['queued', 'in_progress']);

/**
 * Reads `/v1/responses`, streamed or not. The `type` inside each document decides, because the event name may be
 * missing or stale. The stream has no end mark: its last event ends it, and the socket may stay open after it.
 */
export function openResponses(facts: ResponseFacts): Dialect {
  const output = createResponseOutput();
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  let failed: Failure | null = null;
  let finishReason: string | null = null;
  let ended = false;
  let state: string | null = null;

  function takeLast(response: JsonObject, impliedState: string): Part[] {
    state = asText(response.status) ?? impliedState;
    const parts = responseId.take(response.id, response.model);
    append(parts, output.last(response));
    append(parts, usage.take(response.usage));
    ended = !unfinishedStates.has(state);
    if (state === 'failed') failed = failureFromBody({ error: response.error ?? {} }, facts);
    else if (state === 'cancelled') failed = brokenOff(facts, state);
    else if (ended) {
      finishReason = state === 'incomplete' ? (asText(asObject(response.incomplete_details)?.reason) ?? state) : state;
      append(parts, finishParts(finishReason, 0, 'responses'));
    }
    return parts;
  }

  function takeEvent(event: JsonObject, type: string): Part[] {
    const response = asObject(event.response);
    const implied = terminals.get(type);
    if (implied !== undefined) return takeLast(response ?? event, implied);
    const parts = response ? responseId.take(response.id, response.model) : [];
    if (usage.note(event.usage)) append(parts, usage.report());
    return [...parts, ...output.event(type, event)];
  }

  function takeWhole(document: JsonObject): Part[] | null {
    const isResponse = document.object === 'response' || Array.isArray(document.output) || asText(document.output_text);
    return isResponse ? takeLast(document, 'completed') : null;
  }

  return {
    name: 'a Responses response',
    nothing: 'no text, no reasoning and no tool call',
    finishing: 'Turn off background mode, or use streaming.',
    event(document) {
      const type = asText(document.type);
      if (type?.startsWith('response.')) return takeEvent(document, type);
      return takeWhole(document);
    },
    whole(value) {
      const document = asObject(value);
      return document && takeWhole(document);
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
