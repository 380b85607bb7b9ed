import type { ImagePart, Part } from '#shared/protocol/part.ts';
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
