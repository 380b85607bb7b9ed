import type { Language } from '../contract/language.ts';
import { english } from './en.ts';
import type { Locale } from './words.ts';
import { chinese } from './zh-cn.ts';

const locales: Readonly<Record<Language, Locale>> = { en: english, 'zh-CN': chinese };

/** The words of a language for what is said outside the page: verdicts, notifications, menus. */
export const localeOf = (language: Language): Locale => locales[language];
