import { GrowingText } from '../intake/growing.ts';
import { type Notation, notationsOf, type TagMatch, type TagPair } from './reasoning-notations.ts';

export type TextPiece =
  | { kind: 'text' | 'reasoning'; text: string }
  /** A tool call, whole; `text`: its arguments. */
  | { kind: 'call'; name: string; text: string };

const leadingBlankLines = /^[\r\n]+/;
const lastLineBreak = /\r?\n$/;
/** Characters that may precede the first tag. */
const startLimit = 200;
/** Closing tags without an opening one that are checked before a reply is taken to be about the tags. */
const searchLimit = 8;
const shortestFence = 3;
const deepestIndent = 3;
const longestTag = 700;
/** The end of a sentence or a word: in a sentence about tags, a closing tag follows a space or a quote. */
const saidBefore = /[\p{L}\p{N}.!?…。！？]$/u;

interface Fence {
  mark: string;
  length: number;
}
type Run = Fence & { fenceBefore: Fence | null };

/** Returns the fence that is open after a run: it opened one, closed one, or was too short. */
function fenceAfter({ mark, length, fenceBefore }: Run): Fence | null {
  if (length < shortestFence) return fenceBefore;
  if (fenceBefore === null) return { mark, length };
  return mark === fenceBefore.mark && length >= fenceBefore.length ? null : fenceBefore;
}

type Found = { type: 'open'; notation: Notation; match: TagMatch } | { type: 'close'; length: number } | 'undecided';

/**
 * Separates the reasoning that models and gateways write into a text, in every known notation, from the reply. The text
 * arrives in chunks.
 *
 * A tag only counts at the start of the text, after another section, or at the start of a line outside code; a reply
 * that has named a tag in any other place is about the tags. Models may also omit the opening tag: everything before a
 * closing tag on a line of its own is then reasoning.
 */
