import { expect, test } from 'vitest';
import type { ModelRecord } from '#shared/protocol/part.ts';
import {
  bestOf,
  type ChoiceQuestion,
  isChoice,
  modelRows,
  toggledModels,
} from '../../../../../../renderer/lib/gateway/models/model-choices.ts';

const record = (id: string, endpoints: string[] = []): ModelRecord => ({
  id,
  name: null,
  owner: null,
  endpoints,
  inputTokenLimit: null,
  outputTokenLimit: null,
  raw: {},
});
const models = [
  record('bge-m3'),
  record('gpt-4o', ['openai', 'openai-response']),
  record('gpt-4o-mini'),
  record('text-embedding-3', ['embeddings']),
];
const shown = (question: Partial<ChoiceQuestion>) =>
  modelRows({ models, query: '', ...question }).map((row) =>
    row.kind === 'caption' ? `[${row.section}]` : row.section === 'typed' ? `"${row.id}"` : row.id,
  );

test('without a route there is one list without captions', () => {
  expect(shown({})).toEqual(['bge-m3', 'gpt-4o', 'gpt-4o-mini', 'text-embedding-3']);
});

test('models for the route come first, declared ones before guessed ones', () => {
  expect(shown({ routeId: 'embeddings' })).toEqual([
    '[fitting]',
    'text-embedding-3',
    'bge-m3',
    '[unfit]',
    'gpt-4o',
    'gpt-4o-mini',
  ]);
});

test('a recently used model that does not fit the route is listed with the others, under their warning', () => {
  expect(shown({ routeId: 'embeddings', recents: ['gpt-4o', 'bge-m3', 'my-own'] })).toEqual([
    '[recent]',
    'bge-m3',
    '[fitting]',
    'text-embedding-3',
    '[unfit]',
    'my-own',
    'gpt-4o',
    'gpt-4o-mini',
  ]);
  expect(shown({ routeId: 'rerank', recents: ['bge-m3'] })[0]).toBe('[unfit]');
});

test('a model that is already selected is not offered again, not even by typing it', () => {
  expect(shown({ except: ['gpt-4o'], recents: ['gpt-4o'], query: 'gpt-4o' })).toEqual(['gpt-4o-mini']);
});

test('recently selected models come first, once each, even when no listing contains them', () => {
  expect(shown({ recents: ['gpt-4o', 'my-own'] })).toEqual([
    '[recent]',
    'gpt-4o',
    'my-own',
    '[others]',
    'bge-m3',
    'gpt-4o-mini',
    'text-embedding-3',
  ]);
});

test('typed text is always a choice, unless a model has exactly that name', () => {
  expect(shown({ query: 'gpt-4o' })).toEqual(['gpt-4o', 'gpt-4o-mini']);
  expect(shown({ query: 'gpt' })).toEqual(['gpt-4o', 'gpt-4o-mini', '"gpt"']);
  expect(shown({ query: 'faulty/x' })).toEqual(['"faulty/x"']);
  expect(shown({ query: 'my-own', recents: ['my-own'] })).toEqual(['my-own']);
});

test('a model is found by its capabilities, after models matching by name', () => {
  const usesOf = ({ id }: ModelRecord) => (id === 'bge-m3' || id.startsWith('text') ? ['Embeddings', '向量'] : []);
  expect(shown({ query: 'embed', usesOf })).toEqual(['text-embedding-3', 'bge-m3', '"embed"']);
  expect(shown({ query: '向量', usesOf })).toEqual(['bge-m3', 'text-embedding-3', '"向量"']);
  expect(shown({ query: 'beddings', usesOf })).not.toContain('bge-m3');
});

test('Enter selects the model with exactly that name before a recently selected one', () => {
  const best = (query: string, recents: string[]) =>
    bestOf(modelRows({ models, query, recents }).filter(isChoice), query)?.id;
  expect(best('gpt-4o', ['gpt-4o-mini'])).toBe('gpt-4o');
  expect(best('gpt', ['gpt-4o-mini'])).toBe('gpt-4o-mini');
  expect(best('bge', [])).toBe('bge-m3');
  expect(best('no-such', [])).toBe('no-such');
});

test('five thousand models are ranked without a noticeable delay', () => {
  const many = Array.from({ length: 5000 }, (_, at) => record(`vendor-${at % 40}/model-${at}`));
  expect(modelRows({ models: many, query: 'model-4999', routeId: 'rerank' }).find(isChoice)).toMatchObject({
    id: 'vendor-39/model-4999',
  });
});

test('several models are added in order up to the most, and one always stays', () => {
  const several = (ids: readonly string[]) => ({ ids, most: 2, onIdsChange: () => undefined });
  expect(toggledModels(several(['a']), 'b')).toEqual(['a', 'b']);
  expect(toggledModels(several(['a', 'b']), 'c')).toEqual(['a', 'b']);
  expect(toggledModels(several(['a', 'b']), 'a')).toEqual(['b']);
  expect(toggledModels(several(['a']), 'a')).toEqual(['a']);
  expect(toggledModels(undefined, 'a')).toEqual(['a']);
});
