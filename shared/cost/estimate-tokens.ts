import type { Usage } from '../protocol/part.ts';

/**
 * Estimates tokens without a tokenizer. Today's vocabularies differ by up to a third on the same text, and a tokenizer
 * of one of them weighs megabytes; so this is a rule of thumb by script, always shown as an estimate, and corrected by
 * what the gateway counted for the same model before.
 */

/** Tokens per character. Letters of English words share a token with their neighbors and the space before them. */
const perCharacter = {
  letter: 0.23,
  space: 0.04,
  digit: 0.45,
  mark: 0.5,
  latin: 0.5,
  alphabet: 0.38,
  abugida: 0.55,
  ideograph: 0.75,
  other: 1,
} as const;
type ScriptClass = keyof typeof perCharacter;

/** The first code unit after each range, and its class; ranges follow each other. */
const ranges: readonly [end: number, scriptClass: ScriptClass][] = [
  [0x0250, 'latin'],
  [0x0370, 'other'],
  // Greek, Cyrillic, Armenian, Hebrew, Arabic.
  [0x0780, 'alphabet'],
  [0x0900, 'other'],
  // The scripts of India and their neighbors: Thai, Lao, Tibetan, Burmese, Georgian.
  [0x1100, 'abugida'],
  [0x1200, 'ideograph'],
  [0x1e00, 'abugida'],
  [0x1f00, 'latin'],
  [0x2000, 'alphabet'],
  [0x2070, 'mark'],
  [0x2e80, 'other'],
  // CJK radicals to Yi, Hangul, compatibility forms.
  [0xd7b0, 'ideograph'],
  // Each half of a surrogate pair: emoji and rare ideographs take about two tokens.
  [0xe000, 'other'],
  [0xf900, 'other'],
  [0xfb00, 'ideograph'],
  [0xfe00, 'alphabet'],
  [0xfff0, 'ideograph'],
];

function classOf(code: number): ScriptClass {
  if (code < 0x80) {
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) return 'letter';
    if (code >= 0x30 && code <= 0x39) return 'digit';
    return code <= 0x20 ? 'space' : 'mark';
  }
  return ranges.find(([end]) => code < end)?.[1] ?? 'other';
}

/** Returns about how many tokens a text has. Not rounded, so that sums do not drift. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += perCharacter[classOf(text.charCodeAt(at))];
  return tokens;
}

/** How far a count of the gateway may correct the rule; beyond it the two did not count the same request. */
const bounds = [0.5, 2] as const;

/**
 * Returns the factor by which estimates for a model are corrected: what the gateway counted for a request, divided by
 * the estimate for the same request; 1 where it reported nothing.
 */
export function tokenCorrection(counted: number | null | undefined, estimated: number): number {
  if (!counted || estimated < 1) return 1;
  return Math.min(bounds[1], Math.max(bounds[0], counted / estimated));
}

/** What the roles and separators of one message add. */
export const tokensPerMessage = 4;

/** Returns the usage of a request of about that many input tokens, before any output. */
export const inputUsage = (inputTokens: number): Usage => ({
  inputTokens,
  outputTokens: 0,
  reasoningTokens: null,
  cachedTokens: null,
  totalTokens: inputTokens,
});
