import { expect, test, vi } from 'vitest';
import { openSearchIndex } from '#core/library/search-index.ts';
import { openLibrary, passages } from './open-library.ts';

test('messages are indexed in the background once a conversation is idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { save, search, db } = openLibrary();
    const index = openSearchIndex(db, db.folder);
    await save({ id: 'a', passages: passages('The beginning of an ans') });
    vi.advanceTimersByTime(1_000);
    await save({ id: 'a', passages: passages('The beginning of an answer'), revision: 1 });
    vi.advanceTimersByTime(1_000);
    expect(index.upTo()).toBe(0);
    expect(await search('answer')).toHaveLength(1);
    await save({ id: 'b', passages: passages(...Array.from({ length: 500 }, (_, count) => `pear ${count}`)) });
    vi.advanceTimersByTime(10_000);
    expect(index.upTo()).toBe(502);
    expect(index.candidates(['answer'], 1_000, 10)).toEqual([2]);
    expect(await search('pear 499')).toHaveLength(1);
    index.close();
  } finally {
    vi.useRealTimers();
  }
});
