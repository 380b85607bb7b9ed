import { GrowingText } from '../intake/growing.ts';

export interface TextPiece {
  kind: 'text' | 'reasoning';
  text: string;
}

const tags = ['<think>', '<thinking>'] as const;
const unopened = '</think>';
const leadingBlankLines = /^[\r\n]+/;
/** Characters that may precede an opening tag. */
const startLimit = 200;
/** Closing tags checked before a reply is taken to be about the tags. */
const searchLimit = 8;

/** Returns the length of the longest suffix of `text` that may be the start of `mark`. */
function pendingLength(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/**
 * Extracts `<think>...</think>` from a message that arrives in chunks: gateways can be set to write the reasoning into
 * the text, and some models omit the opening tag. A tag only counts at the start of the message; a closing tag without
 * an opening one only at the start of a line and outside a code fence, so that a reply may talk about the tags.
 */
export function createThinkTags() {
  let state: 'start' | 'thought-start' | 'thought' | 'text-start' | 'text' = 'start';
  /** The whole input: the only copy, into which the other variables are offsets. */
  const taken = new GrowingText();
  /** The end of the input that was not emitted yet. */
  let held = '';
  let close: string = unopened;
  /**
   * Where text begins. Only the end of the emitted text is searched as it grows, for a closing tag that was never
   * opened.
   */
  let saidFrom: number | null = null;
  let saidEnd = '';
  /** Set when such a tag was found: where the text that was emitted by then ends, and where the reply begins. */
  let late: { shownTo: number; answerFrom: number | null } | null = null;
  let searches = 0;

  function takeStart(last: boolean): boolean {
    const trimmed = held.trimStart();
    const tag = tags.find((candidate) => trimmed.startsWith(candidate));
    if (tag !== undefined) {
      searches = searchLimit;
      close = tag.replace('<', '</');
      held = trimmed.slice(tag.length);
      state = 'thought-start';
      return true;
    }
    const undecided = held.length < startLimit && tags.some((candidate) => candidate.startsWith(trimmed));
    if (!last && undecided) return false;
    state = 'text';
    return true;
  }

  function skipBlankLines(next: 'thought' | 'text'): boolean {
    held = held.replace(leadingBlankLines, '');
    if (held === '') return false;
    state = next;
    return true;
  }

  function takeThought(last: boolean, pieces: TextPiece[]): boolean {
    const end = held.indexOf(close);
    if (end !== -1) {
      push(pieces, 'reasoning', held.slice(0, end).replace(/\r?\n$/, ''));
      held = held.slice(end + close.length);
      state = 'text-start';
      return true;
    }
    const pending = last
      ? 0
      : Math.max(pendingLength(held, `\r\n${close}`), pendingLength(held, `\n${close}`), pendingLength(held, close));
    push(pieces, 'reasoning', held.slice(0, held.length - pending));
    held = held.slice(held.length - pending);
    return false;
  }

  function takeText(pieces: TextPiece[]): void {
    const text = held;
    const from = taken.length - text.length;
    const window = saidEnd + text;
    held = '';
    saidFrom ??= from;
    if (late) late.answerFrom ??= from;
    saidEnd = window.slice(1 - unopened.length);
    const found = searches < searchLimit ? window.indexOf(unopened) : -1;
    const at = found === -1 ? -1 : taken.length - window.length + found;
    if (at === -1 || !standsAlone(at)) {
      push(pieces, 'text', text);
      return;
    }
    searches = searchLimit;
    late = { shownTo: from, answerFrom: null };
    push(pieces, 'reasoning', within(saidFrom, at).replace(/\r?\n$/, ''));
    held = within(at + unopened.length);
    state = 'text-start';
  }

  const within = (from: number | null, to?: number) => (from === null ? '' : taken.toString().slice(from, to));

  function standsAlone(at: number): boolean {
    searches += 1;
    const before = within(saidFrom, at);
    return (before === '' || before.endsWith('\n')) && before.split('```').length % 2 === 1;
  }

  function run(last: boolean): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (let more = true; more && held !== ''; ) {
      if (state === 'start') more = takeStart(last);
      else if (state === 'thought-start') more = skipBlankLines('thought');
      else if (state === 'thought') more = takeThought(last, pieces);
      else if (state === 'text-start') more = skipBlankLines('text');
      else takeText(pieces);
    }
    return pieces;
  }

  return {
    take(text: string): TextPiece[] {
      taken.add(text);
      held += text;
      return run(false);
    },
    /** Call once: flushes what was held back. */
    end: () => run(true),
    taken: () => taken.toString(),
    shown: () => (late ? within(saidFrom, late.shownTo) + within(late.answerFrom) : within(saidFrom)),
    /** The reply alone, when earlier text turned out to be reasoning; else `null`. */
    reply: () => late && within(late.answerFrom),
  };
}

function push(pieces: TextPiece[], kind: TextPiece['kind'], text: string): void {
  if (text !== '') pieces.push({ kind, text });
}
