import type { Database } from '../store/database.ts';
import type { SearchIndex } from './search-index.ts';

export interface Indexer {
  /** New passages are there. */
  soon(): void;
  stop(): void;
}

/** A streaming answer is saved again and again: only what has come to rest is worth the work. */
const restMs = 1_500;
/** Between two slices, so that other work gets its turn. */
const pauseMs = 15;
const passagesPerSlice = 64;
/** UTF-16 units; takes about 20 ms. */
const textPerSlice = 50_000;

/** Brings the index up to the newest passage while nothing else is to do. Until then a search looks through the rest. */
export function createIndexer({ sql }: Database, index: SearchIndex): Indexer {
  const next = sql.prepare('SELECT id, text FROM passages WHERE id > ? ORDER BY id LIMIT ?');
  let timer: NodeJS.Timeout | undefined;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(takeSlice, ms).unref();
  };
  const readSlice = () => {
    const slice = [];
    let length = 0;
    for (const row of next.iterate(index.upTo(), passagesPerSlice)) {
      const text = String(row.text);
      slice.push({ id: Number(row.id), text });
      length += text.length;
      if (length >= textPerSlice) break;
    }
    return slice;
  };
  const takeSlice = () => {
    try {
      const slice = readSlice();
      if (slice.length > 0 && index.add(slice)) wait(pauseMs);
    } catch {
      // The disk is in trouble: whoever saves or searches will say so, and the next save tries again.
    }
  };
  return { soon: () => wait(restMs), stop: () => clearTimeout(timer) };
}
