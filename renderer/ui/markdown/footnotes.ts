import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';

export interface FootnoteDef extends Tokens.Generic {
  type: 'footnote-def';
  label: string;
  tokens: Token[];
}

export const footnoteOpener = /^\[\^([^\]\s]+)\]:/;

/** `[^1]: text` with further paragraphs indented below it. */
export const footnoteDefinition: TokenizerAndRendererExtension = {
  name: 'footnote-def',
  level: 'block',
  tokenizer(source) {
    const open = footnoteOpener.exec(source);
    if (!open) return undefined;
    const raw = takeDefinition(source);
    const lines = raw.slice(open[0].length).split('\n');
    const text = lines.map((line, at) => (at === 0 ? line.trimStart() : outdent(line))).join('\n');
    const top = this.lexer.state.top;
    this.lexer.state.top = true;
    const tokens = this.lexer.blockTokens(text, []);
    this.lexer.state.top = top;
    return { type: 'footnote-def', raw, label: open[1] ?? '', tokens };
  },
};

/** `[^1]` where it is used. */
export const footnoteReference: TokenizerAndRendererExtension = {
  name: 'footnote-ref',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source) {
    const found = /^\[\^([^\]\s]+)\](?!\()/.exec(source);
    return found ? { type: 'footnote-ref', raw: found[0], label: found[1] ?? '' } : undefined;
  },
};

/**
 * Returns the lines that belong to a definition: its paragraph, then everything indented. A line at the edge that
 * begins another block ends it.
 */
function takeDefinition(source: string): string {
  let end = lineEnd(source, 0);
  let afterBlank = false;
  for (let at = end + 1; at < source.length; ) {
    const stop = lineEnd(source, at);
    const line = source.slice(at, stop);
    at = stop + 1;
    if (line.trim() === '') {
      afterBlank = true;
      continue;
    }
    const indented = /^(?: {2,}|\t)/.test(line);
    if (!indented && (afterBlank || beginsBlock.test(line))) break;
    afterBlank = false;
    end = stop;
  }
  return source.slice(0, end);
}

function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from);
  return at < 0 ? source.length : at;
}

const beginsBlock = /^ ?(?:\[\^[^\]\s]+\]:|```|~~~|#{1,6}\s|>|[*+-][ \t]|\d{1,9}[.)][ \t]|\$\$|\\\[|\|)/;

function outdent(line: string): string {
  return line.replace(/^(?: {1,4}|\t)/, '');
}
