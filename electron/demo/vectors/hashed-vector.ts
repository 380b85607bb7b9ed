import { chanceFrom, hash } from '../language/chance.ts';
import { letterGroups, termsOf } from '../language/tokens.ts';

/** Vector dimensions that one feature adds to: more make accidental similarities smaller. */
const placesOfFeature = 6;
/** Words that occur in every text say little. */
const commonWords: ReadonlySet<string> = new Set(
  'a an and are as at be by for from in is it of on or that the this to was were will with'.split(' '),
);

/** The features of a text or an array of token numbers, with their weights. */
export type Features = Map<string, number>;

/** Returns the stems of the words of a text, its pairs of neighboring words, and the letter groups of each word. */
export function textFeatures(text: string): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => features.set(feature, (features.get(feature) ?? 0) + weight);
  let before = '';
  for (const word of termsOf(text)) {
    const weight = commonWords.has(word) ? 0.2 : 1;
    add(`word ${word}`, weight);
    if (before !== '') add(`pair ${before} ${word}`, weight * 0.3);
    // Shared letter groups make related words similar.
    const groups = letterGroups(word);
    for (const group of groups) add(`letters ${group}`, (weight * 0.8) / Math.sqrt(groups.size));
    before = word;
  }
  if (features.size === 0) add(`signs ${text}`, 1);
  return features;
}

export function tokenFeatures(tokens: readonly number[]): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => features.set(feature, (features.get(feature) ?? 0) + weight);
  for (const [place, token] of tokens.entries()) {
    add(`token ${token}`, 1);
    if (place > 0) add(`pair ${tokens[place - 1]} ${token}`, 0.4);
  }
  return features;
}

/**
 * Returns a vector of length 1 in which every feature has its own dimensions and signs, so that the cosine of two
 * vectors measures how much two texts share. The same for the same model, features and dimensions. A shorter vector is
 * the beginning of the longer one, normalized to length 1.
 */
export function hashedVector(model: string, features: Features, fullDimensions: number, dimensions: number): number[] {
  const sums = new Float64Array(fullDimensions);
  for (const [feature, weight] of features) {
    const chance = chanceFrom(`${model} ${feature}`);
    // The tenth occurrence of a word counts less than the first.
    const strength = weight < 1 ? weight : 1 + Math.log(weight);
    for (let count = 0; count < placesOfFeature; count++) {
      const place = Math.floor(chance.next() * fullDimensions);
      sums[place] = (sums[place] ?? 0) + (chance.next() < 0.5 ? -strength : strength);
    }
  }
  const cut = sums.subarray(0, dimensions);
  const length = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0));
  // A short prefix may by chance contain nothing of a short text.
  if (length === 0) return Array.from(cut, (_, place) => (place === hash(model) % dimensions ? 1 : 0));
  return Array.from(cut, (value) => Math.round((value / length) * 1e8) / 1e8);
}

/** Packs the values as 32-bit floats, little-endian, in base64. */
export function packFloats(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeFloatLE(value, place * 4);
  return bytes.toString('base64');
}
