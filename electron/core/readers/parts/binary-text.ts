import { Buffer } from 'node:buffer';

const base64Pattern = /^[A-Za-z0-9+/_-]*={0,2}$/;
const hexPattern = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
/** Shorter base64 may have the letters of hex by chance. */
const shortestHex = 32;
/** Silence in base64 is one letter; no other bytes are. */
const silence = /^([A-F])\1*$/;

/**
 * Tells whether the start of a text that encodes bytes is hex, as MiniMax writes audio, rather than base64.
 *
 * @param start of at least 32 characters, if there are as many.
 */
export const isHex = (start: string): boolean =>
  start.length >= shortestHex && hexPattern.test(start) && !silence.test(start);

/** Returns base64 without line breaks. Most has none, and copying megabytes is expensive. */
export const withoutBreaks = (text: string): string => (/\s/.test(text) ? text.replace(/\s+/g, '') : text);

/** Decodes hex or base64 of either alphabet, with or without line breaks; `null` when it is neither. */
export function decodedText(text: string): Buffer | null {
  const letters = withoutBreaks(text);
  if (!base64Pattern.test(letters)) return null;
  return Buffer.from(letters, letters.length % 2 === 0 && isHex(letters) ? 'hex' : 'base64');
}
