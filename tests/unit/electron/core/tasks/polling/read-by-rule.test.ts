import { expect, test } from 'vitest';
import { findPlace, readByRule } from '#core/tasks/polling/read-by-rule.ts';
import { taskRule } from '#shared/contract/tasks.ts';

test('a place is followed by names and numbers, and the first that holds something counts', () => {
  const document = { data: { task: { id: 7 } }, output: [{ url: 'x' }, { url: '' }], empty: '', no: null };
  expect(findPlace(document, 'data.task.id')).toBe(7);
  expect(findPlace(document, 'output.0.url')).toBe('x');
  expect(findPlace(document, 'gone empty no output.1.url data.task.id')).toBe(7);
  expect(findPlace(document, '')).toBeUndefined();
  expect(findPlace(null, 'a')).toBeUndefined();
});

test('only own members are looked at, and nothing is run', () => {
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
const told = (document: unknown) => readByRule(JSON.stringify(document), rule);

test('words end a task in any letter case; every other word means work in progress', () => {
  expect(told({ phase: ' DONE ' })).toMatchObject({ state: 'succeeded', statusWord: ' DONE ', progress: 1 });
  expect(told({ phase: 'bad', why: 'too hot', media: 'https://h/x' })).toMatchObject({
    state: 'failed',
    errorMessage: 'too hot',
    resultUrls: [],
  });
  expect(told({ phase: 'whatever', p: '30%' })).toMatchObject({ state: 'running', progress: 0.3 });
  expect(told({ p: 0.5 })).toMatchObject({ state: 'running', statusWord: null, progress: 0.5 });
  expect(told({ phase: 'x', p: 101 })?.progress).toBe(1);
  expect(told({ phase: 'x', p: -1 })?.progress).toBeNull();
  expect(readByRule('no JSON', rule)).toBeNull();
});

test('media are addresses, lists of them, or base64', () => {
  expect(told({ phase: 'ok', media: 'https://h/x' })?.resultUrls).toEqual(['https://h/x']);
  expect(told({ phase: 'ok', media: ['https://h/x', 1, 'http://h/y'] })?.resultUrls).toEqual([
    'https://h/x',
    'http://h/y',
  ]);
  expect(told({ phase: 'ok', media: 'javascript:alert(1)' })?.resultUrls).toEqual([]);
  expect(told({ phase: 'ok', media: 'A'.repeat(100) })?.resultUrls[0]).toMatch(
    /^data:application\/octet-stream;base64,AAA/,
  );
});
