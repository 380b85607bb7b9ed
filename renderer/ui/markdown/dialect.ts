import {
  Lexer,
  Marked,
  type MarkedOptions,
  type Token,
  Tokenizer,
  type TokenizerAndRendererExtension,
  type Tokens,
} from 'marked';
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
    const found = source.startsWith('<') ? this.rules.inline.tag.exec(source) : null;
    if (!found) return undefined;
    return { type: 'html', raw: found[0], text: found[0], block: false, inLink: false, inRawBlock: false };
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

/** Emphasis must neither open nor close inside a formula. */
function maskMath(source: string): string {
  return source.replace(/\$[^$\n]+\$|\$\$[^$]+\$\$|\\\([\s\S]{1,1000}?\\\)/g, (formula) =>
    formula.replace(/[*_~]/g, '+'),
  );
}

/** A longer paragraph is drawn without emphasis and links: the search for their ends is quadratic in its length. */
const inlineLimit = 16_000;
/** No address is as long. Searching a longer word for the beginnings of links and marks is quadratic, too. */
const longWord = /[!-~]{4000,}/g;

class DialectLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
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
  const hooks = math ? { ...defaults.hooks, emStrongMask: maskMath } : null;
  return { ...defaults, tokenizer: new DialectTokenizer(), hooks } as MarkedOptions;
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
