const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Finds the end of one JSON object or array in bytes that come in pieces, by its brackets alone. */
export interface DocumentScanner {
  /** Reads `bytes[from, to)`. Returns the index after the document's last byte, or -1 while it is still open. */
  scan(bytes: Uint8Array, from: number, to: number): number;
  /** The most brackets that were open at once. */
  readonly deepest: number;
}

/** Starts before the first bracket. What the document holds is not checked: that is the parser's work. */
export function createDocumentScanner(): DocumentScanner {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  let escaped = false;
  return {
    scan(bytes, from, to) {
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) inString = depth > 0;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          depth -= 1;
          if (depth <= 0) return at + 1;
        }
      }
      return -1;
    },
    get deepest() {
      return deepest;
    },
  };
}
