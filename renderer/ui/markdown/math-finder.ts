import { isCjk } from './cjk-marks.ts';

export interface FoundMath {
  /** The whole formula, marks included. */
  raw: string;
  tex: string;
  /** Displayed on its own line. */
  display: boolean;
}

/**
 * Longer runs between two marks are text that happens to contain them; this also bounds the search for every open mark.
 */
const inlineLimit = 1000;
const blockLimit = 20_000;
/** A line that would open a code fence never belongs to a formula. */
const fenceLine = /\n {0,3}(?:```|~~~)/;

/**
 * Returns a formula that is a block of its own: `$$ … $$` or `\[ … \]`, from the start of a line to the end of a line.
 * A blank line ends the search: TeX has none inside a formula, and an open mark must not swallow the rest of a reply.
 */
export function blockMathAt(source: string): FoundMath | null {
  const open = /^ {0,3}(\$\$|\\\[)/.exec(source);
  if (!open) return null;
  const closer = open[1] === '$$' ? '$$' : '\\]';
  const from = open[0].length;
  const to = source.slice(0, blockLimit).indexOf(closer, from);
  if (to < 0) return null;
  const tex = source.slice(from, to);
  const rest = /^[ \t]*(?:\n|$)/.exec(source.slice(to + closer.length, to + closer.length + 200));
  if (!rest || tex.trim() === '' || /\n[ \t]*\n/.test(tex) || fenceLine.test(tex)) return null;
  const raw = source.slice(0, to + closer.length + rest[0].length);
  return { raw: raw.endsWith('\n') ? raw.slice(0, -1) : raw, tex: tex.trim(), display: true };
}

/**
 * Returns a formula inside a line: `$…$`, `$$…$$`, `\(…\)` or `\[…\]` at the start of `source`. `before` is the
 * character in front of it. Prices are not formulas: "$5 and $6", "US$5", "$20-$30".
 */
export function inlineMathAt(source: string, before: string): FoundMath | null {
  if (source.startsWith('\\(')) return between(source, '\\(', '\\)', false);
  if (source.startsWith('\\[')) return between(source, '\\[', '\\]', true);
  if (source.startsWith('$$')) return between(source, '$$', '$$', true);
  if (!source.startsWith('$') || isWordSign(before)) return null;
  const found = /^\$((?:\\[^\n]|[^$\\`\n]|\n(?![ \t]*\n))+)\$/.exec(source.slice(0, inlineLimit));
  const tex = found?.[1];
  if (!found || tex === undefined || /^\s|\s$/.test(tex)) return null;
  if (isWordSign(source.charAt(found[0].length)) || isPrice(tex)) return null;
  return { raw: found[0], tex, display: false };
}

/** A letter or digit beside a dollar sign makes it one of money ("US$5"), except in scripts without spaces. */
const isWordSign = (sign: string) => /[\p{L}\p{N}$]/u.test(sign) && !isCjk(sign);

function between(source: string, opener: string, closer: string, display: boolean): FoundMath | null {
  const to = source.slice(0, inlineLimit).indexOf(closer, opener.length);
  if (to < 0) return null;
  const tex = source.slice(opener.length, to);
  if (tex.trim() === '' || /\n[ \t]*\n/.test(tex) || tex.includes('`')) return null;
  return { raw: source.slice(0, to + closer.length), tex: tex.trim(), display };
}

/** An amount followed by words, with nothing in it that only a formula has. */
function isPrice(tex: string): boolean {
  const amount = /^\d[\d.,]*[kKmMbB]?/.exec(tex)?.[0];
  if (amount === undefined || /[\\^_=+*<>{}|]/.test(tex)) return false;
  const next = tex.charAt(amount.length);
  return isCjk(next) || (/^[\s/–—-]?$/.test(next) && /\s/.test(tex));
}

/** Returns where a block formula may begin after the first line of `source`; -1 without one. */
export function nextBlockMath(source: string): number {
  const at = source.search(/\n {0,3}(?:\$\$|\\\[)/);
  return at < 0 ? -1 : at + 1;
}
