import { Buffer } from 'node:buffer';

/** One spelling of a secret, and how much of it counts as having seen it. */
export interface SecretPattern {
  readonly bytes: Uint8Array;
  /** Bytes for one character of the secret. */
  readonly unit: number;
  /** No piece shorter than this counts; one that is not shorter counts when it stands at the edge of a word. */
  readonly minimum: number;
  /** A piece of at least this many bytes always counts; `null`: only the whole counts. */
  readonly sureRun: number | null;
  /** Pieces must look random too: a key's plain prefix (`sk-proj-`) is no secret. */
  readonly needsMixture: boolean;
}

const hasLetterAndDigit = (text: string) => /[a-z]/i.test(text) && /\d/.test(text);

/**
 * Whether a secret can be told from ordinary text. Placeholders such as `none` or `ollama` can not: replacing them
 * everywhere would garble answers and hide nothing.
 */
export const isSearchable = (secret: string) => secret.length >= 8 || (secret.length >= 6 && hasLetterAndDigit(secret));

/** A secret as it is shown where it is read as Markdown. */
export const withoutMarks = (secret: string) => secret.replace(/[*`~\\]/g, '');

/** Digits among letters, or capitals among small letters: what pieces of a random key nearly always have. */
export const looksMixed = (text: string) =>
  hasLetterAndDigit(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text.slice(1)));

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** The characters that base64 gives a secret wherever it stands in a longer text: one spelling per alignment. */
function base64Spellings(secret: Uint8Array): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = base64(Buffer.concat([Buffer.alloc(shift), secret]));
    // The first and last characters also depend on the neighbours.
    const own = text.slice([0, 2, 3][shift], (shift + secret.length) % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const spelled = (bytes: Uint8Array, one: (hex: string) => string) =>
  [...bytes].map((byte) => one(byte.toString(16).padStart(2, '0'))).join('');

function jsonSpellings(secret: string): string[] {
  const text = JSON.stringify(secret).slice(1, -1);
  const forHtml = text.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [text, text.replaceAll('/', '\\/'), forHtml, secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)];
}

/**
 * Every way a secret may come back: plain, percent-encoded, base64 in three alignments, JSON- and HTML-escaped, hex,
 * UTF-16. Pieces of a random secret count as well, so that two halves in two events are found.
 */
export function secretPatterns(secret: string): SecretPattern[] {
  const bytes = Buffer.from(secret, 'utf8');
  const wide = Buffer.from(secret, 'utf16le');
  const isRandom = secret.length >= 16 && looksMixed(secret);
  const wideSwapped = Buffer.from(wide).swap16();
  const pattern = (text: string | Uint8Array, unit: number, edge: number, sure: number): SecretPattern => {
    const spelling = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    return {
      bytes: spelling,
      unit,
      minimum: isRandom ? Math.min(edge * unit, spelling.length) : spelling.length,
      sureRun: isRandom ? sure * unit : null,
      needsMixture: unit === 1,
    };
  };
  const all = [
    ...[secret, encodeURIComponent(secret), ...jsonSpellings(secret)].map((text) => pattern(text, 1, 6, 10)),
    ...base64Spellings(bytes).map((text) => pattern(text, 1, 8, 12)),
    pattern(bytes.toString('hex'), 2, 6, 8),
    pattern(bytes.toString('hex').toUpperCase(), 2, 6, 8),
    pattern(
      spelled(bytes, (hex) => `%${hex}`),
      3,
      6,
      6,
    ),
    pattern(
      spelled(bytes, (hex) => `%${hex.toUpperCase()}`),
      3,
      6,
      6,
    ),
    pattern(
      spelled(bytes, (hex) => `\\u00${hex}`),
      6,
      6,
      6,
    ),
    pattern(
      spelled(bytes, (hex) => `\\u00${hex.toUpperCase()}`),
      6,
      6,
      6,
    ),
    pattern(wide, 2, 6, 6),
    pattern(wideSwapped, 2, 6, 6),
  ];
  const unique = new Map(all.map((one) => [Buffer.from(one.bytes).toString('latin1'), one]));
  return [...unique.values()].filter(({ bytes: { length } }) => length >= 6);
}
