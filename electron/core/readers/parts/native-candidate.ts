import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, isBlank, type JsonObject, shallowRecord } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { append } from './compose.ts';
import { finishMessageIn, finishParts, finishReasonIn } from './finish-reasons.ts';
import { createLogprobs } from './logprobs.ts';
import { imagePart, mediaTypeOf } from './media.ts';
import { createNativeCalls } from './native-calls.ts';
import type { TagPair } from './reasoning-notations.ts';
import { createNativeForm } from './reply-forms.ts';
import { createReplyText } from './reply-text.ts';
import type { Citations } from './sources.ts';
import { isThought, type TextValues } from './text-values.ts';

/** Returns a member in the spelling of JSON, or in that of Protocol Buffers: `inlineData`, `inline_data`. */
export const spelled = (record: JsonObject, name: string): unknown => record[name] ?? record[snakeCase(name)];

const snakeCase = (name: string): string => {
  const known = snakeNames.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeNames.set(name, made);
  return made;
};

/** The names are those of this program: few. */
const snakeNames = new Map<string, string>();

/** Parts that are kept as received. */
const itemKinds = ['executableCode', 'codeExecutionResult', 'functionResponse', 'toolCall', 'toolResponse'] as const;
/** Fields that say something about a part, and are not its content. */
const aboutPart = /^(?:thought|thought_?signature|video_?metadata|media_?resolution|part_?metadata|role|type)$/i;
const deepest = 16;

/** Returns the parts of a candidate: gateways also write its content as a text, a list or a single part. */
export function partsIn(candidate: JsonObject): unknown[] {
  const content = candidate.content ?? candidate.output ?? candidate.text;
  const record = asObject(content);
  if (record === null) return content === undefined || content === null ? [] : [content];
  const parts = record.parts ?? record.part;
  if (parts !== undefined && parts !== null) return Array.isArray(parts) ? parts : [parts];
  const { role: _role, ...rest } = record;
  return isBlank(rest) ? [] : [rest];
}

interface NativeCandidateInput {
  index: number;
  /** Shared by all candidates, because gateways also put sources next to the candidates. */
  citations: Citations;
  values: TextValues;
  tags: readonly TagPair[];
}

/** One candidate of a native response. */
export function createNativeCandidate({ index, citations, values, tags }: NativeCandidateInput) {
  const choiceTag = choiceField(index);
  const form = createNativeForm();
  const calls = createNativeCalls(index, form.takeCall);
  const reply = createReplyText(index, tags, (call) => show(calls.take(call, {})));
  const logprobs = createLogprobs(index);
  let finishReason: string | null = null;
  let finishMessage: string | null = null;
  let shown = 0;

  function show(parts: readonly Part[]): readonly Part[] {
    shown += parts.length;
    return parts;
  }

  function say(text: string, isThought = false): readonly Part[] {
    if (text === '') return [];
    shown += 1;
    const before = calls.settle();
    return [...before, ...(isThought ? [{ type: 'reasoning-delta', text, ...choiceTag } as const] : reply.take(text))];
  }

  const other = (part: Part): readonly Part[] => show([...calls.settle(), part]);

  function takeInline(inline: JsonObject, part: JsonObject): readonly Part[] {
    const base64 = asText(inline.data);
    const mediaType = asText(spelled(inline, 'mimeType')) ?? (base64 && mediaTypeOf(base64, true)) ?? '';
    if (base64 !== null && mediaType.startsWith('image/')) return other({ type: 'image', mediaType, base64 });
    if (base64 !== null && mediaType.startsWith('audio/')) return other({ type: 'audio', mediaType, base64 });
    return other({ type: 'item', kind: 'inlineData', item: shallowRecord(part) });
  }

  function takeFile(file: JsonObject, part: JsonObject): readonly Part[] {
    const isImage = asText(spelled(file, 'mimeType'))?.startsWith('image/');
    const image = isImage ? imagePart({ url: spelled(file, 'fileUri') }) : null;
    return other(image ?? { type: 'item', kind: 'fileData', item: shallowRecord(part) });
  }

  function takeRecord(part: JsonObject): readonly Part[] {
    const isMarked = isThought({ ...part, type: null });
    const thought = !isMarked && typeof part.thought === 'string' ? part.thought : '';
    const text = values.read(part.text, 'parts.text');
    const parts: Part[] = [...say(thought, true), ...say(text.text, isMarked), ...show(text.odd)];
    const call = asObject(spelled(part, 'functionCall'));
    if (call) append(parts, show(calls.take(call, part)));
    else form.take(part);
    const inline = asObject(spelled(part, 'inlineData'));
    if (inline) append(parts, takeInline(inline, part));
    const file = asObject(spelled(part, 'fileData'));
    if (file) append(parts, takeFile(file, part));
    const kinds = itemKinds.filter((kind) => asObject(spelled(part, kind)));
    for (const kind of kinds) append(parts, other({ type: 'item', kind, item: shallowRecord(part) }));
    const isKnown = part.text !== undefined || call || inline || file || kinds.length > 0;
    const rest = Object.fromEntries(Object.entries(part).filter(([name]) => !aboutPart.test(name)));
    if (!isKnown && !isBlank(rest)) append(parts, show([...calls.settle(), ...values.keep(part, 'parts')]));
    return parts;
  }

  function takePart(value: unknown, depth = 0): readonly Part[] {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) {
      if (depth > deepest) return show(values.keep(value, 'parts'));
      return value.flatMap((entry) => takePart(entry, depth + 1));
    }
    const record = asObject(value);
    if (record) return takeRecord(record);
    form.take({ text: String(value) });
    return say(String(value));
  }

  return {
    take(candidate: JsonObject): Part[] {
      const parts: Part[] = [];
      for (const part of partsIn(candidate)) append(parts, takePart(part));
      logprobs.take(spelled(candidate, 'logprobsResult'));
      append(parts, citations.takeFrom(candidate));
      finishMessage = finishMessageIn(candidate) ?? finishMessage;
      const reason = finishReasonIn(candidate);
      if (reason !== null && reason !== finishReason) {
        finishReason = reason;
        append(parts, show(calls.settle()));
        append(parts, finishParts(reason, index, 'native'));
      }
      return parts;
    },
    /** Call once: flushes held-back text and a call that never completed. */
    end(): Part[] {
      const parts = [...reply.end(), ...show(calls.end())];
      const text = reply.correction();
      if (text !== null) parts.push({ type: 'text-final', text, ...choiceTag });
      return [...parts, ...logprobs.end()];
    },
    /** Returns the parts as the next request contains them, where text and calls are not all that belongs to them. */
    form: form.end,
    finishReason: () => finishReason,
    /** The service's own message about the end. */
    finishMessage: () => finishMessage,
    holds: () => shown > 0,
    characters: reply.characters,
  };
}

/** Whether a candidate has nothing to show. */
export const isBlankCandidate = (candidate: JsonObject): boolean =>
  partsIn(candidate).every((part) => {
    const record = asObject(part);
    return record
      ? isBlank(record)
      : asArray(part).length === 0 && (part === null || part === '' || Array.isArray(part));
  });
