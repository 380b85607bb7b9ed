import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/answers.ts';
import { asArray, asNumber, asObject, asObjects, asText, isBlank, type JsonObject } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { append } from './parts/append.ts';
import { finishMeaning } from './parts/finish-reasons.ts';
import { createNativeCandidate, type NativeCandidate } from './parts/native-candidate.ts';
import { createUsageTotals, readNativeUsage } from './parts/usage.ts';

const maxCandidates = 1024;

/** What the safety ratings say was blocked, as `HARASSMENT`. */
function blockedCategories(ratings: unknown): string[] {
  return asObjects(ratings)
    .filter((rating) => rating.blocked === true)
    .map((rating) => (asText(rating.category) ?? 'unknown').replace('HARM_CATEGORY_', ''));
}

/** Only counts, or candidates that say nothing. */
function isIdle({ candidates, promptFeedback, usageMetadata }: JsonObject): boolean {
  if (asObject(promptFeedback) || (candidates === undefined && usageMetadata === undefined)) return false;
  return asObjects(candidates).every(
    ({ content, finishReason }) => !finishReason && asObjects(asObject(content)?.parts).every(isBlank),
  );
}

/**
 * Reads the native surface's `generateContent` and `streamGenerateContent`: one document, events without names, or one
 * array in pieces (the intake tells them apart). The finish reason of every candidate makes an answer whole; the stream
 * has no end mark, so only the end of the transport ends it.
 */
export function openNative(facts: ResponseFacts): Dialect {
  const candidates = new Map<number, NativeCandidate>();
  const usage = createUsageTotals(readNativeUsage);
  const answerId = createResponseId();
  let failed: Failure | null = null;
  let unstreamed = false;

  function takeCandidate(record: JsonObject, position: number): Part[] {
    const index = asNumber(record.index) ?? position;
    if (index < 0 || index >= maxCandidates || !Number.isInteger(index)) return [];
    let candidate = candidates.get(index);
    if (!candidate) {
      candidate = createNativeCandidate(index);
      candidates.set(index, candidate);
    }
    return candidate.take(record);
  }

  /** The prompt itself was blocked: status 200, no candidates, and a reason beside them. */
  function takeFeedback(value: unknown): void {
    const feedback = asObject(value);
    const reason = asText(feedback?.blockReason);
    if (feedback === null || reason === null || reason === 'BLOCK_REASON_UNSPECIFIED') return;
    const reasons = [reason, ...blockedCategories(feedback.safetyRatings)];
    failed ??= blocked(facts, 'the prompt', reasons, asText(feedback.blockReasonMessage));
  }

  const allFinished = () => candidates.size > 0 && [...candidates.values()].every((one) => one.finishReason !== null);

  function take(document: JsonObject): Part[] | null {
    const { candidates: records, promptFeedback, usageMetadata } = document;
    if (records === undefined && promptFeedback === undefined && usageMetadata === undefined) return null;
    const parts = answerId.take(document.responseId, document.modelVersion);
    append(parts, asObjects(records).flatMap(takeCandidate));
    takeFeedback(promptFeedback);
    // The counts grow with every event; they are told when the answer is over.
    if (usage.note(usageMetadata) && (allFinished() || failed)) append(parts, usage.report());
    return parts;
  }

  /** Why an answer without content has none, when a filter or trouble is the reason. */
  function reasonForNothing(): Failure | null {
    for (const { finishReason, finishMessage } of candidates.values()) {
      const meaning = finishReason === null ? 'normal' : finishMeaning(finishReason);
      if (meaning === 'blocked') return blocked(facts, 'the answer', [finishReason!], finishMessage);
      if (meaning === 'broken') return brokenOff(facts, finishReason!);
    }
    return null;
  }

  return {
    name: 'an answer of the native surface',
    nothing: 'no text, no reasoning and no function call',
    event: take,
    isIdle,
    whole(value) {
      unstreamed = true;
      const documents = Array.isArray(value) ? asArray(value).map(asObject) : [asObject(value)];
      const read = documents.map((document) => document && take(document));
      return read.every((parts) => parts === null) ? null : read.flatMap((parts) => parts ?? []);
    },
    finished: false,
    get failure() {
      return failed;
    },
    end() {
      const all = [...candidates.values()];
      const parts = [...all.flatMap((candidate) => candidate.end()), ...usage.report()];
      const holds = all.some((candidate) => candidate.holds);
      if (!holds) failed ??= reasonForNothing();
      const characters = all.reduce((sum, candidate) => sum + candidate.characters, 0);
      const ended = unstreamed || allFinished();
      return { parts, ended, holds, finishReason: all[0]?.finishReason ?? null, usage: usage.usage, characters };
    },
  };
}
