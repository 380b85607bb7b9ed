import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callContext } from '../../../../support/core/call-context.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { openLibrary, passages } from './open-library.ts';

test('a conversation is read back as it was saved, with its new revision', async () => {
  const { save, open, list, announced } = openLibrary();
  const content = JSON.stringify({ turns: ['网关', '\u0000', '😀'] });
  expect(await save({ id: 'a', title: 'First', starred: true, model: 'demo-chat', note: '3 turns', content })).toBe(1);
  expect(await open('a')).toEqual({
    id: 'a',
    panel: 'chat',
    title: 'First',
    starred: true,
    model: 'demo-chat',
    note: '3 turns',
    content,
    partCount: 0,
    revision: 1,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  const [row] = await list();
  expect(row).not.toHaveProperty('content');
  expect(row).toMatchObject({ id: 'a', title: 'First', note: '3 turns' });
  expect(announced).toEqual(['library a']);
});

test('a missing one opens as null', async () => {
  expect(await openLibrary().open('none')).toBeNull();
});

test('a save that is not based on the newest revision changes nothing', async () => {
  const { save, open, search, announced } = openLibrary();
  const first = await save({ id: 'a', content: '"one"', passages: passages('apple') });
  await save({ id: 'a', content: '"two"', passages: passages('banana'), revision: first });
  announced.length = 0;
  for (const revision of [0, first, 3, 99]) {
    const failed = await failureOf(() => save({ id: 'a', content: '"lost"', passages: passages('cherry'), revision }));
    expect(failed).toMatchObject({ code: 'conflict', message: expect.stringMatching(/another window/) });
  }
  expect(await open('a')).toMatchObject({ content: '"two"', revision: 2 });
  expect(await search('banana')).toHaveLength(1);
  expect(await search('cherry')).toEqual([]);
  expect(announced).toEqual([]);
});

test('one removed in another window is not restored, but may be saved as a new one', async () => {
  const { save, remove, open } = openLibrary();
  const revision = await save({ id: 'a' });
  await remove('a');
  expect((await failureOf(() => save({ id: 'a', revision }))).message).toMatch(/deleted in another window/);
  expect(await open('a')).toBeNull();
  expect(await save({ id: 'a copy' })).toBe(1);
});

test('two windows on one folder cannot overwrite each other', async () => {
  const one = openLibrary();
  const other = openLibrary(one.db);
  await one.save({ id: 'a', content: '"start"' });
  const saves = await Promise.allSettled([
    one.save({ id: 'a', content: '"one"', revision: 1 }),
    other.save({ id: 'a', content: '"other"', revision: 1 }),
  ]);
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await one.open('a'))?.revision).toBe(2);
});

test('the newest is first; a star or a title does not make one newer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { save, list } = openLibrary();
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      vi.setSystemTime(1000 + index);
      await save({ id });
    }
    await save({ id: 'other panel', panel: 'responses' });
    vi.setSystemTime(2000);
    await save({ id: 'a', starred: true, title: 'Renamed', revision: 1 });
    expect((await list()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    vi.setSystemTime(3000);
    await save({ id: 'a', content: '{"turns":1}', revision: 2 });
    expect((await list()).map(({ id, createdAt, updatedAt }) => [id, createdAt, updatedAt])[0]).toEqual([
      'a',
      1000,
      3000,
    ]);
    expect((await list('responses')).map(({ id }) => id)).toEqual(['other panel']);
  } finally {
    vi.useRealTimers();
  }
});

test('a removed conversation leaves no byte in any file', async () => {
  const { save, remove, search, list, db, area } = openLibrary();
  const word = 'CANARY-quince-marmalade';
  for (let turn = 0; turn < 5; turn++)
    await save({
      id: 'a',
      content: JSON.stringify(`${word} ${turn}`.repeat(2000)),
      parts: [part('m0', `${word} ${turn}`.repeat(2000))],
      passages: passages(`${word} ${turn}`),
      revision: turn,
    });
  await save({ id: 'b', passages: passages('kept') });
  await remove('a');
  expect(await list()).toHaveLength(1);
  expect(await search('quince')).toEqual([]);
  const files = readdirSync(db.folder).map((name) => path.join(db.folder, name));
  expect(files.filter((file) => readFileSync(file, 'latin1').includes('quince'))).toEqual([]);
  await area.remove({ id: 'a' }, callContext);
});

