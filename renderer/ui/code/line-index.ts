import { useEffect, useState } from 'react';

/**
 * Where the visual rows of a text begin. A row is a line, or a part of a line that is longer than `columns`.
 * Built in slices (`advance`), so that 100 MB of text never block the page; a text that only grows keeps what is known.
 */
export class LineIndex {
  readonly text: string;
  readonly columns: number;
  private starts: Uint32Array;
  private count: number;
  private read: number;
  /** End of the line that is being read, -1 between lines; and how many columns its last row has so far. */
  private lineEnd = -1;
  private width = 0;

  /** `columns` counts half-width characters; wide ones (CJK, emoji) take two. */
  constructor(text: string, columns: number, known?: LineIndex) {
    this.text = text;
    this.columns = columns;
    const grows = known !== undefined && known.columns === columns && text.startsWith(known.text);
    // The last known row may have been open: it is read again.
    this.count = grows ? Math.max(1, known.count) : 1;
    this.starts = new Uint32Array(Math.max(1024, Math.ceil(this.count * 1.25)));
    if (grows) this.starts.set(known.starts.subarray(0, this.count));
    this.read = grows ? (this.starts[this.count - 1] ?? 0) : 0;
  }

  /** Rows that will not change any more. */
  get rows(): number {
    return this.isComplete ? this.count : this.count - 1;
  }

  get isComplete(): boolean {
    return this.read >= this.text.length;
  }

  /** Reads `chars` further characters, or as far as a short line extends beyond them. */
  advance(chars: number): void {
    const stop = Math.min(this.text.length, this.read + chars);
    while (this.read < stop) {
      if (this.lineEnd < this.read) this.openLine();
      this.splitLine(Math.min(this.lineEnd, Math.max(stop, this.read)));
      if (this.read < this.lineEnd || this.read >= this.text.length) continue;
      this.read += 1;
      this.push(this.read);
      this.lineEnd = -1;
    }
  }

  /** The text of a row without its line end. */
  row(index: number): string {
    const from = this.start(index);
    let to = index + 1 < this.count ? this.start(index + 1) : this.text.length;
    if (to > from && this.text.charCodeAt(to - 1) === 10) to -= 1;
    if (to > from && this.text.charCodeAt(to - 1) === 13) to -= 1;
    return this.text.slice(from, to);
  }

  /** Returns the offset of the first character of a row; after the last row, the length of the text. */
  start(index: number): number {
    return index < this.count ? (this.starts[index] ?? 0) : this.text.length;
  }

  /** Returns whether a row continues the line before it. */
  continues(index: number): boolean {
    return index > 0 && this.text.charCodeAt(this.start(index) - 1) !== 10;
  }

  /** Returns the row that contains the character at `offset`. */
  rowAt(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private openLine(): void {
    const feed = this.text.indexOf('\n', this.read);
    this.lineEnd = feed < 0 ? this.text.length : feed;
    this.width = 0;
    // A line of at most half the columns fits even if every character is wide.
    if ((this.lineEnd - this.read) * 2 <= this.columns) this.read = this.lineEnd;
  }

  /** Continues the open line up to `to` and begins a new row wherever the columns are full. */
  private splitLine(to: number): void {
    for (; this.read < to; this.read += 1) {
      const code = this.text.charCodeAt(this.read);
      const wide = columnsOf(code);
      if (this.width + wide > this.columns) {
        this.push(this.read);
        this.width = 0;
      }
      this.width += wide;
    }
  }

  private push(start: number): void {
    if (this.count === this.starts.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.starts);
      this.starts = larger;
    }
    this.starts[this.count] = start;
    this.count += 1;
  }
}

/** Returns the columns that a UTF-16 unit takes in a mono font. The first half of a pair (emoji) counts for both. */
function columnsOf(code: number): 0 | 1 | 2 {
  if (code < 0x1100) return code === 9 ? 2 : 1;
  if (code >= 0xdc00 && code <= 0xdfff) return 0;
  const wide =
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xdbff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6);
  return wide ? 2 : 1;
}

/** Read at once, so that what fits a screen is there in the first paint. */
const firstChars = 1_000_000;
/** Read per slice: a few milliseconds. */
const sliceChars = 4_000_000;

interface Reading {
  index: LineIndex;
  rows: number;
}

/** Returns the rows of `text`, growing while a long one is still being read. */
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
