import { useEffect, useState } from 'react';
import { LineIndex } from './line-index.ts';

/** Read at once, so that what fits a screen is there in the first paint. */
const firstChars = 1_000_000;
/** Read per slice: a few milliseconds. */
const sliceChars = 4_000_000;

interface Reading {
  index: LineIndex;
  rows: number;
}

/** The rows of `text`, growing while a long one is still being read. */
export function useLineIndex(text: string, columns: number): Reading {
  const [reading, setReading] = useState(() => begin(text, columns));
  let current = reading;
  if (reading.index.text !== text || reading.index.columns !== columns) {
    current = begin(text, columns, reading.index);
    setReading(current);
  }
  const { index } = current;
  useEffect(() => {
    if (index.isComplete) return;
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      index.advance(sliceChars);
      setReading({ index, rows: index.rows });
      if (!index.isComplete) timer = setTimeout(read, 0);
    };
    timer = setTimeout(read, 0);
    return () => clearTimeout(timer);
  }, [index]);
  return current;
}

function begin(text: string, columns: number, known?: LineIndex): Reading {
  const index = new LineIndex(text, columns, known);
  index.advance(firstChars);
  return { index, rows: index.rows };
}
