import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const root = path.join(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
/** Everything that can stand on a control: the catalogue, the desktop's menu, and names of formats. */
const words = readSources('renderer/lib/i18n/strings', 'renderer/panels', 'shared/locale')
  .map(({ text }) => text.replaceAll("\\'", "'"))
  .join('\n');

const isChord = (phrase: string) => /^(?:(?:Ctrl|Shift|Alt) )*(?:F?\d+|[A-Z]|\?|Esc|Enter|Tab)$/.test(phrase);

// In the guide, what is bold is what a person reads on a control: a page that speaks of a button must not outlive it.
test.each(pages)('%s names controls by the words that stand on them', (name) => {
  const text = readFileSync(path.join(root, name), 'utf8').replace(/```[\s\S]*?```/g, '');
  const phrases = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, phrase = '']) => phrase.replace(/\s+/g, ' '));
  const unknown = phrases.filter(
    (phrase) =>
      !isChord(phrase) &&
      // Dots stand for what the control fills in.
      !phrase
        .split(/\.\.\.|\bN\b/)
        .map((piece) => piece.trim())
        .every((piece) => words.includes(piece)),
  );
  expect(unknown).toEqual([]);
});
