import { expect, onTestFinished, test, vi } from 'vitest';
import { readTexts } from '../../../../../renderer/lib/corpus/read-texts.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';

await loadStrings();

const textsOf = async (source: string, kind: 'auto' | 'lines' | 'csv' | 'jsonl' = 'auto', column?: string) =>
  (await readTexts(source, { kind, column })).items.map(({ text }) => text);

test('each non-blank line is a text, with its position in the source', async () => {
  const { kind, items } = await readTexts('\uFEFFone\r\n\r\n  two  \nthree\n', { kind: 'auto' });
  expect(kind).toBe('lines');
  expect(items.map(({ text, line }) => [text, line])).toEqual([
    ['one', 1],
    ['two', 3],
    ['three', 4],
  ]);
});

test('prose with commas is read as lines and not as a table', async () => {
  const { kind, items } = await readTexts('First, there was light.\nThen, after a while, more.\nEnd', { kind: 'auto' });
  expect(kind).toBe('lines');
  expect(items).toHaveLength(3);
});

test('a table is recognized by its header row; its text column is detected or selected, and its other cells stay with the text', async () => {
  const source = 'id,Text,note\n1,"Hello, world",a\n2,"Two\nlines",b\n3,Last,c';
  const read = await readTexts(source, { kind: 'auto' });
  expect(read).toMatchObject({ kind: 'csv', columns: ['id', 'Text', 'note'], column: 'Text', problems: [] });
  expect(read.items).toEqual([
    { text: 'Hello, world', line: 2, fields: { id: '1', Text: 'Hello, world', note: 'a' } },
    { text: 'Two\nlines', line: 3, fields: { id: '2', Text: 'Two\nlines', note: 'b' } },
    { text: 'Last', line: 5, fields: { id: '3', Text: 'Last', note: 'c' } },
  ]);
  expect(await textsOf(source, 'auto', 'note')).toEqual(['a', 'b', 'c']);
  expect(await textsOf(source, 'auto', 'no such column')).toEqual(['Hello, world', 'Two\nlines', 'Last']);
});

test('semicolons and tabs separate cells as well', async () => {
  expect(await textsOf('nr;text\n1;eins\n2;zwei')).toEqual(['eins', 'zwei']);
  expect(await textsOf('nr\ttext\n1\tuno\n2\tdos')).toEqual(['uno', 'dos']);
});

test('a table reports rows of a different length, empty texts and an unclosed quotation mark, each with its line number', async () => {
  const { items, problems } = await readTexts('id,text\n1,one\n2\n3,\n4,"open', { kind: 'csv' });
  expect(items.map(({ text }) => text)).toEqual(['one', 'open']);
  expect(problems.map(({ line }) => line)).toEqual([3, 3, 4, 5]);
  expect(problems.at(-1)?.message).toMatch(/Unclosed quotation mark/);
});

test('columns with the same name get distinct names', async () => {
  const { columns } = await readTexts('text,text,\na,b,c', { kind: 'csv' });
  expect(columns).toEqual(['text', 'text 2', 'column 3']);
});

test('JSONL contains strings or objects; every other line is reported with its number', async () => {
  const source = '{"text":"one","n":1}\n"two"\nnot json\n3\n{"text":""}\n\n{"text":"last","tags":["a"]}';
  const read = await readTexts(source, { kind: 'auto' });
  expect(read.kind).toBe('jsonl');
  expect(read.items.map(({ text, line }) => [text, line])).toEqual([
    ['one', 1],
    ['two', 2],
    ['last', 7],
  ]);
  expect(read.items[2]?.fields).toEqual({ text: 'last', tags: '["a"]' });
  expect(read.problems.map(({ line }) => line)).toEqual([3, 4, 5]);
});

test('a single JSON array is read entry by entry', async () => {
  expect(await textsOf('[\n "one",\n {"content": "two"}, 7\n]')).toEqual(['one']);
  expect(await textsOf('[{"content": "two"}, {"content": "three"}]')).toEqual(['two', 'three']);
});

test('empty input gives no texts, and thousands of problems are reported as a few and a count', async () => {
  expect(await readTexts('', { kind: 'auto' })).toMatchObject({ items: [], problems: [] });
  const { problems } = await readTexts('1\n'.repeat(500), { kind: 'jsonl' });
  expect(problems).toHaveLength(201);
  expect(problems.at(-1)?.message).toBe('300 more problems like these.');
});

