import type { Part } from '#shared/protocol/part.ts';
import { brokenImage, createInlineImages, type InlineImages, splitInlineImages, spokenParts } from './inline-images.ts';
import { createTextSlots } from './text-slots.ts';

/** Visible text under keys (see `TextSlots`), with the images in it as parts of their own. */
export interface ImagedTexts {
  delta(key: string, text: string): Part[];
  done(key: string, text: string): Part[];
  /** Call once. `final`: the whole text by the last document; the text that was shown is corrected by it. */
  end(final: string): Part[];
  /** Something was said. */
  readonly holds: boolean;
  /** Of the text without its images. */
  readonly characters: number;
}

export function createImagedTexts(): ImagedTexts {
  const texts = createTextSlots('text-delta', '');
  const inlines = new Map<string, InlineImages>();

  const every = () => [...inlines.values()];

  function cut(key: string, parts: readonly Part[]): Part[] {
    const inline = inlines.get(key) ?? createInlineImages();
    inlines.set(key, inline);
    return parts.flatMap((part) => (part.type === 'text-delta' ? spokenParts(inline.take(part.text)) : [part]));
  }

  return {
    delta: (key, text) => cut(key, texts.delta(key, text)),
    done: (key, text) => cut(key, texts.done(key, text)),
    end(final) {
      const parts = every().flatMap((inline) => [...spokenParts(inline.end()), ...brokenImage(inline)]);
      const whole = final || texts.whole;
      if (whole === texts.shown) return parts;
      const { text, images } = splitInlineImages(whole);
      const hasShownImages = every().some(({ count }) => count > 0);
      return [...parts, ...(hasShownImages ? [] : images), { type: 'text-final', text }];
    },
    get holds() {
      return texts.shown !== '';
    },
    get characters() {
      return every().reduce((sum, inline) => sum + inline.characters, 0);
    },
  };
}
