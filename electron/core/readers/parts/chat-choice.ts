import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';
import { append } from './append.ts';
import type { Citations } from './citations.ts';
import { choiceField, finishMeaning, finishParts } from './finish-reasons.ts';
import { brokenImage, createInlineImages, splitInlineImages, spokenParts } from './inline-images.ts';
import { audioPart, imagePart } from './media.ts';
import { plainText, reasoningOf } from './speech-of.ts';
import { createThinkTags, type SpokenPiece } from './think-tags.ts';
import { createToolCalls } from './tool-calls.ts';

const definedReasons: ReadonlySet<string> = new Set([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
]);

/** One of the answers that a chat completion holds. */
export interface ChatChoice {
  /** A delta, or a message when the answer came in one piece. */
  take(message: JsonObject): Part[];
  /** A whole message that closes a stream of deltas: only what they did not say is read. */
  takeFinal(message: JsonObject): Part[];
  finish(reason: string): Part[];
  /** Call once. */
  end(): Part[];
  readonly finishReason: string | null;
  /** Something to show has come. */
  readonly holds: boolean;
  readonly characters: number;
}

/** `streamed`: it comes in deltas. Sources are shared by all choices, because gateways also name them beside those. */
export function createChatChoice(index: number, citations: Citations, streamed: boolean): ChatChoice {
  const answer = choiceField(index);
  const think = createThinkTags();
  const inline = createInlineImages();
  const tools = createToolCalls(index);
  let finishReason: string | null = null;
  let holds = false;
  let hasMedia = false;
  /** The whole text, where it is not what was shown. */
  let final: string | null = null;

  function speak(pieces: SpokenPiece[]): Part[] {
    return pieces.flatMap(({ kind, text }) => {
      holds = true;
      return kind === 'reasoning'
        ? [{ type: 'reasoning-delta', text, ...answer }]
        : spokenParts(inline.take(text), answer);
    });
  }

  function say(text: string): Part[] {
    return text === '' ? [] : speak(think.take(text));
  }

  function reason(text: string): Part[] {
    return text === '' ? [] : speak([{ kind: 'reasoning', text }]);
  }

  function refuse(text: string | null): Part[] {
    if (text === null) return [];
    holds = true;
    return [{ type: 'refusal-delta', text, ...answer }];
  }

  function show(part: Part | null): Part[] {
    if (part === null) return [];
    holds = true;
    hasMedia = true;
    return [part];
  }

  /** One part of a content list. */
  function takeContentPart(value: unknown): Part[] {
    const part = asObject(value);
    if (part === null) return typeof value === 'string' ? say(value) : [];
    const type = asText(part.type) ?? '';
    if (type === 'thinking' || type === 'reasoning') return reason(plainText(part.thinking ?? part.reasoning ?? part));
    if (type === 'refusal') return refuse(asText(part.refusal));
    const image = type.includes('image') ? imagePart(part) : null;
    if (image) return show(image);
    const audio = type.includes('audio') ? audioPart(part.audio ?? part.input_audio ?? part, streamed) : null;
    if (audio) return show(audio);
    const text = asText(part.text) ?? asText(asObject(part.text)?.value);
    if (text !== null || type.endsWith('text')) return say(text ?? '');
    return show({ type: 'item', kind: type || 'unknown', item: shallowRecord(part) });
  }

  function takeContent(value: unknown): Part[] {
    if (typeof value === 'string') return say(value);
    return (Array.isArray(value) ? value : [value]).flatMap(takeContentPart);
  }

  /** Most deltas have none of these, so each is looked for before it is read. */
  function takeExtras(message: JsonObject): Part[] {
    const parts: Part[] = [];
    if (message.tool_calls) append(parts, tools.take(message.tool_calls));
    if (message.function_call) append(parts, tools.takeLegacy(message.function_call));
    if (message.annotations) append(parts, citations.take(message.annotations));
    if (parts.length > 0) holds = true;
    if (message.audio) append(parts, show(audioPart(message.audio, streamed)));
    for (const image of asArray(message.images)) append(parts, show(imagePart(image)));
    return parts;
  }

  function take(message: JsonObject): Part[] {
    const parts = reason(reasoningOf(message));
    if (message.content != null) append(parts, takeContent(message.content));
    append(parts, refuse(asText(message.refusal)));
    append(parts, takeExtras(message));
    return parts;
  }

  return {
    take,
    takeFinal(message) {
      if (!holds) return take(message);
      const { tool_calls, function_call, annotations, audio, images } = message;
      const whole = plainText(message.content);
      const content = think.taken;
      const parts = whole.startsWith(content) ? say(whole.slice(content.length)) : [];
      if (parts.length === 0 && whole !== '' && whole !== content) final = whole;
      append(parts, takeExtras({ annotations, ...(hasMedia ? {} : { audio, images }) }));
      if (tools.count === 0) append(parts, takeExtras({ tool_calls, function_call }));
      return parts;
    },
    finish(wire) {
      if (finishReason === wire) return [];
      finishReason = wire;
      return finishParts(wire, index, definedReasons);
    },
    end() {
      const parts = [...speak(think.end()), ...spokenParts(inline.end(), answer), ...brokenImage(inline)];
      const said = final ?? think.answer;
      if (said !== null && said !== think.shown) {
        const { text, images } = splitInlineImages(said);
        if (inline.count === 0) append(parts, images);
        parts.push({ type: 'text-final', text, ...answer });
      }
      const cut = finishReason === null ? streamed : finishMeaning(finishReason) === 'limit';
      return [...parts, ...tools.end(cut)];
    },
    get finishReason() {
      return finishReason;
    },
    get holds() {
      return holds;
    },
    get characters() {
      return inline.characters;
    },
  };
}
