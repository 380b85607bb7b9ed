import { useEffect, useState } from 'react';
import { type FoundText, findInText, noneFound } from './find-in-text.ts';

/** The matches of `query` in `text`, growing while a long text is still being searched. */
export function useFind(text: string, query: string): FoundText {
  const [found, setFound] = useState(noneFound);
  useEffect(() => {
    const search = findInText(text, query);
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const { value, done } = search.next();
      if (done) return;
      setFound({ ...value });
      if (!value.isComplete) timer = setTimeout(step, 0);
    };
    timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [text, query]);
  return query === '' ? noneFound : found;
}
