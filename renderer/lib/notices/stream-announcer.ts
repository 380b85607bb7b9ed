import { announce } from './announce.ts';
import { maxSpoken, spokenText } from './spoken-text.ts';

/** The next announcement of a growing text waits until this one can have been read, and at least this long. */
const minMs = 2500;

/** About 260 words per minute; a Chinese character is a syllable. */
const readingMs = (text: string) =>
  Array.from(text).reduce((ms, sign) => ms + (/\p{Script=Han}/u.test(sign) ? 160 : 45), 0);

/** A period between two digits ends nothing, and after the newest digit it is undecided; Chinese needs no space. */
const sentenceEnd = /[.!?:]["')\]]*\s|(?<!\d)[.!?:]["')\]]*$|[。！？：]["'”’）」』]*|\n/gu;

/**
 * Announces a Markdown text that grows: in whole sentences, as it is read out, and at a pace that can be followed.
 * `say` takes all of the text so far; `end` announces what is left and then the closing words, once: what the run learns
 * after its end would replace them before they are read.
 */
export function streamAnnouncer(say: (text: string) => void = announce, now: () => number = () => performance.now()) {
  let announced = 0;
  let freeAt = Number.NEGATIVE_INFINITY;
  let hasEnded = false;
  return {
    say(whole: string) {
      if (hasEnded || now() < freeAt) return;
      const rest = whole.slice(announced, announced + maxSpoken);
      const last = [...rest.matchAll(sentenceEnd)].at(-1);
      const end = last ? last.index + last[0].length : rest.length;
      // Words without any end of a sentence are announced once there are too many to wait for one.
      if (!last && end < maxSpoken) return;
      const text = spokenText(rest.slice(0, end));
      announced += end;
      if (!text) return;
      freeAt = now() + Math.max(minMs, readingMs(text));
      say(text);
    },
    end(whole: string, closing: string) {
      if (hasEnded) return;
      hasEnded = true;
      const rest = spokenText(whole.slice(announced));
      say(rest ? `${rest} ${closing}` : closing);
    },
  };
}
