import {
  Lexer,
  Marked,
  type MarkedOptions,
  type Token,
  Tokenizer,
  type TokenizerAndRendererExtension,
  type Tokens,
} from 'marked';
import { urlEnd, withFriendlyMarks } from './cjk-marks.ts';
import { footnoteDefinition, footnoteReference } from './footnotes.ts';
import { blockMathAt, inlineMathAt, nextBlockMath } from './math-finder.ts';

export type Links = Record<string, { href: string | null; title: string | null | undefined }>;

/** Quotes and lists nested deeper are text. No one writes them; a model in a loop does. */
const nestingLimit = 50;

/**
 * The dialect of replies: GitHub markdown with formulas and footnotes. HTML is text here, so it opens no block; a link
 * definition is on one line, so that a quote left open cannot swallow what follows.
 */
class DialectTokenizer extends Tokenizer {
  private depth = 0;

  override html(): undefined {
    return undefined;
  }

  /** Keeps a tag in one piece (no emphasis from its attributes) without switching anything for the text after it. */
  override tag(source: string): Tokens.Tag | undefined {
    const line = lineBreak.exec(source);
    // The only way to break a line in the cell of a table.
    if (line) return { type: 'br', raw: line[0] } as unknown as Tokens.Tag;
    const found = source.startsWith('<') ? this.rules.inline.tag.exec(source) : null;
    if (!found) return undefined;
    return { type: 'html', raw: found[0], text: found[0], block: false, inLink: false, inRawBlock: false };
  }

  /** A bare URL ends where Chinese, Japanese or Korean text goes on without a space. */
  override url(source: string): Tokens.Link | undefined {
    if (!/^(?:https?:|ftp:|www\.)/i.test(source)) return super.url(source);
    const end = /[\s<]/.exec(source)?.index ?? source.length;
    return super.url(source.slice(0, urlEnd(source.slice(0, end))));
  }

  override emStrong(source: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.readMarks(source, before, (text) => super.emStrong(text, masked, before));
  }

  override del(source: string, masked: string, before?: string): Tokens.Del | undefined {
    return this.readMarks(source, before, (text) => super.del(text, masked, before));
  }

  /** The search for the end of marks runs on the masked text; the opening mark is judged by the text itself. */
  private readMarks<T extends Tokens.Em | Tokens.Strong | Tokens.Del>(
    source: string,
    before: string | undefined,
    read: (text: string) => T | undefined,
  ): T | undefined {
    const friendly = withFriendlyMarks((before ?? '') + source.slice(0, openingChars)).slice((before ?? '').length);
    if (source.startsWith(friendly)) return read(source);
    const { lexer } = this as unknown as { lexer: DialectLexer };
    const token = lexer.withoutReading(() => read(friendly + source.slice(friendly.length)));
    if (!token) return undefined;
    // The stand-in has the length of what it replaces.
    const raw = source.slice(0, token.raw.length);
    const marks = (raw.length - token.text.length) / 2;
    const text = raw.slice(marks, raw.length - marks);
    return { ...token, raw, text, tokens: lexer.inlineTokens(text) };
  }

  /** The text before a quote must not decide how its lists are read; the library fails on that inside list items. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    const { state } = this.lexer;
    const { lastToken } = state;
    delete state.lastToken;
    const token = this.nested(() => super.blockquote(source));
    if (lastToken) state.lastToken = lastToken;
    return token;
  }

  override list(source: string): Tokens.List | undefined {
    return this.nested(() => super.list(source));
  }

  /** An underlined heading ends where a formula begins; without that, the search for its line goes through all of them. */
  override lheading(source: string): Tokens.Heading | undefined {
    const end = nextBlockMath(source);
    return super.lheading(end < 0 ? source : source.slice(0, end));
  }

  private nested<T>(read: () => T): T | undefined {
    if (this.depth === nestingLimit) return undefined;
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }

  override def(source: string): Tokens.Def | undefined {
    const end = source.indexOf('\n');
    return super.def(end < 0 ? source : source.slice(0, end + 1));
  }
}

const blockMath: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'block',
  start: (source) => {
    const at = nextBlockMath(source);
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const found = blockMathAt(source);
    return found ? { type: 'math', ...found } : undefined;
  },
};

