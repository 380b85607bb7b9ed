import { formatNumber } from '../../../lib/i18n/format.ts';

/** Three decimals for small scores, fewer for large ones; the full number is in the tooltip. */
export const scoreText = (score: number): string =>
  Math.abs(score) < 10 ? score.toFixed(3) : Math.abs(score) < 1000 ? score.toFixed(1) : formatNumber(Math.round(score));
