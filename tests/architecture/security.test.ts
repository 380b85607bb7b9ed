import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name);
const pathOf = (name: string) => (name.startsWith('tests/') ? name : `tests/unit/electron/${name}`);

test('every test that SECURITY.md names exists', () => {
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !existsSync(path.join(root, pathOf(name))))).toEqual([]);
});

test('every sentence of SECURITY.md before "What is not protected" names its test', () => {
  const [promises = ''] = text.split('## What is not protected');
  const sentences = promises.split(/^- /m).slice(1);
  expect(sentences.length).toBeGreaterThan(50);
  expect(sentences.filter((sentence) => !/`[\w./-]+\.(?:test|spec)\.tsx?`/.test(sentence))).toEqual([]);
});
