import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const sources = readSources('shared', 'electron', 'renderer');
const longerThan = (limit: number) =>
  sources.filter(({ lines }) => lines > limit).map(({ place, lines }) => `${place}: ${lines}`);

test('no file is longer than 300 lines', () => {
  expect(longerThan(300)).toEqual([]);
});

test('most files are short', () => {
  const sizes = sources.map(({ lines }) => lines).sort((first, second) => first - second);
  expect(sizes[Math.floor(sizes.length * 0.5)]).toBeLessThanOrEqual(120);
  expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThanOrEqual(220);
});

test('the preload stays under 40 lines and the main file at most 90', () => {
  expect(sources.find(({ place }) => place === 'electron/preload.ts')?.lines).toBeLessThan(40);
  expect(sources.find(({ place }) => place === 'electron/main.ts')?.lines).toBeLessThanOrEqual(90);
});

test('nothing is typed any', () => {
  const withAny = sources.filter(({ text }) =>
    /(?::|<|as)\s*any\b/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
  );
  expect(withAny.map(({ place }) => place)).toEqual([]);
});

test('no marker is left behind', () => {
  const marker = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''));
  expect(sources.filter(({ text }) => marker.test(text)).map(({ place }) => place)).toEqual([]);
});

test('nothing in the page writes HTML or evaluates text', () => {
  const risky =
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  const code = sources.map((source) => ({ ...source, text: source.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }));
  expect(
    code.filter(({ place, text }) => place.startsWith('renderer/') && risky.test(text)).map(({ place }) => place),
  ).toEqual([]);
});

test('the page keeps nothing in browser storage except the token of this run', () => {
  const storing = sources.filter(
    ({ place, text }) => place.startsWith('renderer/') && /localStorage|indexedDB|document\.cookie/.test(text),
  );
  expect(storing.map(({ place }) => place)).toEqual([]);
});
