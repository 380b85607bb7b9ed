/** What may stand in a number field while it is typed: a number, or the beginning of one. */
const beginning = /^[-+]?\d*[.,]?\d*(?:e[-+]?\d*)?$/i;

export const mayBecomeNumber = (text: string): boolean => beginning.test(text);

/** The number that a text says, or null when it says none (yet). A comma is read as decimal mark. */
export function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/\d/.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

const decimalsOf = (value: number) => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/**
 * One step up or down, without the dust of binary fractions (0.1 + 0.2 is 0.3). A number inside the range does not leave
 * it; one that was typed outside comes back step by step. Without a number it begins at 0, or at the end next to it.
 */
export function stepNumber(value: number | null, by: number, range: { min?: number; max?: number }): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  if (value === null) return Math.min(max, Math.max(min, 0));
  const decimals = Math.min(20, Math.max(decimalsOf(value), decimalsOf(by)));
  const next = Number((value + by).toFixed(decimals));
  if (value < min) return by < 0 ? value : next;
  if (value > max) return by > 0 ? value : next;
  return Math.min(max, Math.max(min, next));
}
