import { expect, test } from 'vitest';
import { readAssignment, readPath, setPath } from '../../../../../electron/cli/input/assignments.ts';

test.each<[string, (string | number)[]]>([
  ['model', ['model']],
  ['a.b.c', ['a', 'b', 'c']],
  ['messages[0].content', ['messages', 0, 'content']],
  ['a[1][2].b', ['a', 1, 2, 'b']],
  ['a\\.b.c\\[0\\]', ['a.b', 'c[0]']],
])('%s', (path, steps) => {
  expect(readPath(path)).toEqual(steps);
});

test.each([
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  '[0]',
  'a[',
  'a[x]',
  'a]',
  'a[99999]',
  '__proto__.x',
  'a.constructor',
  'a.prototype.b',
])('"%s" is refused', (path) => {
  expect(() => readPath(path)).toThrow(/cannot be set|is not a valid path/);
});

test('a path is set, and missing parents are created', () => {
  expect(setPath({ model: 'm' }, 'temperature', 0)).toEqual({ model: 'm', temperature: 0 });
  expect(setPath({}, 'messages[0].content', 'hi')).toEqual({ messages: [{ content: 'hi' }] });
  expect(setPath({ a: 'text' }, 'a.b', 1)).toEqual({ a: { b: 1 } });
  expect(setPath({ a: [1] }, 'a[2]', 3)).toEqual({ a: [1, undefined, 3] });
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('a value is JSON where it parses, else text', () => {
  expect(readAssignment('a=0.5')).toEqual(['a', 0.5]);
  expect(readAssignment('a={"b":[1]}')).toEqual(['a', { b: [1] }]);
  expect(readAssignment('a=null')).toEqual(['a', null]);
  expect(readAssignment('a=hello = world')).toEqual(['a', 'hello = world']);
  expect(readAssignment('a="007"')).toEqual(['a', '007']);
  expect(readAssignment('a=')).toEqual(['a', '']);
  expect(() => readAssignment('=x')).toThrow('--set "=x" has no path. Write it like temperature=0.2.');
  expect(() => readAssignment('x')).toThrow(/has no value/);
});
