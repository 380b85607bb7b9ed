import { expect, test } from 'vitest';
import type { EmbeddedItem } from '../../../../../renderer/lib/corpus/embed-texts.ts';
import { toNpyFile, vectorsCsv, vectorsJsonl } from '../../../../../renderer/panels/embeddings/lab/save-export.ts';
import { columnsFor, sortRows, vectorRows } from '../../../../../renderer/panels/embeddings/lab/table-rows.ts';

const item = (values: number[] | null, tokens: number | null = 4): EmbeddedItem => ({
  vector: values && Float32Array.from(values),
  failure: null,
  exchangeId: 'x',
  tokens,
  isShare: false,
  ms: 7,
});

const texts = ['=1+1', 'say "hi", twice', 'no vector', 'other size'];
const source = {
  texts: texts.map((text, at) => ({ text, line: at + 1, fields: { text } })),
  items: [item([3, 4]), item([0.5, 0]), item(null), item([1, 2, 3])],
  model: 'm',
  layout: 'pca' as const,
  flat: { map: Float32Array.of(1, 2, 3, 4), shares: null },
  rowOf: Int32Array.of(0, 1, -1, -1),
};

test('an exported table contains every vector, and no cell is interpreted as a formula', () => {
  const [head, first, second, third, ...rest] = vectorsCsv(source);
  expect(head).toBe('index,line,text,model,dimensions,norm,tokens,tokens_are_share,ms,x,y,embedding\r\n');
  expect(first).toBe(`0,1,"'=1+1",m,2,5,4,false,7,1,2,"[3,4]"\r\n`);
  expect(second).toContain('"say ""hi"", twice"');
  expect(third).toBe('3,4,other size,m,3,3.7416573867739413,4,false,7,,,"[1,2,3]"\r\n');
  expect(rest).toEqual([]);
});

test('JSON lines survive a round trip', () => {
  const records = vectorsJsonl(source).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records).toHaveLength(3);
  expect(records[0]).toMatchObject({
    index: 0,
    text: '=1+1',
    embedding: [3, 4],
    norm: 5,
    x: 1,
    y: 2,
  });
  expect(records[2]).toMatchObject({ index: 3, x: null, y: null });
});

test('the NumPy array contains the vectors of one size', () => {
  const bytes = toNpyFile(source, 2);
  expect(Buffer.from(bytes.subarray(0, 128)).toString('latin1')).toContain("'shape': (2, 2)");
});

const known = {
  texts,
  items: source.items,
  nearest: { count: 1, rows: Uint32Array.of(1, 0), cosines: Float32Array.of(0.5, 0.25) },
  places: [0, 1],
  rowOf: source.rowOf,
  of: null,
  shown: null,
  ranking: null,
};

test('rows know their nearest text by its position, and unknown values come last in any order', () => {
  const rows = vectorRows(known);
  expect(rows.map(({ nearest }) => nearest)).toEqual([1, 0, null, null]);
  const order = (column: 'norm' | 'cosine' | 'place', descending: boolean) =>
    sortRows(vectorRows(known), { column, descending }).map(({ place }) => place);
  expect(order('norm', false)).toEqual([1, 3, 0, 2]);
  expect(order('norm', true)).toEqual([0, 3, 1, 2]);
  expect(order('cosine', true)).toEqual([0, 1, 2, 3]);
  expect(order('place', true)).toEqual([3, 2, 1, 0]);
});

test('a ranking sorts and filters the table', () => {
  const ranking = {
    results: [
      { row: 3, score: 0.9 },
      { row: 0, score: 0.1 },
    ],
  };
  expect(vectorRows({ ...known, ranking }).map(({ place, cosine }) => [place, cosine])).toEqual([
    [3, 0.9],
    [0, 0.1],
  ]);
  expect(vectorRows({ ...known, shown: new Set([2]) }).map(({ place }) => place)).toEqual([2]);
});

test('dimensions and norms are columns only where they differ, the group where points are colored, tokens only where they are counted per text', () => {
  const same = [item([1, 0]), item([0, 1]), null];
  expect(columnsFor(same, false)).toEqual(['place', 'text', 'tokens', 'nearest', 'cosine']);
  expect(columnsFor(same, true)).toContain('group');
  expect(columnsFor([item([1, 0]), item([0, 2])], false)).toContain('norm');
  expect(columnsFor([item([1, 0]), item([0, 1, 0])], false)).toContain('dimensions');
  expect(columnsFor([item([1, 0], null)], false)).not.toContain('tokens');
  expect(columnsFor([{ ...item([1, 0]), isShare: true }], false)).not.toContain('tokens');
});
