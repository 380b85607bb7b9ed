const maxIndent = 40;

/** Returns whether a text is JSON; a byte order mark before it is allowed. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns JSON text with one value per line, indented by two blanks; `null` for text that is not JSON. Only the white
 * space between tokens differs: no number is rounded, no escape decoded, no repeated name dropped. Deeper than 40
 * levels the indentation stays the same, so that hostile nesting does not multiply the text.
 */
export function indentJson(text: string): string | null {
  if (!isJson(text)) return null;
  const out: string[] = [];
  const breakLine = (depth: number) => out.push('\n', '  '.repeat(Math.min(depth, maxIndent)));
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string;
    const end = tokenEnd(text, at);
    if (!isBlank(sign)) {
      const isOpening = sign === '{' || sign === '[';
      const isClosing = sign === '}' || sign === ']';
      const isEmpty = isClosing && (out.at(-1) === '{' || out.at(-1) === '[');
      if (isClosing) depth -= 1;
      if (isClosing && !isEmpty) breakLine(depth);
      else if (!isClosing && (out.at(-1) === '{' || out.at(-1) === '[')) breakLine(depth);
      out.push(text.slice(at, end));
      if (isOpening) depth += 1;
      else if (sign === ',') breakLine(depth);
      else if (sign === ':') out.push(' ');
    }
    at = end;
  }
  return out.join('');
}

const isBlank = (sign: string) => sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t';
const isMark = (sign: string) => '{}[],:'.includes(sign);

/** Returns where the token at `from` ends: a mark, a string, or a run of anything else. */
function tokenEnd(text: string, from: number): number {
  const first = text[from] as string;
  let at = from + 1;
  if (first === '"') {
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (isMark(first) || isBlank(first)) return at;
  while (at < text.length && !isMark(text[at] as string) && !isBlank(text[at] as string)) at += 1;
  return at;
}

/**
 * Returns the part of `source` that is shown as `shown.slice(from, to)`, where `shown` is the same JSON with other white
 * space between its tokens. White space at the ends of the part belongs to it only if all of it is selected.
 */
export function sourcePart(source: string, shown: string, from: number, to: number): string {
  if (from === 0 && to === shown.length) return source;
  let at = 0;
  let start = 0;
  let end = 0;
  for (let place = 0; place < to; place += 1) {
    const sign = shown[place] as string;
    let seen = at;
    while (source[seen] !== sign && isBlank(source[seen] ?? '')) seen += 1;
    // White space that only the view has.
    if (source[seen] !== sign) continue;
    if (place < from) start = seen + 1;
    else {
      if (end === 0) start = seen;
      end = seen + 1;
    }
    at = seen + 1;
  }
  return source.slice(start, Math.max(start, end));
}
