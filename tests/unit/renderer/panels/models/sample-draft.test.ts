import { expect, test } from 'vitest';
import { draft } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { sampleDraft, sampleRoutesFor } from '../../../../../renderer/panels/models/detail/sample-draft.ts';

test('every sample is a draft, with all the fields that its route requires', () => {
  for (const routeId of sampleRoutesFor(null)) {
    const sample = draft.parse(sampleDraft(routeId, 'org/model', 'c', 'k'));
    const body = sample.body.kind === 'json' ? JSON.parse(sample.body.text) : {};
    expect(Object.keys(body), routeId).toEqual(expect.arrayContaining([...routes[routeId].needs]));
  }
});

test('routes that fit the model come first, and the others stay available', () => {
  const model = {
    id: 'bge-reranker-v2',
    name: null,
    owner: null,
    endpoints: [],
    inputTokenLimit: null,
    outputTokenLimit: null,
    raw: {},
  };
  expect(sampleRoutesFor(model)[0]).toBe('rerank');
  expect(sampleRoutesFor(model)).toContain('chat.completions');
});
