import { useEffect, useState } from 'react';
import { readTexts } from './read-texts.ts';
import type { ReadTexts, TextsKind } from './text-column.ts';

/** Returns what a text contains; `null` until it has been read, and for an empty one. */
export function useReadTexts(
  text: string,
  kind: 'auto' | TextsKind = 'auto',
  column: string | null = null,
): ReadTexts | null {
  const [read, setRead] = useState<ReadTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readTexts(text, { kind, column: column ?? undefined }).then((found) => {
      if (isCurrent) setRead(text.trim() === '' ? null : found);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, kind, column]);
  return read;
}
