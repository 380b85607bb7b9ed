import type { Language } from '../contract/language.ts';
import { english } from './en.ts';
import type { Locale } from './words.ts';
import { chinese } from './zh-cn.ts';

const locales: Readonly<Record<Language, Locale>> = { en: english, 'zh-CN': chinese };

/** Returns the texts of a language used outside the page: verdicts, notifications, menus. */
export const localeOf = (language: Language): Locale => locales[language];
