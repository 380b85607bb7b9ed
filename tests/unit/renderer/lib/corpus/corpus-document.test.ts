import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { keepItems, restoreItems } from '../../../../../renderer/lib/corpus/corpus-document.ts';

test('items come back as they were kept, with the vectors that are still there', () => {
  const vector = Float32Array.of(1, 2);
  const facts = { exchangeId: 'x', tokens: 3.5, isShare: true, ms: 9 };
  const items = [
    { ...facts, vector, failure: null },
    null,
    { ...facts, vector: null, failure: failure('parameter', 'no') },
    { ...facts, vector, failure: null },
  ];
  const kept = JSON.parse(JSON.stringify(keepItems(items))) as ReturnType<typeof keepItems>;
  expect(kept.exchanges).toEqual(['x']);
  const back = restoreItems(kept, new Map([[0, vector]]));
  expect(back.slice(0, 3)).toEqual(items.slice(0, 3));
  // Its vector is lost, so it is asked for again.
  expect(back[3]).toBeNull();
});
