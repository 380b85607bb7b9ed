import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = path.join(import.meta.dirname, '../../renderer');
const sources = readdirSync(page, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({ place: path.relative(page, file), text: readFileSync(file, 'utf8') }));

/** Set by Base UI on what floats. */
const ofLibraries = ['--anchor-width', '--available-width', '--available-height'];

test('every style uses tokens that exist: a browser takes a wrong name for no style at all', () => {
  const known = new Set(ofLibraries);
  for (const { text } of sources) for (const [, name = ''] of text.matchAll(/(--[\w-]+)['"\]]?\s*:/g)) known.add(name);
  const unknown = sources.flatMap(({ place, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name = '']) => (known.has(name) ? [] : [`${place}: ${name}`])),
  );
  expect(known.size).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});
