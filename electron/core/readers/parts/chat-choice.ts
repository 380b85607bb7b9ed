import { isReasoningField } from '#shared/protocol/compose/reply-form.ts';
import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { append, unexpectedItems } from './compose.ts';
import { finishMeaning, finishParts } from './finish-reasons.ts';
import { createGrowth } from './growth.ts';
import { createLogprobs } from './logprobs.ts';
import { audioPart, imagePart } from './media.ts';
import { isEmpty } from './merged-record.ts';
import type { TagPair } from './reasoning-notations.ts';
import { createChatForm } from './reply-forms.ts';
import { createReplyText, splitReply } from './reply-text.ts';
import type { Citations } from './sources.ts';
import { isThought, type TextValues, textOf } from './text-values.ts';
import { createToolCalls } from './tool-calls.ts';

export type ChatChoice = ReturnType<typeof createChatChoice>;

interface ChatChoiceInput {
  index: number;
  /** Shared by all choices, because gateways also put sources next to the choices. */
  citations: Citations;
  values: TextValues;
  tags: readonly TagPair[];
  /** It arrives as deltas. */
  streamed: boolean;
}

const deepest = 16;
/** A shorter text may end with itself by chance. */
const shortestRepeat = 12;

/** One choice of a chat completion. */
export function createChatChoice({ index, citations, values, tags, streamed }: ChatChoiceInput) {
  const choiceTag = choiceField(index);
  const tools = createToolCalls(index);
  const reply = createReplyText(index, tags, (call) => {
    hasWrittenCalls = true;
    return tools.take([call]);
  });
  const form = createChatForm();
  const logprobs = createLogprobs(index);
  const growth = createGrowth();
  let finishReason: string | null = null;
  let holds = false;
  let hasMedia = false;
  let hasDeltas = false;
  /** The text contains calls. */
  let hasWrittenCalls = false;
  /** Whole messages of which each begins with the one before. */
  let isCumulative = false;
  /** The whole text, where it differs from what was shown. */
  let final: string | null = null;

  function show(parts: readonly Part[]): readonly Part[] {
    if (parts.length > 0) holds = true;
    return parts;
  }

  const say = (text: string) => show(reply.take(text));

  const reason = (received: string) => {
    const text = received.replace(ownTags, '');
    return show(text === '' ? [] : [{ type: 'reasoning-delta', text, ...choiceTag }]);
  };

  function refuse(value: unknown): readonly Part[] {
    // Some services write whether it refused instead of what it said.
    if (value === undefined || value === null || value === false) return [];
    const { text, odd } = values.read(value, 'refusal');
    return show(text === '' ? odd : [...odd, { type: 'refusal-delta', text, ...choiceTag }]);
  }

  function showMedia(part: Part): readonly Part[] {
    hasMedia = true;
    return show([part]);
  }

  function takeRecord(part: JsonObject): readonly Part[] {
    const type = asText(part.type) ?? '';
    if (isThought(part))
      return reason(
        textOf([part.thinking, part.reasoning].find((value) => value && value !== true) ?? { ...part, type: null }),
      );
    if (type === 'refusal') return refuse(part.refusal ?? part.text);
    if (/^(?:tool_use|tool_call|function_call)$/.test(type)) return show(tools.take([part]));
    const image = type.includes('image') ? imagePart(part) : null;
    if (image) return showMedia(image);
    const audio = type.includes('audio') ? audioPart(part.audio ?? part.input_audio ?? part, streamed) : null;
    if (audio) return showMedia(audio);
    const { text, odd } = values.read(part, 'content');
    const sources = citations.takeFrom(part);
    if (text !== '' || odd.length === 0) return [...say(text), ...show(sources)];
    // Encrypted reasoning is meant for the service alone.
    if (/redacted|encrypted|signature/.test(type))
      return show([{ type: 'item', kind: type, item: shallowRecord(part) }]);
    return show(odd);
  }

  function takeContent(value: unknown, depth = 0): readonly Part[] {
    if (typeof value === 'string') return say(value);
    if (Array.isArray(value)) {
      if (depth > deepest) return show(values.keep(value, 'content'));
      return value.flatMap((entry) => takeContent(entry, depth + 1));
    }
    if (value === null || value === undefined) return [];
    const record = asObject(value);
    return record ? takeRecord(record) : say(String(value));
  }

  function takeReasoning(message: JsonObject): readonly Part[] {
    let texts: string[] | null = null;
    const odd: Part[] = [];
    for (const [field, value] of Object.entries(message)) {
      if (!isReasoningField(field) || typeof value === 'boolean' || isEmpty(value)) continue;
      const read = values.read(value, field);
      append(odd, read.odd);
      texts ??= [];
      if (read.text !== '' && !texts.includes(read.text)) texts.push(read.text);
    }
    if (texts !== null && texts.length > 0) return [...reason(texts.join('')), ...show(odd)];
    const details = reasoningLists.map((field) => textOf(asArray(message[field]).filter(isReadable)));
    return [...reason(details.find((text) => text !== '') ?? ''), ...show(odd)];
  }

  /** Most deltas have none of these fields, so each is checked before it is read. */
  function takeExtras(message: JsonObject): Part[] {
    const parts: Part[] = [];
    if (message.tool_calls) append(parts, takeCalls(message.tool_calls));
    if (message.function_call) append(parts, tools.takeLegacy(message.function_call));
    append(parts, citations.takeFrom(message));
    show(parts);
    const audio = message.audio ? audioPart(message.audio, streamed) : null;
    if (audio) append(parts, showMedia(audio));
    for (const image of asArray(message.images)) {
      const part = imagePart(image);
      append(parts, part ? showMedia(part) : show(values.keep(image, 'images')));
    }
    for (const name of mediaFields)
      if (!isEmpty(message[name])) append(parts, show([{ type: 'item', kind: name, item: { [name]: message[name] } }]));
    return parts;
  }

  function takeCalls(list: unknown): readonly Part[] {
    const before = tools.count();
    const parts = tools.take(list);
    const isLost = parts.length === 0 && tools.count() === before && before === 0 && textOf(list) !== '';
    return isLost ? values.keep(list, 'tool_calls') : parts;
  }

  function take(message: JsonObject): Part[] {
    const parts = [...takeReasoning(message)];
    const content = message.content ?? (message.parts === undefined ? message.text : message.parts);
    if (content !== undefined && content !== null)
      append(parts, isThought(message) ? reason(textOf(content)) : takeContent(content));
    append(parts, refuse(message.refusal));
    append(parts, takeExtras(message));
    return parts;
  }

  /** Takes what a whole message adds to what has arrived. */
  function takeRest(message: JsonObject): Part[] {
    const { tool_calls, function_call, audio, images, ...rest } = message;
    const whole = textOf(message.content);
    const content = reply.taken();
    const parts = whole.startsWith(content) ? [...say(whole.slice(content.length))] : [];
    if (parts.length === 0 && whole !== '' && whole !== content) final = whole;
    append(parts, takeExtras({ ...rest, ...(hasMedia ? {} : { audio, images }) }));
    if (tools.count() === 0) append(parts, takeExtras({ tool_calls, function_call }));
    return parts;
  }

  return {
    takeLogprobs: logprobs.take,
    /** Takes a delta. `isLast`: the reply ends with it. */
    takeDelta(delta: JsonObject, isLast = false): Part[] {
      hasDeltas = true;
      const content = typeof delta.content === 'string' ? delta.content : '';
      growth.take(content, isLast);
      // Some services say the whole text once more at the end.
      const isRepeat = isLast && growth.count() > 1 && content.length >= shortestRepeat && content === reply.taken();
      const piece = isRepeat ? { ...delta, content: '' } : delta;
      form.take(piece, reply.taken);
      return take(piece);
    },
    /**
     * Takes a message: the whole of an unstreamed response; in a stream the rest of what the deltas said or, without
     * deltas, a piece of the text. Messages of which each begins with the one before are one that grows.
     */
    takeMessage(message: JsonObject): Part[] {
      const isFirst = !streamed || !holds;
      const whole = textOf(message.content);
      const length = reply.takenLength();
      isCumulative ||= length > 0 && whole.length > length && whole.startsWith(reply.taken());
      const repeats = !isFirst && (hasDeltas || isCumulative);
      if (isFirst || repeats) form.takeWhole(message);
      else form.take(message, reply.taken);
      if (!repeats) return take(message);
      tools.repeat(message.tool_calls);
      return takeRest(message);
    },
    finish(wire: string): Part[] {
      if (finishReason === wire) return [];
      finishReason = wire;
      return finishParts(wire, index, 'chat');
    },
    end(): Part[] {
      const parts = [...reply.end()];
      show(parts);
      const grown = growth.whole();
      final ??= grown;
      if (grown !== null) parts.push(repeatedText);
      const whole = final === null ? null : splitReply(final, tags);
      if (whole && reply.images() === 0) append(parts, whole.images);
      const text = whole?.text ?? reply.correction();
      if (text !== null) parts.push({ type: 'text-final', text, ...choiceTag });
      const cut = finishReason === null ? streamed : finishMeaning(finishReason) === 'limit';
      return [...parts, ...logprobs.end(), ...show(tools.end(cut))];
    },
    /** Returns what belongs to the whole reply besides its text and its calls. Call after `end`. */
    form(): Part[] {
      const calls = tools.entries();
      const taken = reply.taken();
      // Only calls and images make the text without its tags and images differ in what goes back.
      const text = calls.length > 0 || reply.images() > 0 ? splitReply(final ?? taken, tags).text : taken;
      // Reasoning inside the text goes back with calls. An image inside it would be megabytes of text, a call a second one.
      const content = reply.images() > 0 || hasWrittenCalls ? text : taken;
      return form.end(content, calls, tools.hasExtras() || (calls.length > 0 && content !== text));
    },
    finishReason: () => finishReason,
    holds: () => holds,
    characters: reply.characters,
  };
}

/** Servers leave the tags in the field that replaces them. */
const ownTags = /^\s{0,8}<think(?:ing)?>\n{0,4}|\n{0,4}<\/think(?:ing)?>\s{0,8}$/g;

const repeatedText = unexpectedItems('Every event repeats the text before it. The text was corrected at the end.');

/** Media that no part is for, where services put them beside the content. */
const mediaFields = ['video', 'videos', 'video_url', 'audio_url', 'file', 'files', 'file_url'] as const;

/** Lists of reasoning, which services send beside one of the fields or in its place. */
const reasoningLists = ['reasoning_details', 'thinking_blocks'] as const;

/** Entries without text, such as encrypted ones, are meant for the service alone. */
const isReadable = (entry: unknown): boolean => {
  const record = asObject(entry);
  return record === null || !/encrypted|redacted/.test(asText(record.type) ?? '');
};
