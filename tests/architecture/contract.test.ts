import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract/index.ts';
import { routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** Every entry of the core with the names of its inputs: widening it is a visible line in a diff. */
function surface(): string[] {
  return Object.entries(contract).flatMap(([area, entries]) =>
    Object.entries(entries).map(([name, entry]) => {
      const shape = z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' });
      return `${entry.kind} ${area}.${name}(${Object.keys(shape.properties ?? {}).join(', ')})`;
    }),
  );
}

test('the contract exposes exactly the agreed entries', () => {
  expect(surface()).toMatchSnapshot();
});

test('no input names a path, and no output can contain a key', () => {
  expect(surface().filter((line) => /\bpath\b/i.test(line))).toEqual([]);
  expect(surface().filter((line) => /secret/i.test(line))).toEqual(['call keys.put(id, connectionId, alias, secret)']);
});

test('the route table contains every route of the service', () => {
  expect(Object.keys(routes)).toEqual([...routeIds]);
  const all = Object.values(routes);
  expect(all.filter(({ family }) => family === 'compatible')).toHaveLength(19);
  expect(all.filter(({ family, optIn }) => family === 'native' && !optIn)).toHaveLength(2);
  expect(all.filter(({ optIn }) => optIn).map(({ id }) => id)).toEqual(['native.streamGenerateContent', 'custom']);
  expect(all.filter(({ family }) => family === 'custom').map(({ id }) => id)).toEqual(['custom']);
  expect(all.map(({ method, path }) => `${method} ${path}`)).toMatchSnapshot();
});

test('only calls that create nothing may be retried automatically', () => {
  const repeatable = Object.values(routes).filter(({ repeatable }) => repeatable === 'always');
  expect(repeatable.every(({ method }) => method === 'GET')).toBe(true);
});
