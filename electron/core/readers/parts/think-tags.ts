import { GrowingText } from '../intake/growing-text.ts';

/** A piece of a message: what is said, or what was thought before. */
export interface SpokenPiece {
  kind: 'text' | 'reasoning';
  text: string;
}

export interface ThinkTags {
  take(text: string): SpokenPiece[];
  /** Call once: gives out what was held back. */
  end(): SpokenPiece[];
  /** Everything taken. */
  readonly taken: string;
  /** Everything given out as text. */
  readonly shown: string;
  /** The answer alone, when earlier text pieces turned out to be reasoning; else `null`. */
  readonly answer: string | null;
}

const tags = ['<think>', '<thinking>'] as const;
const unopened = '</think>';
const leadingBlankLines = /^[\r\n]+/;
/** Characters that may stand before an opening tag. */
const startLimit = 200;
/** Closing tags looked at before an answer is taken to be one about tags. */
const searchLimit = 8;

/** Length of the longest end of `text` that may become the start of `mark`. */
function pendingLength(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/**
 * Takes `<think>...</think>` out of a message that comes in pieces: gateways can be set to write the reasoning into the
 * text, and some models leave the opening tag out. A tag only counts at the start of the message; a closing tag without
 * an opening one only at the start of a line and outside a code fence, so that an answer may talk about the tags.
 */
export function createThinkTags(): ThinkTags {
  let state: 'start' | 'thought-start' | 'thought' | 'text-start' | 'text' = 'start';
  /** Everything taken: the one place that keeps it, by which the others are offsets. */
  const taken = new GrowingText();
  /** The end of it that was not given out. */
  let held = '';
  let close: string = unopened;
  /** Where text begins. Only the end of what was said is searched as it grows, for a closing tag that was never opened. */
  let saidFrom: number | null = null;
  let saidEnd = '';
  /** Set when such a tag was found: where the text ends that had been given out by then, and where the answer begins. */
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

  function takeThought(last: boolean, pieces: SpokenPiece[]): boolean {
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

  function takeText(pieces: SpokenPiece[]): void {
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

  function run(last: boolean): SpokenPiece[] {
    const pieces: SpokenPiece[] = [];
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
    take(text) {
      taken.add(text);
      held += text;
      return run(false);
    },
    end: () => run(true),
    get taken() {
      return taken.toString();
    },
    get shown() {
      return late ? within(saidFrom, late.shownTo) + within(late.answerFrom) : within(saidFrom);
    },
    get answer() {
      return late && within(late.answerFrom);
    },
  };
}

function push(pieces: SpokenPiece[], kind: SpokenPiece['kind'], text: string): void {
  if (text !== '') pieces.push({ kind, text });
}
