import type { Language } from '#shared/contract/language.ts';
import { formatAgo, formatDate, formatDay, formatWhen } from './format.ts';
import { useLanguage } from './strings.ts';

/** Separate functions for each language, so that what was drawn with them is drawn again when it changes. */
const dates = () => ({
  formatAgo: (at: number, now?: number) => formatAgo(at, now),
  formatDate: (at: number) => formatDate(at),
  formatDay: (at: number) => formatDay(at),
  formatWhen: (at: number, now?: number) => formatWhen(at, now),
});

export type Dates = ReturnType<typeof dates>;

const byLanguage: Record<Language, Dates> = { en: dates(), 'zh-CN': dates() };

/**
 * Returns date formatters for drawing. A hook, because a compiled component caches what a plain function returned for
 * as long as the moment is the same, whatever the language.
 */
export const useDates = (): Dates => byLanguage[useLanguage()];
