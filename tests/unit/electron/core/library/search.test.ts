import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSearch } from '#core/library/search.ts';
import { openSearchIndex } from '#core/library/search-index.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { openLibrary, passages } from './open-library.ts';

const texts = [
  'The gateway answered with 429 Too Many Requests.',
  '请求失败：网关超时，请稍后再试。今天天气很好',
  'C++ and C# differ; so do `a*b`, a-b, (x AND y) OR "quoted" NEAR/2',
  'ÄPFEL kosten 3 € — İstanbul, ΣΊΣΥΦΟΣ, straße',
  '사용자가 질문을 보냈다 😀 emoji',
  'sk_live_x {"key": "value"} C:\\path\\to 100% _under_',
  '日本語のテキスト',
];

/** Runs the same queries once by scanning and once with the index. */
async function searchScanAndIndex() {
  const { save, db } = openLibrary();
  await save({ id: 'a', title: 'A', passages: passages(...texts) });
  const index = openSearchIndex(db, db.folder);
  const through = createSearch(db, { ...index, upTo: () => 0, candidates: () => null });
  const rows = db.sql.prepare('SELECT id, text FROM passages ORDER BY id').all();
  expect(index.add(rows.map(({ id, text }) => ({ id: Number(id), text: String(text) })))).toBe(true);
  const byIndex = createSearch(db, index);
  return async (text: string) => {
    const [found, expected] = await Promise.all(
      [byIndex, through].map((search) => search({ panel: 'chat', text, signal: callContext.signal })),
    );
    expect(found).toEqual(expected);
    return (found ?? []).map(({ messageId }) => messageId);
  };
}

test('parts of words, every script and every character are found, with the index and without', async () => {
  const find = await searchScanAndIndex();
  const questions: [string, string[]][] = [
    ['gateway', ['m0']],
    ['GATE', ['m0']],
    ['tewa', ['m0']],
    ['many gateway', ['m0']],
    ['gateway nowhere', []],
    ['42', ['m0']],
    ['网关', ['m1']],
    ['天气', ['m1']],
    ['网', ['m1']],
    ['网关超时', ['m1']],
    ['关网', []],
    ['好', ['m1']],
    ['c++', ['m2']],
    ['C#', ['m2']],
    ['a*b', ['m2']],
    ['*', ['m2']],
    ['a-b', ['m2']],
    ['-', ['m2']],
    ['AND', ['m2']],
    ['"quoted"', ['m2']],
    ['"', ['m5', 'm2']],
    ['(x', ['m2']],
    ['NEAR/2', ['m2']],
    ['äpfel', ['m3']],
    ['€', ['m3']],
    ['istanbul', []],
    ['STANBUL', ['m3']],
    ['σίσυφο', ['m3']],
    ['STRASSE', []],
    ['straße', ['m3']],
    ['질문', ['m4']],
    ['😀', ['m4']],
    ['😁', []],
    ['100%', ['m5']],
    ['_', ['m5']],
    ['{"key":', ['m5']],
    ['\\path\\', ['m5']],
    ["'", []],
    ['テキスト', ['m6']],
    ['スト', ['m6']],
    ['zz', []],
    ['\u0000gateway\u0002', ['m0']],
    ['the the The', ['m0']],
    ['', []],
    ['  \n ', []],
  ];
  const found = [];
  for (const [question] of questions) found.push([question, await find(question)]);
  expect(found).toEqual(questions);
});

test('a hit shows its matches highlighted, and their position', async () => {
  const { save, search } = openLibrary();
  const long = `${'before '.repeat(40)}the needle, and another Needle\nhere ${'after '.repeat(60)}`;
  await save({ id: 'a', title: 'Talk', passages: passages(long, 'hay\u0002stack') });
  const hit = (await search('needle'))[0];
  const shown = hit && { ...hit, excerpt: hit.excerpt.replaceAll('\u0002', '[').replaceAll('\u0003', ']') };
  expect(shown).toEqual({
    conversationId: 'a',
    title: 'Talk',
    messageId: 'm0',
    excerpt: expect.stringMatching(/^….*the \[needle\], and another \[Needle\] here .*…$/),
    updatedAt: expect.any(Number),
  });
  expect(hit?.excerpt.length).toBeLessThan(230);
  expect((await search('stack'))[0]?.excerpt).toBe('hay \u0002stack\u0003');
});

