import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources, readStyles } from '../support/sources.ts';

const sources = readSources('shared', 'electron', 'renderer');
const longerThan = (limit: number) =>
  sources.filter(({ lines }) => lines > limit).map(({ file, lines }) => `${file}: ${lines}`);

test('no file is longer than 300 lines', () => {
  expect(longerThan(300)).toEqual([]);
});

/**
 * At most how many lines a room may have: TypeScript by folder, and all style sheets. A step that removes code lowers its row; a row is raised
 * only with a reason in the commit.
 */
const roomLimits: Record<string, number> = {
  'renderer/panels': 59_650,
  'renderer/lib': 20_250,
  'renderer/ui': 7_500,
  'renderer/app': 3_050,
  'electron/core': 50_250,
  'electron/demo': 9_550,
  'electron/cli': 12_900,
  'electron/desktop': 3_600,
  'electron/browser': 1_000,
  'electron/hosting': 620,
  shared: 10_400,
  styles: 13_850,
};

test('no room holds more lines than its budget', () => {
  const styles = readStyles('renderer');
  const total = (files: { lines: number }[]) => files.reduce((sum, { lines }) => sum + lines, 0);
  const sums = Object.keys(roomLimits).map((room) => ({
    room,
    lines: room === 'styles' ? total(styles) : total(sources.filter(({ file }) => file.startsWith(`${room}/`))),
  }));
  expect(sums.filter(({ lines }) => lines === 0)).toEqual([]);
  expect(sums.filter(({ room, lines }) => lines > (roomLimits[room] ?? 0))).toEqual([]);
});

test('the preload stays under 40 lines and the main file at most 90', () => {
  expect(sources.find(({ file }) => file === 'electron/desktop/preload.ts')?.lines).toBeLessThan(40);
  expect(sources.find(({ file }) => file === 'electron/desktop/main.ts')?.lines).toBeLessThanOrEqual(90);
});

test('nothing is typed as any', () => {
  const withAny = sources.filter(({ text }) =>
    /(?::|<|as)\s*any\b/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
  );
  expect(withAny.map(({ file }) => file)).toEqual([]);
});

test('no to-do marker is left in the code', () => {
  const marker = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''));
  expect(sources.filter(({ text }) => marker.test(text)).map(({ file }) => file)).toEqual([]);
});

test('nothing in the page writes HTML or evaluates strings', () => {
  const risky =
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  const code = sources.map((source) => ({ ...source, text: source.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }));
  expect(
    code.filter(({ file, text }) => file.startsWith('renderer/') && risky.test(text)).map(({ file }) => file),
  ).toEqual([]);
});

test('the page stores nothing in browser storage except the token of this run', () => {
  const storing = sources.filter(
    ({ file, text }) => file.startsWith('renderer/') && /localStorage|indexedDB|document\.cookie/.test(text),
  );
  expect(storing.map(({ file }) => file)).toEqual([]);
});

test('the page uses nothing from the query library that its build leaves out', () => {
  const left = /\b(?:useMutation|useMutationState|useInfiniteQuery|useSuspenseInfiniteQuery|fetchInfiniteQuery)\b/;
  const using = sources.filter(({ file, text }) => file.startsWith('renderer/') && left.test(text));
  expect(using.map(({ file }) => file)).toEqual([]);
});

test('every icon gives its shape as one object, as the builder expects that replaces the one of the library', () => {
  const folder = path.join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/icons');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const building = texts.filter((text) => /createLucideIcon\(/.test(text));
  expect(building.length).toBeGreaterThan(1000);
  expect(building.filter((text) => !/createLucideIcon\(__iconData\)/.test(text))).toEqual([]);
});
