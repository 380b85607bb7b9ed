import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../support/sources.ts';

const root = path.join(import.meta.dirname, '../..');
const pagesIn = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const pages = ['README.md', 'README.zh.md', ...['docs', 'docs/guide', 'docs/guide/zh'].flatMap(pagesIn)];

const sources = [
  ...readSources('renderer/lib/i18n/strings', 'renderer/panels', 'shared/locale'),
  {
    file: 'shared/contract/check-words.ts',
    text: readFileSync(path.join(root, 'shared/contract/check-words.ts'), 'utf8'),
  },
];
const textOf = (files: typeof sources) =>
  files
    .map(({ text }) => text)
    .join('\n')
    .replaceAll("\\'", "'");

/** Every possible label: the catalog, the desktop menu, format names, and the verdicts of checks. */
const words = textOf(sources);
/** The same in Chinese. */
const chineseWords = textOf(sources.filter(({ file }) => /(?:\/zh\/[\w-]+|\bzh(?:-cn)?)\.ts$/.test(file)));
const isChinese = (piece: string) => /\p{Script=Han}/u.test(piece);

const isChord = (phrase: string) => /^(?:(?:Ctrl|Shift|Alt) )*(?:F?\d+|[A-Z]|\?|Esc|Enter|Tab)$/.test(phrase);

// In the guide, bold text is the label of a control: a page must not mention a button that no longer exists.
test.each(pages)('%s names controls by their visible labels', (name) => {
  const text = readFileSync(path.join(root, name), 'utf8').replace(/```[\s\S]*?```/g, '');
  const phrases = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, phrase = '']) => phrase.replace(/\s+/g, ' '));
  const unknown = phrases.filter(
    (phrase) =>
      !isChord(phrase) &&
      // Dots stand for what the control fills in.
      !phrase
        .split(/\.\.\.|\bN\b/)
        .map((piece) => piece.trim())
        .every((piece) => (isChinese(piece) ? chineseWords : words).includes(piece)),
  );
  expect(unknown).toEqual([]);
});
