import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BodySide } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';

/** One field of a form as recorded. */
export type RecordedField =
  | { kind: 'text'; name: string; value: string }
  /** Its bytes are not recorded. */
  | { kind: 'file'; name: string; file: string; type: string; sizeBytes: number };

/** Decodes the escapes in the head of a part. */
const unescaped = (text: string) => text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const disposition = /^Content-Disposition: form-data; name="([^"]*)"(?:; filename="([^"]*)")?$/m;

/**
 * Parses the recorded body of a form: the record names files with their sizes, where the request had their bytes.
 * `null` when it is not such a body.
 *
 * @param mediaType of the request, with the boundary.
 */
export function readRecordedForm(text: string, mediaType: string | null): RecordedField[] | null {
  const boundary = /^multipart\/form-data;.*\bboundary=([^\s;]+)/i.exec(mediaType ?? '')?.[1];
  if (boundary === undefined) return null;
  const fields: RecordedField[] = [];
  // The first piece is before the first boundary, the last one after the end.
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const gap = part.indexOf('\r\n\r\n');
    const head = part.slice(0, gap).replaceAll('\r', '');
    const value = part.slice(gap + 4, -2);
    const [, name, file] = disposition.exec(head) ?? [];
    if (gap === -1 || name === undefined) return null;
    if (file === undefined) fields.push({ kind: 'text', name: unescaped(name), value });
    else
      fields.push({
        kind: 'file',
        name: unescaped(name),
        file: unescaped(file),
        type: /^Content-Type: (.+)$/m.exec(head)?.[1] ?? 'application/octet-stream',
        sizeBytes: Number(/^\[(\d+) bytes of /.exec(value)?.[1] ?? 0),
      });
  }
  return fields;
}

/**
 * Bytes read at a time: about the size of the stored chunks, and a multiple of three, so that the base64 of windows can
 * be concatenated.
 */
const windowBytes = 768 * 1024;

/**
 * Yields the recorded bytes of a body, window by window: no more than one is in memory, with a yield to the event loop
 * between two.
 *
 * @param sizeBytes of the body, since one that is still arriving keeps growing.
 */
export async function* bodyWindows(
  records: Pick<ExchangeRecords, 'read'>,
  id: string,
  side: BodySide,
  sizeBytes: number,
): AsyncGenerator<Buffer, void, void> {
  for (let offset = 0; offset < sizeBytes; ) {
    const bytes = records.read(id, side, offset, Math.min(windowBytes, sizeBytes - offset));
    if (bytes.length === 0) return;
    offset += bytes.length;
    yield bytes;
    await nextTurn();
  }
}

/** Tells whether all bytes are UTF-8. */
export async function isUtf8(windows: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of windows) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Yields the inside of a JSON string with UTF-8 bytes as text, in chunks. */
export async function* asJsonText(windows: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // In stream mode the decoder emits only whole characters, so no escape is split.
  for await (const bytes of windows) yield JSON.stringify(decoder.decode(bytes, { stream: true })).slice(1, -1);
  yield JSON.stringify(decoder.decode()).slice(1, -1);
}

/** Yields bytes in base64, in chunks; windows before the last must be multiples of three bytes. */
export async function* asBase64(windows: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  for await (const bytes of windows) yield Buffer.from(bytes).toString('base64');
}