export function createThinkTags(ownTags: readonly TagPair[] = []) {
  const notations = notationsOf(ownTags);
  const starts = [...new Set(notations.flatMap(({ starts }) => [...starts]))].join('');
  const marks = new RegExp(`[\\n\`~${starts.replace(/[\\\]^-]/g, '\\$&')}]`, 'g');
  let state: 'start' | 'section-start' | 'section' | 'text-start' | 'text' = 'start';
  /** The whole input: the only copy, into which `saidFrom` is an offset. */
  const taken = new GrowingText();
  /** The end of the input that was not emitted yet. */
  let held = '';
  let section: { notation: Notation; match: TagMatch } | null = null;
  let hasSections = false;
  let hasThought = false;
  /** A further section of reasoning begins: it is separated from the one before. */
  let isFurtherThought = false;

  /** Where text begins, while no tag was found. */
  let saidFrom: number | null = null;
  let searches = 0;
  /** The text names tags elsewhere than where they count. */
  let namesTags = false;
  let fence: Fence | null = null;
  /** The run of backticks or tildes that ended the last chunk. */
  let run: Run | null = null;
  let isLineBlank = true;
  let indent = 0;
  /** The arguments of a call, as far as they have arrived. */
  let written = new GrowingText();
  /** The end of the text before `held`. */
  let lastSaid = '';
  /** What follows a closing tag that was never opened; `isShown`: the reasoning before it was shown as text. */
  let late: { isShown: boolean; text: GrowingText } | null = null;

  function push(pieces: TextPiece[], kind: TextPiece['kind'], text: string): void {
    if (text === '') return;
    if (kind === 'call') {
      written.add(text);
      return;
    }
    if (kind === 'text') {
      lastSaid = text.slice(-2);
      late?.text.add(text);
      pieces.push({ kind, text });
      return;
    }
    pieces.push({ kind, text: isFurtherThought ? `\n\n${text}` : text });
    isFurtherThought = false;
    hasThought = true;
  }

  function findTag(text: string, isInText: boolean, last: boolean): Found | null {
    let isUndecided = false;
    for (const notation of notations) {
      const firsts = isInText ? notation.starts : notation.starts + (notation.sectionStarts ?? '');
      if (!firsts.includes(text.charAt(0))) continue;
      const match = notation.open(text);
      if (match === 'undecided') isUndecided = true;
      else if (match) return { type: 'open', notation, match };
      const closing = notation.closeAtStart(text);
      if (closing === 'undecided') isUndecided = true;
      else if (closing) return { type: 'close', length: closing };
    }
    return isUndecided && !last ? 'undecided' : null;
  }

  function enter(notation: Notation, match: TagMatch): void {
    isFurtherThought = hasThought;
    hasSections = true;
    section = match.isEmpty ? null : { notation, match };
    state = match.isEmpty ? 'text-start' : 'section-start';
  }

  /** Looks for an opening tag where one may always stand. */
  function takeStart(last: boolean): boolean {
    const trimmed = held.trimStart();
    const found = trimmed === '' ? 'undecided' : findTag(trimmed.slice(0, longestTag), false, last);
    if (found === 'undecided' && !last && held.length - trimmed.length < startLimit) return false;
    if (found && found !== 'undecided' && found.type === 'open') {
      held = trimmed.slice(found.match.length);
      enter(found.notation, found.match);
    } else state = 'text';
    return true;
  }

  function skipBlankLines(): boolean {
    held = held.replace(leadingBlankLines, '');
    return held !== '';
  }

  function takeSectionStart(): boolean {
    if (!skipBlankLines()) return false;
    state = 'section';
    return true;
  }

  function takeSection({ notation, match }: NonNullable<typeof section>, last: boolean, pieces: TextPiece[]): boolean {
    const { kind } = match;
    const end = notation.close(held);
    if (end !== null) {
      push(pieces, kind, held.slice(0, end.at).replace(lastLineBreak, ''));
      endCall(match, pieces);
      held = held.slice(end.at + end.length);
      section = null;
      state = 'text-start';
      isLineBlank = true;
      indent = 0;
      return true;
    }
    let to = last ? held.length : held.length - notation.pending(held);
    // The line break before the closing tag belongs to it.
    if (!last && held[to - 1] === '\n') to -= 1;
    if (!last && held[to - 1] === '\r') to -= 1;
    push(pieces, kind, held.slice(0, to));
    held = held.slice(to);
    return false;
  }

  function endCall({ kind, name = '' }: TagMatch, pieces: TextPiece[]): void {
    if (kind !== 'call') return;
    pieces.push({ kind, name, text: written.toString().trim() });
    written = new GrowingText();
  }

  /** Takes a closing tag that was never opened: all text before it was reasoning. */
  function takeLate(at: number, length: number, shownTo: number, pieces: TextPiece[]): void {
    const before = taken.length - held.length + at;
    const from = saidFrom ?? before;
    pieces.length = 0;
    late = { isShown: shownTo > from, text: new GrowingText() };
    hasSections = true;
    push(pieces, 'reasoning', taken.toString().slice(from, before).replace(lastLineBreak, ''));
    held = held.slice(at + length);
    state = 'text-start';
  }

  /** Notes the backticks or tildes at the start of a line, which chunks may split; returns the index after them. */
  function takeRun(at: number): number {
    const mark = held[at]!;
    run ??= { mark, length: 0, fenceBefore: fence };
    let to = at;
    while (held[to] === run.mark) to += 1;
    run.length += to - at;
    fence = fenceAfter(run);
    if (to < held.length) run = null;
    return to;
  }

  function noteGap(text: string): void {
    if (!isLineBlank) return;
    if (text.trim() !== '') isLineBlank = false;
    else indent += text.length;
  }

  /** Emits text up to the next tag that counts. */
  function takeText(last: boolean, shownTo: number, pieces: TextPiece[]): boolean {
    saidFrom ??= taken.length - held.length;
    let from = run && held[0] === run.mark ? takeRun(0) : 0;
    if (from < held.length) run = null;
    const emit = (to: number) => {
      push(pieces, 'text', held.slice(0, to));
      held = held.slice(to);
    };
    for (;;) {
      marks.lastIndex = from;
      const at = marks.exec(held)?.index ?? held.length;
      noteGap(held.slice(from, at));
      if (at === held.length) {
        emit(at);
        return false;
      }
      const isFree = isLineBlank && indent <= deepestIndent;
      const mark = held[at]!;
      from = at + 1;
      if (mark === '\n') {
        isLineBlank = true;
        indent = 0;
      } else if (mark === '`' || mark === '~') {
        if (isFree) from = takeRun(at);
        isLineBlank = false;
      } else {
        const found = findTag(held.slice(at, at + longestTag), true, last);
        if (found === 'undecided') {
          emit(at);
          return false;
        }
        const counts = found !== null && isFree && fence === null;
        if (counts && found.type === 'open' && !namesTags) {
          emit(at);
          held = held.slice(found.match.length);
          enter(found.notation, found.match);
          return true;
        }
        const isBehindWord =
          searches === 0 && !isLineBlank && fence === null && saidBefore.test(at === 0 ? lastSaid : held.slice(0, at));
        if (
          found?.type === 'close' &&
          (counts || isBehindWord) &&
          !namesTags &&
          !hasSections &&
          searches < searchLimit
        ) {
          takeLate(at, found.length, shownTo, pieces);
          return true;
        }
        if (found?.type === 'close') searches += 1;
        else if (found) namesTags = true;
        isLineBlank = false;
      }
    }
  }

  function advance(last: boolean): TextPiece[] {
    const pieces: TextPiece[] = [];
    const shownTo = taken.length - held.length;
    for (let more = true; more && held !== ''; ) {
      if (state === 'start') more = takeStart(last);
      else if (state === 'section-start') more = takeSectionStart();
      else if (state === 'section' && section) more = takeSection(section, last, pieces);
      else if (state === 'text-start') more = skipBlankLines() && takeStart(last);
      else more = takeText(last, shownTo, pieces);
    }
    if (last && section) endCall(section.match, pieces);
    return pieces;
  }

  return {
    take(text: string): TextPiece[] {
      taken.add(text);
      held += text;
      return advance(false);
    },
    /** Call once: flushes what was held back. */
    end: () => advance(true),
    taken: () => taken.toString(),
    takenLength: () => taken.length,
    /** The reply alone, when text that was shown turned out to be reasoning; else `null`. */
    correction: () => (late?.isShown ? late.text.toString() : null),
  };
}
