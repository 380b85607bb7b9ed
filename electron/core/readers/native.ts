import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import {
  asArray,
  asObject,
  asObjects,
  asText,
  isBlank,
  type JsonObject,
  jsonText,
  shallowRecord,
} from './intake/json-value.ts';
import { choiceField, createChoices } from './parts/choices.ts';
import { append, warning } from './parts/compose.ts';
import { finishMeaning, finishParts } from './parts/finish-reasons.ts';
import { brokenImage, createInlineImages, textParts } from './parts/inline-images.ts';
import { imagePart, mediaTypeOf } from './parts/media.ts';
import { createNativeForm } from './parts/native-form.ts';
import { createCitations, createResponseId, createUsageTotals, readNativeUsage } from './parts/response-facts.ts';

/** Returns the blocked categories of the safety ratings, as `HARASSMENT`. */
function blockedCategories(ratings: unknown): string[] {
  return asObjects(ratings)
    .filter((rating) => rating.blocked === true)
    .map((rating) => (asText(rating.category) ?? 'unknown').replace('HARM_CATEGORY_', ''));
}

function isIdle({ candidates, promptFeedback, usageMetadata }: JsonObject): boolean {
  if (asObject(promptFeedback) || (candidates === undefined && usageMetadata === undefined)) return false;
  return asObjects(candidates).every(
    ({ content, finishReason }) => !finishReason && asObjects(asObject(content)?.parts).every(isBlank),
  );
}

/**
 * Reads the native surface's `generateContent` and `streamGenerateContent`: one document, unnamed events, or one array
 * in chunks (the intake tells them apart). The response is complete when every candidate has a finish reason; the
 * stream has no end mark, so only the end of the transport ends it.
 */
export function openNative(facts: ResponseFacts): Dialect {
  const candidates = createChoices(createNativeCandidate);
  const usage = createUsageTotals(readNativeUsage);
  const responseId = createResponseId();
  let failed: Failure | null = null;
  let unstreamed = false;

  const takeCandidate = (record: JsonObject, position: number): Part[] =>
    candidates.of(record, position)?.take(record) ?? [];

  /** Detects that the prompt itself was blocked: status 200, no candidates, and a reason next to them. */
  function takeFeedback(value: unknown): void {
    const feedback = asObject(value);
    const reason = asText(feedback?.blockReason);
    if (feedback === null || reason === null || reason === 'BLOCK_REASON_UNSPECIFIED') return;
    const reasons = [reason, ...blockedCategories(feedback.safetyRatings)];
    failed ??= blocked(facts, 'the prompt', reasons, asText(feedback.blockReasonMessage));
  }

  function take(document: JsonObject): Part[] | null {
    const { candidates: records, promptFeedback, usageMetadata } = document;
    if (records === undefined && promptFeedback === undefined && usageMetadata === undefined) return null;
    const parts = responseId.take(document.responseId, document.modelVersion);
    append(parts, asObjects(records).flatMap(takeCandidate));
    takeFeedback(promptFeedback);
    // Usage grows with every event; it is reported when the response is complete.
    if (usage.note(usageMetadata) && (candidates.allFinished() || failed)) append(parts, usage.report());
    return parts;
  }

  /** Returns why a response has no content, when a filter or an upstream problem is the reason. */
  function reasonForNothing(): Failure | null {
    for (const candidate of candidates.all()) {
      const reason = candidate.finishReason();
      const meaning = reason === null ? 'normal' : finishMeaning(reason);
      if (meaning === 'blocked') return blocked(facts, 'the reply', [reason!], candidate.finishMessage());
      if (meaning === 'broken') return brokenOff(facts, reason!);
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
      if (!holds) failed ??= reasonForNothing();
      const ended = unstreamed || candidates.allFinished();
      if (ended && !failed) append(parts, candidates.first()?.form() ?? []);
      return { parts, ended, holds, finishReason, usage: usage.usage(), characters };
    },
  };
}