test('documents of several panels are found by the words of their titles, newest first and no more than wanted', async () => {
  const { save, find } = openLibrary();
  const now = vi.spyOn(Date, 'now');
  onTestFinished(() => now.mockRestore());
  for (const [at, [id, panel, title]] of [
    ['a', 'chat', 'Retry budget for checkout'],
    ['b', 'rerank', 'Budget questions'],
    ['c', 'audio', 'Budget meeting'],
    ['d', 'chat', 'ÄPFEL und Budget'],
  ].entries()) {
    now.mockReturnValue(1000 + at);
    await save({ id: id ?? '', panel: panel ?? '', title: title ?? '' });
  }
  const found = async (...given: Parameters<typeof find>) => (await find(...given)).map(({ id }) => id);
  expect(await found('budget', ['chat', 'rerank'])).toEqual(['d', 'b', 'a']);
  expect(await found('BUDGET check')).toEqual(['a']);
  expect(await found('äpfel')).toEqual(['d']);
  expect(await found('', ['chat', 'audio'], 2)).toEqual(['d', 'c']);
  expect(await found('missing')).toEqual([]);
  expect((await find('äpfel'))[0]).not.toHaveProperty('content');
});

const part = (id: string, text: string) => ({ id, content: JSON.stringify(text) });
const texts = (parts: readonly { content: string }[]) => parts.map(({ content }) => JSON.parse(content) as string);

test('a part is stored on its own, and the others stay as they are', async () => {
  const { save, open, parts, partsAfter, search } = openLibrary();
  const given = [part('m0', 'apple'), part('m1', 'banana'), part('m2', 'cherry')];
  await save({ id: 'a', parts: given, passages: passages('apple', 'banana', 'cherry') });
  const passage = { messageId: 'm1', text: 'blueberry' };
  await save({ id: 'a', parts: [part('m1', 'blueberry')], passages: [passage], revision: 1 });
  await save({ id: 'a', title: 'Renamed', revision: 2 });
  expect(await open('a')).toMatchObject({ partCount: 3, revision: 3 });
  expect(texts(await partsAfter('a', 3))).toEqual(['apple', 'blueberry', 'cherry']);
  expect(texts(await partsAfter('a', 3, { since: 1 }))).toEqual(['blueberry']);
  expect(texts(await partsAfter('a', 3, { after: 'm1' }))).toEqual(['cherry']);
  expect(texts(await parts('a', 3, ['m2', 'none', 'm0']))).toEqual(['cherry', 'apple']);
  const found = await Promise.all(['apple', 'banana', 'blueberry', 'cherry'].map((word) => search(word)));
  expect(found.map(({ length }) => length)).toEqual([1, 0, 1, 1]);
});

test('parts of another revision, or of a removed document, are refused', async () => {
  const { save, remove, parts, partsAfter } = openLibrary();
  await save({ id: 'a', parts: [part('m0', 'apple')] });
  await save({ id: 'a', parts: [part('m0', 'banana')], revision: 1 });
  expect(await failureOf(() => partsAfter('a', 1))).toMatchObject({ code: 'conflict' });
  expect(await failureOf(() => parts('a', 1, ['m0']))).toMatchObject({ code: 'conflict' });
  await remove('a');
  expect(await failureOf(() => partsAfter('a', 2))).toMatchObject({ code: 'conflict' });
  await save({ id: 'a' });
  expect(await partsAfter('a', 1)).toEqual([]);
});

test('long parts are returned a few at a time, and a very long one alone', async () => {
  const { save, partsAfter } = openLibrary();
  const long = ['a'.repeat(100_000), 'b'.repeat(100_000), 'c'.repeat(100_000), 'd'.repeat(900_000), 'e'];
  await save({ id: 'a', parts: long.map((text, at) => part(`m${at}`, text)) });
  const windows: number[] = [];
  for (let after = ''; ; ) {
    const found = await partsAfter('a', 1, { after });
    windows.push(found.length);
    const last = found.at(-1);
    if (!last) break;
    after = last.id;
  }
  expect(windows).toEqual([2, 1, 1, 1, 0]);
});

test('a changed part makes a document newer; storing one of an earlier version in parts does not', async () => {
  const now = vi.spyOn(Date, 'now');
  onTestFinished(() => now.mockRestore());
  const { save, open } = openLibrary();
  now.mockReturnValue(1000);
  await save({ id: 'a', content: '{"turns":{"m0":"apple"}}' });
  now.mockReturnValue(2000);
  await save({ id: 'a', content: '{}', parts: [part('m0', 'apple')], starred: true, revision: 1 });
  expect(await open('a')).toMatchObject({ updatedAt: 1000 });
  await save({ id: 'a', content: '{}', parts: [part('m0', 'banana')], revision: 2 });
  expect(await open('a')).toMatchObject({ updatedAt: 2000 });
});