test('the separator is the one of the header row, whatever the cells contain', async () => {
  const semicolons = await readTexts('id;text\r\n1;eins, zwei\r\n2;drei\r\n', { kind: 'csv' });
  expect(semicolons).toMatchObject({ columns: ['id', 'text'], problems: [] });
  expect(semicolons.items.map(({ text }) => text)).toEqual(['eins, zwei', 'drei']);
  expect(await textsOf('id,text\n1,"a; b"\n2,"c; d; e"', 'csv')).toEqual(['a; b', 'c; d; e']);
});

test('an invalid quotation mark costs its own line and none below it', async () => {
  const unclosed = await readTexts('id,text\n1,fine\n2,"never ends\n3,another\n4,last "quoted" one\n', { kind: 'csv' });
  expect(unclosed.items.map(({ text, line }) => [text, line])).toEqual([
    ['fine', 2],
    ['never ends', 3],
    ['another', 4],
    ['last "quoted" one', 5],
  ]);
  expect(unclosed.problems.map(({ line }) => line)).toEqual([3]);
  const tail = await readTexts('id,text\n1,"fine"x tail\n2,plain\n3,"good, too"\n4,end', { kind: 'csv' });
  expect(tail.items.map(({ text }) => text)).toEqual(['"fine"x tail', 'plain', 'good, too', 'end']);
  expect(tail.problems.map(({ line }) => line)).toEqual([2]);
});

test('a properly quoted cell keeps its line breaks and quotation marks', async () => {
  const read = await readTexts('id,text\r\n1,"two\r\nlines, ""quoted"""\r\n2,next', { kind: 'csv' });
  expect(read.problems).toEqual([]);
  expect(read.items.map(({ text, line }) => [text, line])).toEqual([
    ['two\r\nlines, "quoted"', 2],
    ['next', 4],
  ]);
});

test('a null field contains no text', async () => {
  const { items, problems } = await readTexts('{"text":null}\n{"text":"ok","n":null}', { kind: 'jsonl' });
  expect(items).toEqual([{ text: 'ok', line: 2, fields: { text: 'ok', n: '' } }]);
  expect(problems.map(({ line }) => line)).toEqual([1]);
});

test('of a header row with too many columns the first are read, each under a unique name, and the table says so', async () => {
  const head = Array.from({ length: 5000 }, () => 'text').join();
  const read = await readTexts(`${head}\n${'x,'.repeat(4999)}x`, { kind: 'csv' });
  expect(read.columns).toHaveLength(1000);
  expect(new Set(read.columns).size).toBe(1000);
  expect(read.columns.slice(0, 3)).toEqual(['text', 'text 2', 'text 3']);
  expect(read.problems).toEqual([{ line: 1, message: 'Only the first 1,000 of 5,000 columns are read.' }]);
  expect(read.items).toHaveLength(1);
});

test('rows and cells at chunk boundaries are complete', async () => {
  const long = 'words, and "more" of them\r\n'.repeat(8000);
  const quoted = `"${long.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: 30_000 }, (_, at) => `${at},row ${at}`);
  const read = await readTexts(`id,text\n${rows.join('\n')}\n1,${quoted}\n2,"two\nlines"\n3,last`, { kind: 'csv' });
  expect(read.problems).toEqual([]);
  expect(read.items).toHaveLength(30_003);
  expect(read.items[29_999]).toMatchObject({ text: 'row 29999', line: 30_001 });
  expect(read.items.at(-3)?.text).toBe(long.trim());
  expect(read.items.at(-2)).toMatchObject({ text: 'two\nlines', line: 38_003 });
  expect(read.items.at(-1)).toMatchObject({ text: 'last', line: 38_005 });
});

test('a quotation mark opened in the first row of a long table costs its own line', async () => {
  const rows = Array.from({ length: 400_000 }, (_, at) => `${at},some words`);
  const read = await readTexts(`id,text\n0,"open\n${rows.join('\n')}`, { kind: 'auto' });
  expect(read.kind).toBe('csv');
  expect(read.items).toHaveLength(400_001);
  expect(read.problems.map(({ line }) => line)).toEqual([2]);
});

test('a long text is read in steps, between which the page stays responsive', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  // Every step counts as a long one, on a fast computer too.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 1000;
    return nowMs;
  });
  onTestFinished(() => {
    clearInterval(timer);
    clock.mockRestore();
  });
  for (const text of [`id,text\n${'1,some words\n'.repeat(300_000)}`, 'words\n'.repeat(1_000_000)]) {
    turns = 0;
    await readTexts(text, { kind: 'auto' });
    expect(turns).toBeGreaterThan(2);
  }
});
