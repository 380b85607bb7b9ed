import { foldCase } from './fold-case.ts';

/** UTF-16 units shown before and after the start of the first hit. */
const before = 48;
const after = 152;

const hitStart = '\u0002';
const hitEnd = '\u0003';

type Span = [start: number, end: number];

/**
 * Cuts the words around the first hit out of a text, on one line, with every hit between U+0002 and U+0003 and an
 * ellipsis where the text goes on.
 *
 * @param terms folded with `foldCase`, none of them empty.
 * @returns `null` when the text does not hold every term.
 */
export function excerptOf(text: string, terms: readonly string[]): string | null {
  const folded = foldCase(text);
  const first = terms.map((term) => folded.indexOf(term));
  if (first.some((place) => place < 0)) return null;

  const anchor = Math.min(...first);
  const start = atLetter(text, anchor - before);
  const end = atLetter(text, anchor + after);
  const line = text.slice(start, end).replace(/\p{Cc}/gu, ' ');
  let marked = '';
  let done = 0;
  for (const [from, to] of hitsIn(folded.slice(start, end), terms)) {
    marked += `${line.slice(done, from)}${hitStart}${line.slice(from, to)}${hitEnd}`;
    done = to;
  }
  const words = (marked + line.slice(done)).replace(/ {2,}/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${words}${end < text.length ? '…' : ''}`;
}

/** Moves a place that would cut a letter in two; keeps it within the text. */
function atLetter(text: string, place: number): number {
  const within = Math.max(0, Math.min(place, text.length));
  const code = text.charCodeAt(within);
  return code >= 0xdc00 && code <= 0xdfff && within > 0 ? within - 1 : within;
}

/** Where the terms stand, in order; those that touch or overlap are one. */
function hitsIn(folded: string, terms: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const term of terms)
    for (let place = folded.indexOf(term); place >= 0; place = folded.indexOf(term, place + term.length))
      spans.push([place, place + term.length]);
  spans.sort(([first], [second]) => first - second);
  return spans.reduce<Span[]>((joined, span) => {
    const last = joined.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else joined.push(span);
    return joined;
  }, []);
}
