import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../intake/growing.ts';
import type { JsonObject } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { brokenImage, createInlineImages, splitInlineImages, textParts } from './inline-images.ts';
import type { TagPair } from './reasoning-notations.ts';
import { createThinkTags, type TextPiece } from './think-tags.ts';

/** Takes a tool call that a model wrote into its text. */
export type TakeCall = (call: JsonObject) => readonly Part[];

/** The text of one reply as it arrives: separates the reasoning, the calls and the images that are written into it. */
export function createReplyText(choice: number, tags: readonly TagPair[], takeCall: TakeCall) {
  const field = choiceField(choice);
  const think = createThinkTags(tags);
  const inline = createInlineImages();

  const parts = (pieces: readonly TextPiece[]): Part[] =>
    pieces.flatMap((piece): readonly Part[] => {
      if (piece.kind === 'call') return takeCall({ name: piece.name, arguments: piece.text });
      const { text } = piece;
      return piece.kind === 'reasoning'
        ? [{ type: 'reasoning-delta', text, ...field }]
        : textParts(inline.take(text), field);
    });

  return {
    take: (text: string): Part[] => (text === '' ? [] : parts(think.take(text))),
    /** Call once: flushes what was held back. */
    end: (): Part[] => [...parts(think.end()), ...textParts(inline.end(), field), ...brokenImage(inline)],
    /** Everything that arrived, with its tags. */
    taken: think.taken,
    takenLength: think.takenLength,
    /** The reply alone, when text that was shown turned out to be reasoning; else `null`. */
    correction: think.correction,
    /** Number of images in the text. */
    images: inline.count,
    characters: inline.characters,
  };
}

/** Returns a whole text without the reasoning and the images in it, and the images. */
export function splitReply(text: string, tags: readonly TagPair[] = []): { text: string; images: ImagePart[] } {
  const think = createThinkTags(tags);
  const pieces = [...think.take(text), ...think.end()];
  return splitInlineImages(
    pieces
      .filter(({ kind }) => kind === 'text')
      .map((piece) => piece.text)
      .join(''),
  );
}

type ReplyText = ReturnType<typeof createReplyText>;

/** Visible text by key (see `createTextSlots`), without the reasoning and the images that are written into it. */
export function createReplyTexts(tags: readonly TagPair[], takeCall: TakeCall) {
  const texts = createTextSlots('text-delta', '');
  const replies = new Map<string, ReplyText>();

  const every = () => [...replies.values()];

  function split(key: string, parts: readonly Part[]): Part[] {
    const reply = replies.get(key) ?? createReplyText(0, tags, takeCall);
    replies.set(key, reply);
    return parts.flatMap((part) => (part.type === 'text-delta' ? reply.take(part.text) : [part]));
  }

  return {
    delta: (key: string, text: string) => split(key, texts.delta(key, text)),
    done: (key: string, text: string) => split(key, texts.done(key, text)),
    /** Call once. `final`: the whole text by the last document, which corrects the text shown. */
    end(final: string): Part[] {
      const parts = every().flatMap((reply) => reply.end());
      const whole = final || texts.whole();
      if (whole !== texts.shown()) {
        const { text, images } = splitReply(whole, tags);
        const hasShownImages = every().some((reply) => reply.images() > 0);
        return [...parts, ...(hasShownImages ? [] : images), { type: 'text-final', text }];
      }
      if (every().every((reply) => reply.correction() === null)) return parts;
      const said = texts.every().map((text) => splitReply(text, tags).text);
      return [...parts, { type: 'text-final', text: said.join('') }];
    },
    holds: () => texts.shown() !== '',
    characters: () => every().reduce((sum, reply) => sum + reply.characters(), 0),
  };
}

type SpokenType = 'text-delta' | 'reasoning-delta' | 'refusal-delta';

/** Text that arrives by key, as deltas and then once more as a whole. `between` separates the texts of two keys. */
export function createTextSlots(type: SpokenType, between: string) {
  const slots = new Map<string, GrowingText>();
  const shown = new GrowingText();
  let current: string | null = null;

  function slotOf(key: string): GrowingText {
    const slot = slots.get(key) ?? new GrowingText();
    slots.set(key, slot);
    return slot;
  }

  function emit(key: string, text: string): Part[] {
    if (text === '') return [];
    const lead = current !== null && current !== key ? between : '';
    current = key;
    shown.add(lead);
    shown.add(text);
    return [{ type, text: lead + text }];
  }

  const every = () => Array.from(slots.values(), String);

  return {
    delta(key: string, text: string): Part[] {
      slotOf(key).add(text);
      return emit(key, text);
    },
    /** Takes the whole text of one key: emits what the deltas did not contain and remembers a contradiction. */
    done(key: string, text: string): Part[] {
      const before = slotOf(key).toString();
      // A gateway that gives all messages one index ends each of them under the shared key.
      if (text === '' || before.endsWith(text)) return [];
      const whole = new GrowingText();
      whole.add(text);
      slots.set(key, whole);
      return text.startsWith(before) ? emit(key, text.slice(before.length)) : [];
    },
    /** Everything emitted, in that order. */
    shown: () => shown.toString(),
    /** The text of each key. */
    every,
    /** Everything as the provider has it, key by key. */
    whole: () =>
      every()
        .filter((text) => text !== '')
        .join(between),
  };
}
