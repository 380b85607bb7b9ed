import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/answers.ts';
import { asObject, asText, type JsonObject } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { append } from './parts/append.ts';
import { finishMeaning, finishParts } from './parts/finish-reasons.ts';
import { createResponseOutput, type ResponseOutput } from './parts/response-output.ts';
import { createUsageTotals, readUsage } from './parts/usage.ts';

const definedReasons: ReadonlySet<string> = new Set(['completed', 'max_output_tokens', 'content_filter']);

/** Events that carry something; every other `response.*` event only tells of progress. */
const handlers: ReadonlyMap<string, (output: ResponseOutput, event: JsonObject) => Part[]> = new Map([
  ['response.output_text.delta', (output, event) => output.text(event)],
  ['response.output_text.done', (output, event) => output.textDone(event)],
  ['response.output_text.annotation.added', (output, event) => output.annotation(event)],
  ['response.refusal.delta', (output, event) => output.refusal(event)],
  ['response.refusal.done', (output, event) => output.refusalDone(event)],
  ['response.reasoning_text.delta', (output, event) => output.reasoning(event)],
  ['response.reasoning_text.done', (output, event) => output.reasoningDone(event)],
  ['response.reasoning_summary_text.delta', (output, event) => output.reasoning(event)],
  ['response.reasoning_summary_text.done', (output, event) => output.reasoningDone(event)],
  // Names from before the summary had parts.
  ['response.reasoning_summary.delta', (output, event) => output.reasoning(event)],
  ['response.reasoning_summary.done', (output, event) => output.reasoningDone(event)],
  ['response.reasoning.delta', (output, event) => output.reasoning(event)],
  ['response.reasoning.done', (output, event) => output.reasoningDone(event)],
  ['response.function_call_arguments.delta', (output, event) => output.argumentsDelta(event)],
  ['response.function_call_arguments.done', (output, event) => output.argumentsDone(event)],
  ['response.custom_tool_call_input.delta', (output, event) => output.argumentsDelta(event)],
  ['response.custom_tool_call_input.done', (output, event) => output.argumentsDone(event)],
  ['response.image_generation_call.partial_image', (output, event) => output.image(event)],
  ['response.audio.delta', (output, event) => output.audio(event)],
  ['response.audio.transcript.delta', (output, event) => output.audio(event)],
  ['response.output_item.added', (output, event) => output.itemAdded(event)],
  ['response.output_item.done', (output, event) => output.itemDone(event)],
  ['response.content_part.done', (output, event) => output.contentDone(event)],
]);

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
 * Reads `/v1/responses`, streamed or not. What counts is the `type` inside each document, because the event name may be
 * missing or stale. The stream has no end mark: its last event ends it, and the socket may stay open after it.
 */
export function openResponses(facts: ResponseFacts): Dialect {
  const output = createResponseOutput();
  const usage = createUsageTotals(readUsage);
  const answerId = createResponseId();
  let failed: Failure | null = null;
  let finishReason: string | null = null;
  let ended = false;
  let state: string | null = null;

  function takeLast(response: JsonObject, impliedState: string): Part[] {
    state = asText(response.status) ?? impliedState;
    const parts = answerId.take(response.id, response.model);
    append(parts, output.last(response.output));
    if (!output.holds && asText(response.output_text)) append(parts, output.textDone({ text: response.output_text }));
    usage.note(response.usage);
    append(parts, usage.report());
    ended = !unfinishedStates.has(state);
    if (state === 'failed') failed = failureFromBody({ error: response.error ?? {} }, facts);
    else if (state === 'cancelled') failed = brokenOff(facts, state);
    else if (ended) {
      finishReason = state === 'incomplete' ? (asText(asObject(response.incomplete_details)?.reason) ?? state) : state;
      append(parts, finishParts(finishReason, 0, definedReasons));
    }
    return parts;
  }

  function takeEvent(event: JsonObject, type: string): Part[] {
    const response = asObject(event.response);
    const implied = terminals.get(type);
    if (implied !== undefined) return takeLast(response ?? event, implied);
    const parts = response ? answerId.take(response.id, response.model) : [];
    if (usage.note(event.usage)) append(parts, usage.report());
    return [...parts, ...(handlers.get(type)?.(output, event) ?? [])];
  }

  function takeWhole(document: JsonObject): Part[] | null {
    const isResponse = document.object === 'response' || Array.isArray(document.output) || asText(document.output_text);
    return isResponse ? takeLast(document, 'completed') : null;
  }

  return {
    name: 'an answer of the responses route',
    nothing: 'no text, no reasoning and no tool call',
    event(document) {
      const type = asText(document.type);
      if (type?.startsWith('response.')) return takeEvent(document, type);
      return takeWhole(document);
    },
    whole(value) {
      const document = asObject(value);
      return document && takeWhole(document);
    },
    get finished() {
      return ended;
    },
    get failure() {
      return failed;
    },
    end() {
      const parts = output.end(!ended || finishReason === 'max_output_tokens');
      const { holds, characters } = output;
      if (!holds && finishReason !== null && finishMeaning(finishReason) === 'blocked')
        failed ??= blocked(facts, 'the answer', [finishReason], null);
      return { parts, ended, holds, finishReason, usage: usage.usage, characters, state };
    },
  };
}
