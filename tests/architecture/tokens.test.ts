import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = path.join(import.meta.dirname, '../../renderer');
const sources = readdirSync(page, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({ file: path.relative(page, file), text: readFileSync(file, 'utf8') }));

/** Set by Base UI on overlays. */
const ofLibraries = ['--anchor-width', '--available-width', '--available-height'];

test('every style uses tokens that exist: browsers silently ignore an unknown name', () => {
  const known = new Set(ofLibraries);
  for (const { text } of sources) for (const [, name = ''] of text.matchAll(/(--[\w-]+)['"\]]?\s*:/g)) known.add(name);
  const unknown = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name = '']) => (known.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(known.size).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

test.each([0, 1])('a neutral badge is distinguishable from every background it appears on (theme %i)', (theme) => {
  const styles = readFileSync(path.join(page, 'ui/base/tokens.css'), 'utf8');
  const colorOf = (name: string): number[] => {
    const pair = new RegExp(`${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(styles);
    return (pair?.[theme + 1] ?? '').match(/../g)?.map((part) => Number.parseInt(part, 16)) ?? [];
  };
  const ground = /\.badge \{[^}]*background: ([^;]+);/.exec(
    readFileSync(path.join(page, 'ui/feedback/badge.module.css'), 'utf8'),
  );
  const [, ink = '', percent = '100'] = /var\((--[\w-]+)\)(?: (\d+)%, transparent)?/.exec(ground?.[1] ?? '') ?? [];
  for (const surface of ['--desk', '--surface', '--raised']) {
    const under = colorOf(surface);
    const shown = colorOf(ink).map(
      (part, at) => part * (Number(percent) / 100) + (under[at] ?? 0) * (1 - Number(percent) / 100),
    );
    const distance = Math.max(...shown.map((part, at) => Math.abs(part - (under[at] ?? 0))));
    expect(distance, surface).toBeGreaterThan(8);
  }
});