const inlineMath: TokenizerAndRendererExtension = {
  name: 'math-inline',
  level: 'inline',
  start: (source) => {
    const at = source.search(/\$|\\[([]/);
    return at < 0 ? undefined : at;
  },
  tokenizer(source, before) {
    const found = inlineMathAt(source, before.at(-1)?.raw.at(-1) ?? '');
    return found ? { type: 'math', ...found } : undefined;
  },
};

/** Emphasis must neither open nor close inside a formula; two prices are none. */
function maskMath(source: string): string {
  let masked = '';
  let done = 0;
  for (const { index } of source.matchAll(/\$|\\[([]/g)) {
    if (index < done) continue;
    const formula = inlineMathAt(source.slice(index, index + longestFormula), source.charAt(index - 1));
    if (formula === null) continue;
    masked += source.slice(done, index) + formula.raw.replace(/[*_~]/g, '+');
    done = index + formula.raw.length;
  }
  return masked + source.slice(done);
}

/** `inlineMathAt` looks no further. */
const longestFormula = 1_000;
/** Marks of emphasis and the character after them; more marks are text. */
const openingChars = 16;
const lineBreak = /^<br ?\/?>/i;

/** A longer paragraph is drawn without emphasis and links: the search for their ends is quadratic in its length. */
const inlineLimit = 16_000;
/** No address is as long. Searching a longer word for the beginnings of links and marks is quadratic, too. */
const longWord = /[!-~]{4000,}/g;

class DialectLexer extends Lexer {
  private isReading = true;

  /** Runs something that would read the content of a mark, which is not wanted. */
  withoutReading<T>(run: () => T): T {
    this.isReading = false;
    try {
      return run();
    } finally {
      this.isReading = true;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!this.isReading) return tokens;
    if (source.length > inlineLimit) {
      tokens.push(textToken(source));
      return tokens;
    }
    let done = 0;
    for (const { 0: word, index } of source.matchAll(longWord)) {
      super.inlineTokens(source.slice(done, index), tokens);
      tokens.push(textToken(word));
      done = index + word.length;
    }
    return done === 0 || done < source.length ? super.inlineTokens(source.slice(done), tokens) : tokens;
  }
}

const textToken = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

function options(math: boolean, notes: boolean): MarkedOptions {
  const extensions = [
    ...(math ? [blockMath, inlineMath] : []),
    ...(notes ? [footnoteDefinition, footnoteReference] : []),
  ];
  const { defaults } = new Marked({ gfm: true, extensions });
  const emStrongMask = (source: string) => withFriendlyMarks(math ? maskMath(source) : source);
  const hooks = { ...defaults.hooks, emStrongMask };
  return { ...defaults, tokenizer: new DialectTokenizer(), hooks } as unknown as MarkedOptions;
}

// A text without the marks of an extension reads the same with and without it, and faster without.
const variants = [options(false, false), options(true, false), options(false, true), options(true, true)];

/**
 * No one writes a list, table or paragraph of this length, and parsing one can block the page: it is shown as it is.
 */
const plainFrom = 64_000;
export const isPlain = (text: string): boolean => text.length > plainFrom && !/^ {0,3}(?:```|~~~)/.test(text);

/**
 * Reads one range of text into tokens. `links` provides the definitions known so far and collects the ones found here;
 * the first definition of a label stays.
 */
export function lexMarkdown(text: string, links: Links): Token[] {
  if (isPlain(text)) return [{ type: 'plain', raw: text }];
  const math = text.includes('$') || text.includes('\\(') || text.includes('\\[');
  const notes = text.includes('[^');
  const lexer = new DialectLexer(variants[(math ? 1 : 0) + (notes ? 2 : 0)]);
  lexer.tokens.links = links as typeof lexer.tokens.links;
  try {
    return lexer.lex(text);
  } catch {
    // No known input does this; if one appears, its text must still be readable.
    return [{ type: 'paragraph', raw: text, text, tokens: [textToken(text)] }];
  }
}

/** Returns an empty set of definitions; without a prototype, so that no label can be found by accident. */
export function noLinks(known?: Links): Links {
  return Object.assign(Object.create(null) as Links, known);
}

/** Returns a label as it is compared: case folded, white space as one space. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}
