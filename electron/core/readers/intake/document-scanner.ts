const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export type DocumentScanner = ReturnType<typeof createDocumentScanner>;

/** Finds the end of one JSON object or array in bytes that arrive in chunks, by its brackets alone. */
export function createDocumentScanner() {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  let escaped = false;
  return {
    /** Scans `bytes[from, to)`. Returns the index after the document's last byte, or -1 while it is still open. */
    scan(bytes: Uint8Array, from: number, to: number): number {
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
    /** The deepest nesting so far. */
    deepest: () => deepest,
  };
}
