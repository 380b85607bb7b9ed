import { expect, test } from 'vitest';
import type { ModelList } from '#shared/contract/models.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { ModelMarks } from '../../../../../renderer/lib/gateway/models/model-history.ts';
import {
  type CatalogFilter,
  catalogOf,
  emptyFilter,
  facetsOf,
  filterCatalog,
  isFiltered,
} from '../../../../../renderer/panels/models/catalog.ts';

const record = (id: string, owner: string | null, endpoints: string[] = []): ModelRecord => ({
  id,
  name: null,
  owner,
  endpoints,
  inputTokenLimit: null,
  outputTokenLimit: null,
  raw: {},
});
const list: ModelList = {
  models: [record('bge-m3', 'baai'), record('gpt-4o', 'openai', ['openai']), record('old', null)],
  asOf: 1,
  exchangeIds: [],
  failures: [],
  surfaces: [],
  nativeKeyStyle: null,
  latencyMs: null,
  listedBy: { 'bge-m3': ['compatible'], 'gpt-4o': ['compatible', 'native'], old: ['native'] },
  changes: [
    { modelId: 'gpt-4o', what: 'added', detail: null },
    { modelId: 'davinci', what: 'removed', detail: null },
  ],
  changesSince: 1,
};
const marks: ModelMarks = {
  'gpt-4o': { answers: true, checkedAt: 1, verdicts: { 'chat.completions': 'works' } },
  old: { answers: false, checkedAt: 1, verdicts: { 'chat.completions': 'upstream-down' } },
};
const all = catalogOf(list, marks);
const ids = (change: Partial<CatalogFilter>) => filterCatalog(all, { ...emptyFilter, ...change }).map(({ id }) => id);

test('the catalog joins listings, marks and changes; a removed model has a row without a record', () => {
  expect(
    all.map(({ id, listed, answers, change, model }) => [id, listed, answers, change?.what, model !== null]),
  ).toEqual([
    ['bge-m3', 'compatible', 'unchecked', undefined, true],
    ['davinci', null, 'unchecked', 'removed', false],
    ['gpt-4o', 'both', 'answers', 'added', true],
    ['old', 'native', 'dead', undefined, true],
  ]);
});

test('any selected option of a group is enough, and all groups must match', () => {
  expect(ids({})).toEqual(['bge-m3', 'davinci', 'gpt-4o', 'old']);
  expect(ids({ capabilities: ['embeddings', 'chat'] })).toEqual(['bge-m3', 'gpt-4o', 'old']);
  expect(ids({ capabilities: ['chat'], answers: ['answers'] })).toEqual(['gpt-4o']);
  expect(ids({ listed: ['native'] })).toEqual(['old']);
  expect(ids({ owners: [''] })).toEqual(['davinci', 'old']);
  expect(ids({ onlyChanged: true })).toEqual(['davinci', 'gpt-4o']);
  expect(ids({ query: 'gpt' })).toEqual(['gpt-4o']);
});

test('each option is counted over the whole catalog', () => {
  const facets = facetsOf(all);
  expect(facets.capabilities).toEqual([
    ['chat', 2],
    ['embeddings', 1],
  ]);
  expect(facets.listed).toEqual([
    ['both', 1],
    ['compatible', 1],
    ['native', 1],
  ]);
  expect(facets.answers).toEqual([
    ['answers', 1],
    ['dead', 1],
    ['unchecked', 2],
  ]);
  expect(facets.changed).toBe(2);
  expect(isFiltered(emptyFilter)).toBe(false);
  expect(isFiltered({ ...emptyFilter, owners: ['baai'] })).toBe(true);
});
