import { expect, test } from 'vitest';
import { rerankDraft } from '../../../../../../renderer/panels/rerank/model/call.ts';
import { newRankSet, withTexts } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

const { parameters } = newRankSet('set');
const place = { connectionId: 'c', keyId: undefined, model: 'm', query: 'q', texts: ['a', 'b'] };
const bodyOf = (draft: ReturnType<typeof rerankDraft>) =>
  draft.body.kind === 'json' ? (JSON.parse(draft.body.text) as unknown) : null;

test('top_n is always in the body, and nothing else that is not selected', () => {
  expect(bodyOf(rerankDraft({ ...place, parameters }))).toEqual({
    model: 'm',
    query: 'q',
    documents: ['a', 'b'],
    top_n: 2,
  });
});

test('selected fields are in the body, including false and 0', () => {
  const ticked = {
    topN: 1,
    returnDocuments: { on: true, value: false },
    maxChunks: { on: true, value: 3 },
    overlapTokens: { on: true, value: 0 },
  };
  expect(bodyOf(rerankDraft({ ...place, parameters: ticked }))).toMatchObject({
    top_n: 1,
    return_documents: false,
    max_chunks_per_doc: 3,
    overlap_tokens: 0,
  });
});

test('the documents may be in the field texts, and their return in return_text', () => {
  const texts = { ...parameters, documentsField: 'texts' as const, returnDocuments: { on: true, value: true } };
  expect(bodyOf(rerankDraft({ ...place, parameters: texts }))).toEqual({
    model: 'm',
    query: 'q',
    texts: ['a', 'b'],
    top_n: 2,
    return_text: true,
  });
});

test('added documents keep the ids of those before them', () => {
  const set = withTexts(withTexts(newRankSet('set'), ['a', 'b'], 'add'), ['c'], 'add');
  expect(set.documents).toEqual([
    { id: 1, text: 'a' },
    { id: 2, text: 'b' },
    { id: 3, text: 'c' },
  ]);
  expect(withTexts(set, ['d'], 'replace').documents).toEqual([{ id: 4, text: 'd' }]);
});
