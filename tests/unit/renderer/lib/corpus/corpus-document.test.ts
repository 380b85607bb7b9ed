import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { restoreItems, toStoredItems } from '../../../../../renderer/lib/corpus/corpus-document.ts';

test('items are restored as they were stored, with the vectors that still exist', () => {
  const vector = Float32Array.of(1, 2);
  const facts = { exchangeId: 'x', tokens: 3.5, isShare: true, ms: 9 };
  const items = [
    { ...facts, vector, failure: null },
    null,
    { ...facts, vector: null, failure: failure('parameter', 'no') },
    { ...facts, vector, failure: null },
  ];
  const kept = JSON.parse(JSON.stringify(toStoredItems(items))) as ReturnType<typeof toStoredItems>;
  expect(kept.exchanges).toEqual(['x']);
  const back = restoreItems(kept, new Map([[0, vector]]));
  expect(back.slice(0, 3)).toEqual(items.slice(0, 3));
  // Its vector is lost, so it is requested again.
  expect(back[3]).toBeNull();
});
