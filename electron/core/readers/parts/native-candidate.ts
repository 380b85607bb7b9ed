import type { Part } from '#shared/protocol/part.ts';
import {
  asArray,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  jsonText,
  shallowRecord,
} from '../intake/json-value.ts';
import { append } from './append.ts';
import { createCitations } from './citations.ts';
import { choiceField, finishParts } from './finish-reasons.ts';
import { brokenImage, createInlineImages, spokenParts } from './inline-images.ts';
import { imagePart, mediaTypeOf } from './media.ts';

const definedReasons: ReadonlySet<string> = new Set([
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
  'NO_IMAGE',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'OTHER',
]);

/** One of the answers of the native surface. */
export interface NativeCandidate {
  take(candidate: JsonObject): Part[];
  /** Call once: text that was held back, and a call that never became whole. */
  end(): Part[];
  readonly finishReason: string | null;
  /** The service's own sentence about the end. */
  readonly finishMessage: string | null;
  readonly holds: boolean;
  readonly characters: number;
}

export function createNativeCandidate(index: number): NativeCandidate {
  const answer = choiceField(index);
  const citations = createCitations();
  const images = createInlineImages();
  let finishReason: string | null = null;
  let finishMessage: string | null = null;
  let shown = 0;
  let calls = 0;
  /** A call whose arguments come value by value. */
  let open: { id: string; name: string; arguments: JsonObject; whole: boolean } | null = null;

  function show(part: Part): Part[] {
    shown += 1;
    return [part];
  }

  function reportCall(id: string, name: string, value: unknown, whole: boolean): Part[] {
    const text = jsonText(value ?? {});
    const valid = whole && text !== null;
    const call = { type: 'tool-call', index: calls, id, name, arguments: text ?? '', valid, ...answer } as const;
    calls += 1;
    if (valid) return show(call);
    const message = `The arguments of the call "${name}" did not come whole; do not run it.`;
    return [...show(call), { type: 'warning', code: 'truncated-arguments', message }];
  }

  function takeCall(call: JsonObject): Part[] {
    const id = asText(call.id) ?? open?.id ?? '';
    const name = asText(call.name) ?? open?.name ?? '';
    if (open === null && call.partialArgs === undefined && call.willContinue !== true)
      return reportCall(id, name, asObject(call.args), true);
    open = { id, name, arguments: open?.arguments ?? asObject(call.args) ?? {}, whole: open?.whole ?? true };
    open.whole = addPartialArguments(open.arguments, call.partialArgs) && open.whole;
    if (call.willContinue === true) return [];
    const done = open;
    open = null;
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
      if (part.thought === true) parts.push({ type: 'reasoning-delta', text: part.text, ...answer });
      else append(parts, spokenParts(images.take(part.text), answer));
    }
    const call = asObject(part.functionCall);
    if (call) append(parts, takeCall(call));
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
    take(candidate) {
      const content = asObject(candidate.content);
      const parts = asObjects(content?.parts).flatMap(takePart);
      const cited = asObject(candidate.citationMetadata);
      append(parts, citations.take(cited?.citationSources ?? cited?.citations ?? []));
      append(parts, citations.take(asObject(candidate.groundingMetadata)?.groundingChunks ?? []));
      finishMessage = asText(candidate.finishMessage) ?? finishMessage;
      const reason = asText(candidate.finishReason);
      if (reason !== null && reason !== 'FINISH_REASON_UNSPECIFIED' && reason !== finishReason) {
        finishReason = reason;
        append(parts, finishParts(reason, index, definedReasons));
      }
      return parts;
    },
    end() {
      const call = open === null ? [] : reportCall(open.id, open.name, open.arguments, false);
      return [...spokenParts(images.end(), answer), ...brokenImage(images), ...call];
    },
    get finishReason() {
      return finishReason;
    },
    get finishMessage() {
      return finishMessage;
    },
    get holds() {
      return shown > 0;
    },
    get characters() {
      return images.characters;
    },
  };
}

type Container = Record<string | number, unknown>;

const maxSteps = 50;

/** `$.items[0].name` as its steps; `null` for a path in another form. */
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

/** An array only grows by one, so that a short path can not make a long array. */
function canHold(container: Container, step: string | number): boolean {
  return !Array.isArray(container) || (typeof step === 'number' && step <= container.length);
}

/**
 * Puts call arguments together that the native surface streams value by value: each piece names a path, and pieces of a
 * string follow each other. Returns false when a piece can not be placed.
 */
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
