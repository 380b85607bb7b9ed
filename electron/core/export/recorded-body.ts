import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BodySide } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';

/** Read at once: of the order of the pieces that are stored, and a multiple of three, so that the base64 of windows joins. */
const windowBytes = 768 * 1024;

/**
 * The recorded bytes of a body, window by window: no more than one is in memory, and others have their turn between two.
 *
 * @param sizeBytes of the body, since one that still arrives goes on growing.
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

/** Whether bytes are UTF-8 from the first to the last. */
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

/** The inside of a JSON string that holds UTF-8 bytes as text, piece by piece. */
export async function* asJsonText(windows: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Inside a stream only whole characters come out, so no escape is cut.
  for await (const bytes of windows) yield JSON.stringify(decoder.decode(bytes, { stream: true })).slice(1, -1);
  yield JSON.stringify(decoder.decode()).slice(1, -1);
}

/** Bytes in base64, piece by piece; windows before the last must be multiples of three bytes. */
export async function* asBase64(windows: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  for await (const bytes of windows) yield Buffer.from(bytes).toString('base64');
}
