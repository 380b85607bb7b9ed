import { expect, test } from 'vitest';
import { findPlace, readByRule } from '#core/tasks/polling/read-by-rule.ts';
import { taskRule } from '#shared/contract/tasks.ts';

test('a path is followed by names and numbers, and the first one with a value counts', () => {
  const document = { data: { task: { id: 7 } }, output: [{ url: 'x' }, { url: '' }], empty: '', no: null };
  expect(findPlace(document, 'data.task.id')).toBe(7);
  expect(findPlace(document, 'output.0.url')).toBe('x');
  expect(findPlace(document, 'gone empty no output.1.url data.task.id')).toBe(7);
  expect(findPlace(document, '')).toBeUndefined();
  expect(findPlace(null, 'a')).toBeUndefined();
});

test('only own properties are read, and nothing is run', () => {
  const text = '{"__proto__":{"a":1},"constructor":{"name":"x"},"own":{"a":2}}';
  for (const place of [
    '__proto__.a',
    'constructor.name',
    'own.constructor',
    'own.toString',
    'length',
    'own.a()',
    'own["a"]',
  ])
    expect([place, findPlace(JSON.parse(text), place)]).toEqual([place, undefined]);
  expect(findPlace([1, 2], 'length')).toBe(2);
});

const rule = taskRule.parse({
  idAt: 'id',
  pollPath: '/x/{id}',
  stateAt: 'phase',
  doneWords: ['Done', 'ok'],
  failedWords: ['BAD'],
  progressAt: 'p',
  mediaAt: 'media',
  errorAt: 'why',
});
const readDocument = (document: unknown) => readByRule(JSON.stringify(document), rule);

test('words end a task in any letter case; every other word means in progress', () => {
  expect(readDocument({ phase: ' DONE ' })).toMatchObject({ state: 'succeeded', statusWord: ' DONE ', progress: 1 });
  expect(readDocument({ phase: 'bad', why: 'too hot', media: 'https://h/x' })).toMatchObject({
    state: 'failed',
    errorMessage: 'too hot',
    resultUrls: [],
  });
  expect(readDocument({ phase: 'whatever', p: '30%' })).toMatchObject({ state: 'running', progress: 0.3 });
  expect(readDocument({ p: 0.5 })).toMatchObject({ state: 'running', statusWord: null, progress: 0.5 });
  expect(readDocument({ phase: 'x', p: 101 })?.progress).toBe(1);
  expect(readDocument({ phase: 'x', p: -1 })?.progress).toBeNull();
  expect(readByRule('no JSON', rule)).toBeNull();
});

test('media are addresses, lists of them, or base64', () => {
  expect(readDocument({ phase: 'ok', media: 'https://h/x' })?.resultUrls).toEqual(['https://h/x']);
  expect(readDocument({ phase: 'ok', media: ['https://h/x', 1, 'http://h/y'] })?.resultUrls).toEqual([
    'https://h/x',
    'http://h/y',
  ]);
  expect(readDocument({ phase: 'ok', media: 'javascript:alert(1)' })?.resultUrls).toEqual([]);
  expect(readDocument({ phase: 'ok', media: 'A'.repeat(100) })?.resultUrls[0]).toMatch(
    /^data:application\/octet-stream;base64,AAA/,
  );
});
