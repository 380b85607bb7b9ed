const styles = {
  bold: ['\x1b[1m', '\x1b[22m'],
  italic: ['\x1b[3m', '\x1b[23m'],
  code: ['\x1b[36m', '\x1b[39m'],
} as const;
type Style = keyof typeof styles;

/** The start of a line that could become block markup: heading, list item, quote, rule or code fence. */
const couldBeBlock = /^ {0,12}(?:#{1,6}|[-*+]|\d{1,9}[.)]?|>|`{1,2}|~{1,2}|-{1,}|_{1,}|\*{1,})?$/;
/** The start of a line that could close a code block. */
const couldBeFence = /^ {0,3}[`~]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^#{1,6} /;
const listItem = /^( *)[-*+] /;
const quote = /^ {0,3}> ?/;

/**
 * Renders headings, emphasis, code, lists and quotes; everything else, such as tables and links, stays as the model wrote
 * it. The given text contains no control characters.
 */
export function createMarkdownText() {
  const active = new Set<Style>();
  /** Held back: the start of a line, or marks at the end of a chunk whose meaning depends on what follows. */
  let held = '';
  let isLineStart = true;
  let isHeading = false;
  /** The marks that opened the code block, until the same marks close it. */
  let block: string | null = null;
  let before = '';

  const turn = (style: Style, isOn: boolean): string => {
    if (isOn === active.has(style)) return '';
    if (isOn) active.add(style);
    else active.delete(style);
    return styles[style][isOn ? 0 : 1];
  };
  const endLine = (): string => {
    isLineStart = true;
    isHeading = false;
    before = '';
    // Emphasis never continues past its paragraph; a reply that opens it and forgets the end must not style the rest.
    return [...active].map((style) => turn(style, false)).join('');
  };

  /** Renders text within a line; may leave marks at its end in `held`. */
  function inline(text: string, isLast: boolean): string {
    let out = '';
    for (let at = 0; at < text.length; ) {
      const sign = text.charAt(at);
      if (sign === '\\' && at + 1 === text.length && !isLast) {
        held = sign;
        return out;
      }
      if (sign === '\\' && at + 1 < text.length && /[*_`\\]/.test(text.charAt(at + 1))) {
        out += text.charAt(at + 1);
        before = text.charAt(at + 1);
        at += 2;
        continue;
      }
      if (sign !== '*' && sign !== '_' && sign !== '`') {
        out += sign;
        before = sign;
        at += 1;
        continue;
      }
      let end = at;
      while (text.charAt(end) === sign) end += 1;
      if (end === text.length && !isLast) {
        held = text.slice(at);
        return out;
      }
      const marks = text.slice(at, end);
      out += mark(marks, text.charAt(end));
      before = sign;
      at = end;
    }
    return out;
  }

  /** Renders a run of one mark character, by what precedes and follows it. */
  function mark(marks: string, after: string): string {
    if (marks.startsWith('`')) return marks.length === 1 ? turn('code', !active.has('code')) : marks;
    if (active.has('code')) return marks;
    const opens = after !== '' && !/\s/.test(after);
    const closes = before !== '' && !/\s/.test(before);
    // Inside of a word, _ is a letter.
    if (marks.startsWith('_') && /\w/.test(before) && /\w/.test(after)) return marks;
    const wanted: Style[] = marks.length === 1 ? ['italic'] : marks.length === 2 ? ['bold'] : ['bold', 'italic'];
    const isClosing = wanted.every((style) => active.has(style));
    if (isClosing ? !closes : !opens) return marks;
    if (wanted.includes('bold') && isHeading) return '';
    return wanted.map((style) => turn(style, !isClosing)).join('');
  }

  /** Renders one line, or its last part; `isWhole` when its end is known. */
  function line(text: string, isWhole: boolean): string {
    if (block !== null) {
      if (!isWhole && isLineStart && couldBeFence.test(text)) {
        held = text;
        return '';
      }
      if (isLineStart && isWhole && fence.exec(text)?.[1]?.startsWith(block)) {
        block = null;
        return turn('code', false);
      }
      isLineStart = false;
      return text;
    }
    if (!isLineStart) return inline(text, isWhole);
    if (!isWhole && couldBeBlock.test(text)) {
      held = text;
      return '';
    }
    const opening = fence.exec(text);
    if (opening) {
      // The language after the fence is known at the end of its line.
      if (!isWhole) {
        held = text;
        return '';
      }
      block = opening[1] as string;
      return turn('code', true);
    }
    isLineStart = false;
    if (heading.test(text)) {
      isHeading = true;
      return turn('bold', true) + inline(text.replace(heading, ''), isWhole);
    }
    if (quote.test(text)) return `│ ${inline(text.replace(quote, ''), isWhole)}`;
    const item = listItem.exec(text);
    if (item && !/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(text))
      return `${item[1]}• ${inline(text.slice(item[0].length), isWhole)}`;
    return inline(text, isWhole);
  }

  return {
    /** Returns a chunk with styles in place of its markup. Markup that is not complete yet is held back. */
    add(chunk: string): string {
      const lines = (held + chunk).split('\n');
      held = '';
      const last = lines.pop() as string;
      const whole = lines.map((one) => {
        const wasBlock = block;
        const shown = line(one, true);
        const isFence = wasBlock !== block;
        isLineStart = true;
        return isFence ? shown : `${shown}${block === null ? endLine() : ''}\n`;
      });
      return whole.join('') + line(last, false);
    },
    /** Returns what was held back, and ends all styles. */
    end(): string {
      const rest = held === '' ? '' : line(held, true);
      held = '';
      block = null;
      return rest + endLine();
    },
  };
}
