import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract/index.ts';
import { routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** Every door of the core with the names of what goes in: widening it is a visible line in a diff. */
function surface(): string[] {
  return Object.entries(contract).flatMap(([area, entries]) =>
    Object.entries(entries).map(([name, entry]) => {
      const shape = z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' });
      return `${entry.kind} ${area}.${name}(${Object.keys(shape.properties ?? {}).join(', ')})`;
    }),
  );
}

test('the surface is what was agreed', () => {
  expect(surface()).toMatchSnapshot();
});

test('no input names a path, and no answer could carry a key out', () => {
  expect(surface().filter((line) => /\bpath\b/i.test(line))).toEqual([]);
  expect(surface().filter((line) => /secret/i.test(line))).toEqual(['call keys.put(id, connectionId, alias, secret)']);
});

test('the route table holds every route of the service', () => {
  expect(Object.keys(routes)).toEqual([...routeIds]);
  const all = Object.values(routes);
  expect(all.filter(({ family }) => family === 'compatible')).toHaveLength(19);
  expect(all.filter(({ family, optIn }) => family === 'native' && !optIn)).toHaveLength(2);
  expect(all.filter(({ optIn }) => optIn).map(({ id }) => id)).toEqual(['native.streamGenerateContent', 'custom']);
  expect(all.filter(({ family }) => family === 'custom').map(({ id }) => id)).toEqual(['custom']);
  expect(all.map(({ method, path }) => `${method} ${path}`)).toMatchSnapshot();
});

test('only what creates nothing may be repeated by itself', () => {
  const repeatable = Object.values(routes).filter(({ repeatable }) => repeatable === 'always');
  expect(repeatable.every(({ method }) => method === 'GET')).toBe(true);
});
