import type { Language } from '#shared/contract/language.ts';
import type { Strings } from '../lib/i18n/strings.ts';

type Catalog = typeof import('./catalog-en.ts');

declare module '../lib/i18n/strings.ts' {
  interface Strings extends Catalog {}
}

/** The strings of each language, loaded when it is shown. A key that a language lacks does not compile. */
export const catalogs: Record<Language, () => Promise<Strings>> = {
  en: () => import('./catalog-en.ts'),
  'zh-CN': () => import('./catalog-zh.ts'),
};