test('the newest message is first, one long conversation does not hide the others, panels are separate', async () => {
  const { save, search } = openLibrary();
  await save({ id: 'short', passages: passages('pear old') });
  await save({ id: 'long', passages: passages(...Array.from({ length: 300 }, (_, count) => `pear ${count}`)) });
  await save({ id: 'elsewhere', panel: 'responses', passages: passages('pear elsewhere') });
  const hits = await search('pear');
  expect(hits.map(({ conversationId }) => conversationId)).toEqual([...Array(10).fill('long'), 'short']);
  expect(hits[0]?.messageId).toBe('m299');
  expect((await search('pear', 'responses')).map(({ conversationId }) => conversationId)).toEqual(['elsewhere']);
});

test('a changed message is found by its new text only', async () => {
  const { save, search } = openLibrary();
  await save({ id: 'a', passages: passages('apple pie', 'banana') });
  await save({ id: 'a', passages: passages('cherry pie', 'banana'), revision: 1 });
  expect(await search('apple')).toEqual([]);
  expect(await search('pie')).toHaveLength(1);
  expect(await search('banana')).toHaveLength(1);
});

test('the index forgets what was changed or removed, and never needs to be right', async () => {
  const { save, remove, search, db } = openLibrary();
  await save({ id: 'a', passages: passages('apple pie') });
  await save({ id: 'b', passages: passages('apple cake') });
  const index = openSearchIndex(db, db.folder);
  index.add([
    { id: 1, text: 'apple pie' },
    { id: 2, text: 'apple cake' },
  ]);
  expect(index.candidates(['apple'], 10, 10)).toEqual([2, 1]);
  await remove('a');
  expect(index.candidates(['apple'], 10, 10)).toEqual([2]);
  // An entry whose passage disappeared unnoticed is not a hit.
  db.sql.exec('DELETE FROM passages');
  expect(await search('apple')).toEqual([]);
  index.close();
});

test('a broken index affects nothing but itself', async () => {
  const first = openLibrary();
  await first.save({ id: 'a', passages: passages('apple pie') });
  const index = openSearchIndex(first.db, first.db.folder);
  index.add([{ id: 1, text: 'apple pie' }]);
  index.close();
  first.close();
  const file = path.join(first.db.folder, 'search.db');
  writeFileSync(file, Buffer.from(readFileSync(file)).fill(0xee));
  const again = openLibrary(first.db);
  expect(again.db.notices).toEqual([]);
  expect(await again.search('pie')).toHaveLength(1);
  const renewed = openSearchIndex(first.db, first.db.folder);
  expect(renewed.upTo()).toBe(0);
  expect(renewed.add([{ id: 1, text: 'apple pie' }])).toBe(true);
  expect(renewed.candidates(['apple'], 10, 10)).toEqual([1]);
  renewed.close();
});

test('the index of another history is not trusted', () => {
  const one = tempDatabase();
  const index = openSearchIndex(one, one.folder);
  index.add([{ id: 7, text: 'apple' }]);
  expect(index.upTo()).toBe(7);
  index.close();
  const other = openSearchIndex(tempDatabase(), one.folder);
  expect(other.upTo()).toBe(0);
  other.close();
});

test('a history that had to be repaired is searched like any other', async () => {
  const folder = tempFolder();
  const first = openLibrary({ ...tempDatabase(folder), folder });
  await first.save({ id: 'a', passages: passages('apple pie') });
  const index = openSearchIndex(first.db, folder);
  index.add([{ id: 1, text: 'apple pie' }]);
  index.close();
  first.close();
  first.db.sql.exec('PRAGMA application_id = 0');
  first.db.close();
  const again = openLibrary(tempDatabase(folder));
  expect(again.db.wasReplaced).toBe(true);
  expect(await again.search('pie')).toHaveLength(1);
  expect(await again.open('a')).toMatchObject({ revision: 1 });
  await again.save({ id: 'b', passages: passages('apple cake') });
  expect(await again.search('cake')).toHaveLength(1);
});

test('a search stops when its caller leaves', async () => {
  const { save, area } = openLibrary();
  for (let count = 0; count < 3; count++)
    await save({
      id: `c${count}`,
      passages: passages(...Array.from({ length: 400 }, (_, at) => `plum ${count} ${at}`)),
    });
  const leaving = new AbortController();
  const asking = area.search({ panel: 'chat', text: 'plum' }, { signal: leaving.signal });
  leaving.abort();
  expect((await asking).length).toBeLessThan(30);
  expect(await area.search({ panel: 'chat', text: 'plum' }, callContext)).toHaveLength(30);
});
