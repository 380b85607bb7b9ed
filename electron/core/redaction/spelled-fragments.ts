import type { Redactor } from './redact.ts';

/** What one string has of a secret that is spelled over several of them. */
export interface Fragment {
  /** The fragment, with some letters beside it that tell it from others. */
  text: string;
  /** Where in `text` it is. */
  start: number;
  stop: number;
  /** `text` begins, or ends, where the string does. */
  opens: boolean;
  closes: boolean;
}

/** Of a long string only the ends are looked at: what goes on in another string stands there. */
const endLetters = 4096;
/** Stands for what is left out between them; no secret holds it. */
const leftOut = '\0';
const contextLetters = 32;
/** Letters that every JSON spells in the same way. */
const plainBefore = /[ !#-[\]-~]{0,32}$/;
const plainAfter = /^[ !#-[\]-~]{0,32}/;

/** The fragments that strings, which follow each other, have of secrets; what stands within one string is none. */
export function fragmentsOf(strings: readonly string[], redactor: Redactor): Fragment[] {
  const ends = strings.map((text) =>
    text.length <= 2 * endLetters ? text : text.slice(0, endLetters) + leftOut + text.slice(-endLetters),
  );
  const runs = redactor.find(ends.join(''));
  if (runs.length === 0) return [];
  let offset = 0;
  return ends.flatMap((text) => {
    const from = offset;
    offset += text.length;
    return runs
      .filter(({ start, end }) => start < offset && end > from && (start < from || end > offset))
      .map(({ start, end }) => fragmentIn(text, Math.max(start - from, 0), Math.min(end - from, text.length)));
  });
}

function fragmentIn(text: string, start: number, stop: number): Fragment {
  const before = plainBefore.exec(text.slice(Math.max(0, start - contextLetters), start))?.[0] ?? '';
  const after = plainAfter.exec(text.slice(stop, stop + contextLetters))?.[0] ?? '';
  return {
    text: before + text.slice(start, stop) + after,
    start: before.length,
    stop: before.length + stop - start,
    opens: before.length === start,
    closes: stop + after.length === text.length,
  };
}
