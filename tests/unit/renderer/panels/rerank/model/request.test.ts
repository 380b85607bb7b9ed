import { expect, test } from 'vitest';
import { documentsIn, rerankDraft } from '../../../../../../renderer/panels/rerank/model/request.ts';

const input = { query: 'q', text: 'a\n\n b \r\n', topN: null, returnDocuments: { on: false, value: true }, model: 'm' };
const bodyOf = (draft: ReturnType<typeof rerankDraft>) =>
  draft.body.kind === 'json' ? (JSON.parse(draft.body.text) as Record<string, unknown>) : null;

test('one document a line, empty lines left out', () => {
  expect(documentsIn(input.text)).toEqual(['a', 'b']);
});

test('top_n is always in the body and return_documents only when ticked', () => {
  expect(bodyOf(rerankDraft(input, { connectionId: 'c', keyId: undefined }))).toEqual({
    model: 'm',
    query: 'q',
    documents: ['a', 'b'],
    top_n: 2,
  });
  const asked = rerankDraft(
    { ...input, topN: 1, returnDocuments: { on: true, value: false } },
    { connectionId: 'c', keyId: 'k' },
  );
  expect(asked.keyId).toBe('k');
  expect(bodyOf(asked)).toMatchObject({ top_n: 1, return_documents: false });
});
