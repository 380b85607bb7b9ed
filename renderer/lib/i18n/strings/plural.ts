import { formatCount } from '#shared/format.ts';

/** `1 turn`, `2,000 turns`. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