function createNativeCandidate(index: number) {
  const choiceTag = choiceField(index);
  const citations = createCitations();
  const images = createInlineImages();
  const form = createNativeForm();
  let finishReason: string | null = null;
  let finishMessage: string | null = null;
  let shown = 0;
  let calls = 0;
  /** A call whose arguments arrive value by value. */
  let open: { id: string; name: string; arguments: JsonObject; whole: boolean; pieces: JsonObject[] } | null = null;

  function show(part: Part): Part[] {
    shown += 1;
    return [part];
  }

  function reportCall(id: string, name: string, value: unknown, whole: boolean): Part[] {
    const text = jsonText(value ?? {});
    const valid = whole && text !== null;
    const call = { type: 'tool-call', index: calls, id, name, arguments: text ?? '', valid, ...choiceTag } as const;
    calls += 1;
    if (valid) return show(call);
    const message = `The arguments of the call "${name}" are incomplete. Don't run it.`;
    return [...show(call), warning('truncated-arguments', message)];
  }

  function takeCall(call: JsonObject, part: JsonObject): Part[] {
    const id = asText(call.id) ?? open?.id ?? '';
    const name = asText(call.name) ?? open?.name ?? '';
    if (open === null && call.partialArgs === undefined && call.willContinue !== true) {
      form.take(part);
      return reportCall(id, name, asObject(call.args), true);
    }
    const { pieces, whole } = open ?? { pieces: [], whole: true };
    open = { id, name, arguments: open?.arguments ?? asObject(call.args) ?? {}, whole, pieces: [...pieces, part] };
    open.whole = addPartialArguments(open.arguments, call.partialArgs) && open.whole;
    if (call.willContinue === true) return [];
    const done = open;
    open = null;
    form.takeCall({ ...(done.id ? { id: done.id } : {}), name: done.name, args: done.arguments }, done.pieces);
    return reportCall(done.id, done.name, done.arguments, done.whole);
  }

  function takeInline(inline: JsonObject, part: JsonObject): Part[] {
    const base64 = asText(inline.data);
    const mediaType = asText(inline.mimeType) ?? (base64 && mediaTypeOf(base64, true)) ?? '';
    if (base64 !== null && mediaType.startsWith('image/')) return show({ type: 'image', mediaType, base64 });
    if (base64 !== null && mediaType.startsWith('audio/')) return show({ type: 'audio', mediaType, base64 });
    return show({ type: 'item', kind: 'inlineData', item: shallowRecord(part) });
  }

  function takePart(part: JsonObject): Part[] {
    const parts: Part[] = [];
    if (typeof part.text === 'string' && part.text !== '') {
      shown += 1;
      if (part.thought === true) parts.push({ type: 'reasoning-delta', text: part.text, ...choiceTag });
      else append(parts, textParts(images.take(part.text), choiceTag));
    }
    const call = asObject(part.functionCall);
    if (call) append(parts, takeCall(call, part));
    else form.take(part);
    const inline = asObject(part.inlineData);
    if (inline) append(parts, takeInline(inline, part));
    const file = asObject(part.fileData);
    if (file) {
      const image = asText(file.mimeType)?.startsWith('image/') ? imagePart({ url: file.fileUri }) : null;
      append(parts, show(image ?? { type: 'item', kind: 'fileData', item: shallowRecord(part) }));
    }
    for (const kind of ['executableCode', 'codeExecutionResult', 'functionResponse'])
      if (asObject(part[kind])) append(parts, show({ type: 'item', kind, item: shallowRecord(part) }));
    return parts;
  }

  return {
    take(candidate: JsonObject): Part[] {
      const content = asObject(candidate.content);
      const parts = asObjects(content?.parts).flatMap(takePart);
      const cited = asObject(candidate.citationMetadata);
      append(parts, citations.take(cited?.citationSources ?? cited?.citations ?? []));
      append(parts, citations.take(asObject(candidate.groundingMetadata)?.groundingChunks ?? []));
      finishMessage = asText(candidate.finishMessage) ?? finishMessage;
      const reason = asText(candidate.finishReason);
      if (reason !== null && reason !== 'FINISH_REASON_UNSPECIFIED' && reason !== finishReason) {
        finishReason = reason;
        append(parts, finishParts(reason, index, 'native'));
      }
      return parts;
    },
    /** Call once: flushes held-back text and a call that never completed. */
    end(): Part[] {
      const call = open === null ? [] : reportCall(open.id, open.name, open.arguments, false);
      return [...textParts(images.end(), choiceTag), ...brokenImage(images), ...call];
    },
    /** Returns the parts as the next request contains them, where text and calls are not all that belongs to them. */
    form: form.end,
    finishReason: () => finishReason,
    /** The service's own message about the end. */
    finishMessage: () => finishMessage,
    holds: () => shown > 0,
    characters: images.characters,
  };
}

type Container = Record<string | number, unknown>;

const maxSteps = 50;

/** Parses `$.items[0].name` into its steps; `null` for a path in another form. */
function stepsOf(path: string): (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  const pattern = /\.([\w-]+)|\[(\d{1,6})\]|\['([^']*)'\]/gy;
  pattern.lastIndex = 1;
  for (let match = pattern.exec(path); match !== null; match = pattern.exec(path)) {
    steps.push(match[2] === undefined ? (match[1] ?? match[3] ?? '') : Number(match[2]));
    if (pattern.lastIndex === path.length)
      return steps.length <= maxSteps && !steps.includes('__proto__') ? steps : null;
  }
  return null;
}

function valueIn(piece: JsonObject): unknown {
  return piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
}

/** An array only grows by one, so that a short path cannot create a long array. */
function canHold(container: Container, step: string | number): boolean {
  return !Array.isArray(container) || (typeof step === 'number' && step <= container.length);
}

/** Merges call arguments that the native surface streams value by value; false when a value has no valid path. */
function addPartialArguments(target: JsonObject, pieces: unknown): boolean {
  return asArray(pieces).every((value) => {
    const piece = asObject(value);
    const steps = stepsOf(asText(piece?.jsonPath) ?? '');
    if (piece === null || steps === null) return false;
    let at = target as Container;
    for (const [position, step] of steps.entries()) {
      if (!canHold(at, step)) return false;
      const before = Object.hasOwn(at, step) ? at[step] : undefined;
      const next = steps[position + 1];
      if (next === undefined) {
        const added = valueIn(piece);
        at[step] = typeof before === 'string' && typeof added === 'string' ? before + added : added;
      } else {
        if (typeof before !== 'object' || before === null) at[step] = typeof next === 'number' ? [] : {};
        at = at[step] as Container;
      }
    }
    return true;
  });
}
