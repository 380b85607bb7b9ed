import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import { asObject, asObjects, asText, isBlank, type JsonObject } from './intake/json-value.ts';
import { type ChatChoice, createChatChoice } from './parts/chat-choice.ts';
import { chatShape, choicesIn, isChat, messageIn } from './parts/chat-shapes.ts';
import { createChoices } from './parts/choices.ts';
import { append, unexpectedShape, warning } from './parts/compose.ts';
import { finishMeaning, finishMessageIn, finishReasonIn } from './parts/finish-reasons.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import { createCitations } from './parts/sources.ts';
import { createTextValues } from './parts/text-values.ts';

/** Only a role, only counts or an empty delta: gateways also send these as keep-alives. */
function isIdle(document: JsonObject): boolean {
  if (!Array.isArray(document.choices) && document.usage === undefined) return false;
  return choicesIn(document).every((record) => {
    const { delta, message, text } = record;
    return !message && !text && finishReasonIn(record) === null && isBlank({ ...asObject(delta), role: null });
  });
}

/**
 * Reads `/v1/chat/completions`, streamed or not. The response is complete when every choice has a finish reason;
 * `[DONE]` alone proves nothing, because gateways write it no matter how the upstream response ended.
 */
export function openChat(facts: ResponseFacts): Dialect {
  const usage = createUsageTotals(readUsage);
  const citations = createCitations();
  const values = createTextValues();
  const responseId = createResponseId();
  const tags = facts.reasoningTags ?? [];
  let failed: Failure | null = null;
  let unstreamed = false;
  let isForeign = false;

  const choices = createChoices((index) => createChatChoice({ index, citations, values, tags, streamed: !unstreamed }));

  function takeChoice(record: JsonObject, position: number): Part[] {
    const choice = choices.of(record, position);
    if (choice === null) return [];
    const delta = messageIn(record, record.delta);
    // Mistral once sent a list with one message.
    const message = messageIn(record, record.message ?? asObjects(record.messages).at(-1));
    const parts: Part[] = [];
    const reason = finishReasonIn(record) ?? finishReasonIn(delta) ?? finishReasonIn(message);
    if (delta) append(parts, choice.takeDelta(delta, reason !== null));
    if (message && !delta) append(parts, choice.takeMessage(message));
    if (!delta && !message) append(parts, choice.takeDelta({ content: textIn(record) }));
    choice.takeLogprobs(record.logprobs);
    append(parts, citations.takeFrom(record));
    usage.find(record);
    if (asObject(record.error)) failed = failureFromBody(record, facts);
    if (reason !== null) append(parts, finish(choice, reason, finishMessageIn(record)));
    return parts;
  }

  function finish(choice: ChatChoice, reason: string, message: string | null = null): Part[] {
    const parts = choice.finish(reason);
    if (finishMeaning(reason) === 'broken') failed ??= brokenOff(facts, reason, message);
    return parts;
  }

  function take(received: JsonObject): Part[] | null {
    const shape = chatShape(received);
    if (shape === null) return null;
    const { document } = shape;
    const parts = responseId.take(document.id, document.model);
    if (shape.isForeign && !isForeign) parts.push(foreignShape);
    isForeign ||= shape.isForeign;
    const records = choicesIn(document);
    records.forEach((record, position) => {
      append(parts, takeChoice(record, position));
    });
    const reason = finishReasonIn(document);
    // A reason beside the choices is that of those which have none of their own.
    for (const choice of reason === null ? [] : choices.all())
      if (choice.finishReason() === null) append(parts, finish(choice, reason!));
    append(parts, citations.takeFrom(document));
    const noted = usage.find(document);
    // Usage that comes with every chunk is reported only once the response is complete.
    if (noted && (records.length === 0 || choices.allFinished())) append(parts, usage.report());
    return parts;
  }

  return {
    name: 'a chat completion',
    nothing: 'no text, no reasoning and no tool call',
    event: take,
    isIdle,
    whole(value) {
      // A list of chunks is a stream without any framing.
      const documents = Array.isArray(value) ? asObjects(value) : [value].map(asObject).filter((one) => one !== null);
      unstreamed = documents.length === 1;
      const read = documents.filter(isCompletion).map((document) => take(document) ?? []);
      return read.length > 0 ? read.flat() : null;
    },
    failure: () => failed,
    end(endMark) {
      const { parts, holds: hasContent, finishReason, characters } = choices.end();
      append(parts, usage.report());
      const holds = hasContent || citations.count() > 0;
      if (!holds && finishReason !== null && finishMeaning(finishReason) === 'blocked')
        failed ??= blocked(facts, 'the reply', [finishReason], null);
      const ended = unstreamed || choices.allFinished();
      if (ended && !failed) append(parts, choices.first()?.form() ?? []);
      // Other formats have no end mark.
      if (ended && !endMark && !failed && !isForeign) parts.push(noEndMark);
      return { parts, ended, holds, finishReason, usage: usage.usage(), characters };
    },
  };
}

const isCompletion = (document: JsonObject): boolean =>
  isChat(document) || chatShape(document)?.document.choices != null;

/** The text of a choice without a delta and without a message. */
const textIn = ({ delta, message, text, content }: JsonObject): unknown =>
  asText(delta) ?? asText(message) ?? text ?? content;

const noEndMark = warning(
  'no-end-mark',
  'The stream ended without [DONE], but the finish reason says that the reply is complete.',
);

const foreignShape = unexpectedShape(
  'The response is a reply in the format of another API than those of the text routes. It was read anyway.',
);
