import { Buffer } from 'node:buffer';
import { createDocumentScanner } from './document-scanner.ts';

/** What the text of one event holds. */
export interface EventContent {
  /** Its JSON documents, up to the first place that is not JSON. */
  values: unknown[];
  /** `[DONE]`: no more will come. It proves nothing about the answer. */
  endMark: boolean;
  /** Something in it is neither JSON nor the end mark. */
  malformed: boolean;
}

const OPEN_ARRAY = 91;
const blanks = ' \t\r\n';

/** Takes every `data:` off the front. A loop: the pattern for it overflows on millions of them. */
function withoutField(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && blanks.includes(text[at]!)) at += 1;
    if (!text.startsWith('data:', at)) return text.slice(at);
    at += 'data:'.length;
  }
}

/**
 * Reads the text of one event. Beyond one JSON document it takes the end mark (also with a tail), a repeated `data:` in
 * front (from gateways that wrap lines which were wrapped already) and several documents in one event.
 */
export function readEventContent(data: string): EventContent {
  if (data.charCodeAt(0) !== OPEN_ARRAY || !data.startsWith('[DONE]')) {
    try {
      return { values: [JSON.parse(data)], endMark: false, malformed: false };
    } catch {
      // Not one plain document: the careful way below tells what it is.
    }
  }
  const bytes = Buffer.from(data);
  const values: unknown[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = createDocumentScanner().scan(bytes, at, bytes.length);
    const to = end === -1 ? bytes.length : end;
    const piece = withoutField(bytes.toString('utf8', at, to)).trimEnd();
    at = to;
    if (piece.startsWith('[DONE]')) return { values, endMark: true, malformed: false };
    if (piece === '') continue;
    try {
      values.push(JSON.parse(piece));
    } catch {
      return { values, endMark: false, malformed: true };
    }
  }
  return { values, endMark: false, malformed: false };
}
