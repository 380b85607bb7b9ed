import * as en from '../../renderer/app/catalog-en.ts';
import * as zh from '../../renderer/app/catalog-zh.ts';

export type Words = { [key: string]: unknown };

/** Every string of the page by section. */
export const catalogs: Record<'en' | 'zh', Words> = { en, zh };
