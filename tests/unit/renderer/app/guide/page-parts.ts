import type { Language } from '#shared/contract/language.ts';
import { type GuidePage, readGuide } from '../../../../../renderer/app/guide/guide-pages.ts';
import { texts } from '../../../../../renderer/app/guide/texts-en.ts';
import { texts as chineseTexts } from '../../../../../renderer/app/guide/texts-zh.ts';

/** The pages of the guide in each language. */
export const pagesIn: Readonly<Record<Language, readonly GuidePage[]>> = {
  en: readGuide(texts, 'en').flatMap(({ pages }) => pages),
  'zh-CN': readGuide(chineseTexts, 'zh-CN').flatMap(({ pages }) => pages),
};

const withoutBlocks = (text: string) => text.replace(/```[\s\S]*?```/g, '');

/** Links and images outside of code. */
export const targetsIn = (text: string): { isPicture: boolean; target: string }[] =>
  [...withoutBlocks(text).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target = '']) => ({
    isPicture: mark === '!',
    target,
  }));

/** The level and text of every heading. */
export const headingsIn = (text: string): { level: number; text: string }[] =>
  [...withoutBlocks(text).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', heading = '']) => ({
    level: marks.length,
    text: heading.replaceAll('`', ''),
  }));

/** Every block of code without its comments, which are translated. */
export const blocksIn = (text: string): string[] =>
  (text.match(/```[\s\S]*?```/g) ?? []).map((block) => block.replace(/(?:#|\/\/) .*$/gm, '').trim());

/** Names of fields, options, files and values, each once. */
export const codeIn = (text: string): string[] =>
  [
    ...new Set([...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))),
  ].sort();

/** The number of rows of every table. */
export const tablesIn = (text: string): number[] =>
  (withoutBlocks(text).match(/(?:^\|.*\n)+/gm) ?? []).map((table) => table.trim().split('\n').length);
