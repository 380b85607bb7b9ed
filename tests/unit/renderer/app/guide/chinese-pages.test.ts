import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { type GuidePage, headingName, readPlace } from '../../../../../renderer/app/guide/guide-pages.ts';
import { texts } from '../../../../../renderer/app/guide/texts-zh.ts';
import { blocksIn, codeIn, headingsIn, pagesIn, tablesIn, targetsIn } from './page-parts.ts';

const folder = path.join(import.meta.dirname, '../../../../../docs/guide/zh');

/** Pages that exist in English only. */
const englishOnly = ['commands'];

const translated = pagesIn['zh-CN'].filter(({ language }) => language === 'zh-CN');
const textIn = (id: string, pages: readonly GuidePage[]) => pages.find((page) => page.id === id)?.text ?? '';

test('every page exists in Chinese, except for the listed ones, which are loaded in English', () => {
  const others = pagesIn['zh-CN'].filter(({ language }) => language === 'en');
  expect(others.map(({ id }) => id).sort()).toEqual(englishOnly.toSorted());
  expect(readdirSync(folder).sort()).toEqual(translated.map(({ id }) => `${id}.md`).sort());
  expect(Object.keys(texts)).toHaveLength(pagesIn.en.length);
});

/** Where links and images lead, in a form that is the same in every language. */
const leadsTo = (id: string, pages: readonly GuidePage[]) =>
  targetsIn(textIn(id, pages))
    .map(({ isPicture, target }) => {
      const place = readPlace(target, id);
      if (isPicture || !place) return target.replace(/^\.\.\//, '');
      if (place.heading === null) return place.page;
      const headings = headingsIn(textIn(place.page, pages)).map(({ text }) => headingName(text));
      return `${place.page} ${headings.indexOf(place.heading)}`;
    })
    .sort();

test.each(translated.map(({ id }) => id))('%s has the structure of the English page', (id) => {
  const english = textIn(id, pagesIn.en);
  const chinese = textIn(id, pagesIn['zh-CN']);
  expect(headingsIn(chinese).map(({ level }) => level)).toEqual(headingsIn(english).map(({ level }) => level));
  expect(blocksIn(chinese)).toEqual(blocksIn(english));
  expect(tablesIn(chinese)).toEqual(tablesIn(english));
  expect(codeIn(chinese)).toEqual(codeIn(english));
  expect(leadsTo(id, pagesIn['zh-CN'])).toEqual(leadsTo(id, pagesIn.en));
});

/** Half-width punctuation after a Chinese character, or a space beside full-width punctuation in a sentence. */
const spacingFault = /\p{Script=Han}[,;:!?]|[，。；：！？（] (?! *\|)| [，。；：！？]|） (?! *\|)/u;

test.each(translated)('$id has no dead link, no broken bold text and no wrong spacing', ({ text }) => {
  const files = targetsIn(text).map(({ target }) => target.split('#')[0] ?? '');
  const dead = files.filter((file) => !/^https?:/.test(file) && !existsSync(path.join(folder, file)));
  expect(dead).toEqual([]);
  // Marks of bold text between punctuation and a letter are shown as they are.
  const shown = new Marked().parse(text, { async: false }).replace(/<code[\s\S]*?<\/code>/g, '');
  expect(shown).not.toContain('**');
  expect(text.match(spacingFault)?.[0]).toBeUndefined();
});
