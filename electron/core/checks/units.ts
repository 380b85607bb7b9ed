import type { CheckUnits } from '#shared/contract/checks.ts';

export const noUnits: CheckUnits = { tokens: 0, images: 0, seconds: 0, characters: 0 };

export const addUnits = (first: CheckUnits, second: CheckUnits): CheckUnits => ({
  tokens: first.tokens + second.tokens,
  images: first.images + second.images,
  seconds: first.seconds + second.seconds,
  characters: first.characters + second.characters,
});
