import { expect, test } from 'vitest';
import { joinModels } from '#core/models/models.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';

const record = (id: string, known: Partial<ModelRecord> = {}): ModelRecord => ({
  id,
  name: null,
  owner: null,
  endpoints: [],
  inputTokenLimit: null,
  outputTokenLimit: null,
  raw: { id },
  ...known,
});

test('a model in both listings is one, with the details of both', () => {
  const compatible = [
    record('zeta', { owner: 'acme', endpoints: ['openai', 'gemini'], raw: { id: 'zeta', object: 'model' } }),
    record('alpha'),
  ];
  const native = [
    record('zeta', {
      name: 'Zeta',
      endpoints: ['gemini', 'generateContent'],
      inputTokenLimit: 1000,
      raw: { id: 'native', displayName: 'Zeta' },
    }),
    record('only-native'),
  ];
  expect(joinModels(compatible, native)).toEqual([
    record('alpha'),
    record('only-native'),
    {
      id: 'zeta',
      name: 'Zeta',
      owner: 'acme',
      endpoints: ['openai', 'gemini', 'generateContent'],
      inputTokenLimit: 1000,
      outputTokenLimit: null,
      raw: { id: 'zeta', displayName: 'Zeta', object: 'model' },
    },
  ]);
});

test('an id stays as it is listed, and a native one without its prefix is the same model', () => {
  const listed = joinModels([record('models/zeta'), record('models/own')], [record('zeta', { owner: 'acme' })]);
  expect(listed).toEqual([record('models/own'), record('models/zeta', { owner: 'acme' })]);
  expect(joinModels([record('models/a'), record('a')]).map(({ id }) => id)).toEqual(['a', 'models/a']);
});

test('a model that is listed twice is shown once', () => {
  expect(joinModels([record('a'), record('a', { owner: 'x' })])).toEqual([record('a', { owner: 'x' })]);
  expect(joinModels([], [])).toEqual([]);
});

test('ids that JavaScript knows are ids like any other', () => {
  expect(joinModels([record('__proto__'), record('constructor')]).map(({ id }) => id)).toEqual([
    '__proto__',
    'constructor',
  ]);
});
