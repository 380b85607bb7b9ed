import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#shared/contract/language.ts';
import { headingName, imageOf, placeOfPanel, readPlace } from '../../../../../renderer/app/guide/guide-pages.ts';
import { panels } from '../../../../../renderer/app/panels.ts';
import { pagesIn, targetsIn } from './page-parts.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const fileOf = (id: string) => `docs/guide/${id}.md`;
const guidePages = pagesIn.en;
const headingsOf = (id: string, pages = guidePages) =>
  [...(pages.find((page) => page.id === id)?.text ?? '').matchAll(/^#{2,3} (.+)$/gm)].map(([, text = '']) =>
    headingName(text.replaceAll('`', '')),
  );

test('the pages are in reading order, each with its title', () => {
  expect(guidePages[0]).toMatchObject({ id: 'first-minute', title: 'First minute' });
  expect(guidePages.every(({ title, id }) => title !== id)).toBe(true);
});

test('every page in the folder is in exactly one group', () => {
  const files = readdirSync(path.join(root, 'docs/guide')).filter((name) => name.endsWith('.md'));
  expect(guidePages.map(({ id }) => `${id}.md`).sort()).toEqual(files.sort());
});

test.each(guidePages.map(({ id }) => id))('every link and image of %s points to something that exists', (id) => {
  const page = guidePages.find((candidate) => candidate.id === id);
  const lost = targetsIn(page?.text ?? '').filter(({ isPicture, target }) => {
    if (/^https?:/.test(target)) return false;
    if (isPicture) return imageOf(target) === null;
    const place = readPlace(target, id);
    // Pages beside the guide are for readers of the folder.
    if (place === null) return !existsSync(path.join(root, path.dirname(fileOf(id)), target));
    return place.heading !== null && !headingsOf(place.page).includes(place.heading);
  });
  expect(lost).toEqual([]);
});

test.each(languages)('every panel has a page with content about it in %s', (language) => {
  for (const { id } of panels) {
    const place = placeOfPanel(id, language);
    const page = pagesIn[language].find((candidate) => candidate.id === place.page);
    expect(page).toBeDefined();
    if (place.heading !== null && page?.language === language)
      expect(headingsOf(place.page, pagesIn[language])).toContain(place.heading);
  }
  expect(placeOfPanel('rerank', 'en')).toEqual({ page: 'embeddings-and-rerank', heading: 'rerank-g-r' });
  expect(placeOfPanel('welcome', language).page).toBe('first-minute');
});

test('a link is internal only within the guide', () => {
  expect(readPlace('wire.md#the-drawer', 'chat')).toEqual({ page: 'wire', heading: 'the-drawer' });
  expect(readPlace('chat.md', 'first-minute')).toEqual({ page: 'chat', heading: null });
  expect(readPlace('#models', 'connections-and-keys')).toEqual({ page: 'connections-and-keys', heading: 'models' });
  expect(readPlace('../commands.md#chat', 'terminal')).toEqual({ page: 'commands', heading: 'chat' });
  expect(readPlace('wire.md#查找请求', 'chat')).toEqual({ page: 'wire', heading: '查找请求' });
  for (const href of [
    '',
    'https://example.test/chat.md',
    '../../etc/passwd',
    'javascript:alert(1)',
    '../glossary.md',
    'SECURITY.md',
    'x.md',
  ])
    expect([href, readPlace(href, 'chat')]).toEqual([href, null]);
  expect(imageOf('../chat.png')).toBe(imageOf('chat.png'));
  for (const address of ['https://example.test/chat.png', '../../chat.png', 'nothing.png', 'data:image/png,x'])
    expect([address, imageOf(address)]).toEqual([address, null]);
});
