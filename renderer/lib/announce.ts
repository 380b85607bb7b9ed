import { createStore } from 'zustand/vanilla';

/** What the polite live region says. `turn` makes the same sentence audible twice. */
export const announcement = createStore<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }));

/** Says one sentence to people who listen to the page, when what they hear now has ended. */
export function announce(text: string): void {
  announcement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** A screen reader that is told every word reads nothing to its end: whole sentences, at most one message in this time. */
const paceMs = 2500;

const sentenceEnd = /[.!?:。！？]["')\]]*(?:\s|$)|\n/g;

/**
 * Announces a text that grows, in whole sentences and at a pace that can be followed. `say` takes all of the text so far;
 * `end` says what is left and then the closing words.
 */
export function streamAnnouncer(say: (text: string) => void = announce, now: () => number = () => performance.now()) {
  let said = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    say(whole: string) {
      if (now() - lastAt < paceMs) return;
      const rest = whole.slice(said);
      const last = [...rest.matchAll(sentenceEnd)].at(-1);
      if (!last) return;
      const end = last.index + last[0].length;
      const text = rest.slice(0, end).trim();
      said += end;
      if (!text) return;
      lastAt = now();
      say(text);
    },
    end(whole: string, closing: string) {
      const rest = whole.slice(said).trim();
      said = whole.length;
      say(rest ? `${rest} ${closing}` : closing);
    },
  };
}
