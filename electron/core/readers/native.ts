import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import { asArray, asObject, asObjects, asText, type JsonObject } from './intake/json-value.ts';
import { createChoices } from './parts/choices.ts';
import { append } from './parts/compose.ts';
import { finishMeaning, finishReasonIn } from './parts/finish-reasons.ts';
import { createNativeCandidate, isBlankCandidate, spelled } from './parts/native-candidate.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import { createCitations } from './parts/sources.ts';
import { createTextValues } from './parts/text-values.ts';

/** Returns the blocked categories of the safety ratings, as `HARASSMENT`. */
function blockedCategories(ratings: unknown): string[] {
  return asObjects(ratings)
    .filter((rating) => rating.blocked === true)
    .map((rating) => (asText(rating.category) ?? 'unknown').replace('HARM_CATEGORY_', ''));
}

/** Returns the native document, also inside an envelope such as `{response: {...}}`; `null` when it is none. */
function nativeDocument(received: JsonObject): JsonObject | null {
  const isNative = (document: JsonObject) =>
    ['candidates', 'promptFeedback', 'usageMetadata'].some((name) => spelled(document, name) !== undefined);
  if (isNative(received)) return received;
  return (
    [received.response, received.data, received.result].map(asObject).find((inner) => inner && isNative(inner)) ?? null
  );
}

function isIdle(document: JsonObject): boolean {
  const { candidates } = document;
  const isCounted = spelled(document, 'usageMetadata') !== undefined;
  if (asObject(spelled(document, 'promptFeedback')) || (candidates === undefined && !isCounted)) return false;
  return asObjects(candidates).every((candidate) => finishReasonIn(candidate) === null && isBlankCandidate(candidate));
}

/**
 * Reads the native surface's `generateContent` and `streamGenerateContent`: one document, unnamed events, or one array
 * in chunks (the intake tells them apart). The response is complete when every candidate has a finish reason; the
 * stream has no end mark, so only the end of the transport ends it.
 */
export function openNative(facts: ResponseFacts): Dialect {
  const values = createTextValues();
  const tags = facts.reasoningTags ?? [];
  const citations = createCitations();
  const candidates = createChoices((index) => createNativeCandidate({ index, citations, values, tags }));
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  let failed: Failure | null = null;
  let unstreamed = false;

  const takeCandidate = (record: JsonObject, position: number): Part[] =>
    candidates.of(record, position)?.take(record) ?? [];

  /** Detects that the prompt itself was blocked: status 200, no candidates, and a reason next to them. */
  function takeFeedback(value: unknown): void {
    const feedback = asObject(value);
    if (feedback === null) return;
    const reason = asText(spelled(feedback, 'blockReason'));
    if (reason === null || reason === 'BLOCK_REASON_UNSPECIFIED') return;
    const reasons = [reason, ...blockedCategories(spelled(feedback, 'safetyRatings'))];
    failed ??= blocked(facts, 'the prompt', reasons, asText(spelled(feedback, 'blockReasonMessage')));
  }

  function take(received: JsonObject): Part[] | null {
    const document = nativeDocument(received);
    if (document === null) return null;
    const parts = responseId.take(spelled(document, 'responseId'), spelled(document, 'modelVersion'));
    const records = asObject(document.candidates);
    append(parts, (records ? [records] : asObjects(document.candidates)).flatMap(takeCandidate));
    append(parts, citations.takeFrom(document));
    takeFeedback(spelled(document, 'promptFeedback'));
    // Usage grows with every event; it is reported when the response is complete.
    if (usage.find(document) && (candidates.allFinished() || failed)) append(parts, usage.report());
    return parts;
  }

  /** Returns why a response has no content, when a filter or an upstream problem is the reason. */
  function reasonForNothing(): Failure | null {
    for (const candidate of candidates.all()) {
      const reason = candidate.finishReason();
      const meaning = reason === null ? 'normal' : finishMeaning(reason);
      if (meaning === 'blocked') return blocked(facts, 'the reply', [reason!], candidate.finishMessage());
      if (meaning === 'broken') return brokenOff(facts, reason!, candidate.finishMessage());
    }
    return null;
  }

  /** Returns why a response with content is broken. One without its image has the reason in its text. */
  function reasonForBreak(): Failure | null {
    for (const candidate of candidates.all()) {
      const reason = candidate.finishReason() ?? '';
      if (finishMeaning(reason) === 'broken' && !/image/i.test(reason))
        return brokenOff(facts, reason, candidate.finishMessage());
    }
    return null;
  }

  return {
    name: 'a native response',
    nothing: 'no text, no reasoning and no function call',
    event: take,
    isIdle,
    whole(value) {
      unstreamed = true;
      const documents = Array.isArray(value) ? asArray(value).map(asObject) : [asObject(value)];
      const read = documents.map((document) => document && take(document));
      return read.every((parts) => parts === null) ? null : read.flatMap((parts) => parts ?? []);
    },
    failure: () => failed,
    end() {
      const { parts, holds, finishReason, characters } = candidates.end();
      append(parts, usage.report());
      failed ??= holds ? reasonForBreak() : reasonForNothing();
      const ended = unstreamed || candidates.allFinished();
      if (ended && !failed) append(parts, candidates.first()?.form() ?? []);
      return { parts, ended, holds, finishReason, usage: usage.usage(), characters };
    },
  };
}
