import { useEffect, useRef, useState } from 'react';

export const pageBytes = 16_384;
const keptPages = 64;

export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;
export type Page = { state: 'failed' } | { state: 'ready'; bytes: Uint8Array };
type Pages = ReadonlyMap<number, Page>;

/**
 * Pages of a byte source from `first` to `last`, read when they come into view. A page that is not in the answer is
 * still being read. A failed page is asked for again when it comes back into view.
 */
export function useBytePages(sizeBytes: number, read: ReadBytes, first: number, last: number): Pages {
  const [known, setKnown] = useState<{ read: ReadBytes; pages: Pages }>({ read, pages: new Map() });
  const asked = useRef<{ read: ReadBytes; pages: Set<number> }>({ read, pages: new Set() });
  const pages = known.read === read ? known.pages : new Map<number, Page>();

  useEffect(() => {
    if (asked.current.read !== read) asked.current = { read, pages: new Set() };
    const open = asked.current.pages;
    const settle = (number: number, page: Page) => {
      if (page.state === 'failed') open.delete(number);
      setKnown((before) => {
        const next = new Map(before.read === read ? before.pages : []);
        next.set(number, page);
        for (const oldest of next.keys()) {
          if (next.size <= keptPages) break;
          next.delete(oldest);
          open.delete(oldest);
        }
        return { read, pages: next };
      });
    };
    for (let number = first; number <= last; number += 1) {
      if (open.has(number)) continue;
      open.add(number);
      const offset = number * pageBytes;
      read(offset, Math.min(pageBytes, sizeBytes - offset)).then(
        (bytes) => settle(number, { state: 'ready', bytes }),
        () => settle(number, { state: 'failed' }),
      );
    }
  }, [sizeBytes, read, first, last]);
  return pages;
}
