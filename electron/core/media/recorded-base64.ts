import { Buffer } from 'node:buffer';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { type BodyPlace, unescapeBase64 } from '../readers/intake/payload-cutter.ts';
import { isHex } from '../readers/parts/media.ts';

/** Reads bytes of a recorded response; fewer than requested at its end. */
export type ReadResponse = (offset: number, length: number) => Uint8Array;

const windowBytes = 256 * 1024;
/** An escape that may be truncated at the window's end. */
const openEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/;

/**
 * Yields the decoded bytes of base64 or hex in a recorded response, window by window.
 *
 * @throws AppError when the record does not contain all of it, or when it is not base64.
 */
export async function* recordedBase64(
  read: ReadResponse,
  { offset, sizeBytes }: BodyPlace,
): AsyncGenerator<Buffer, void, void> {
  const end = offset + sizeBytes;
  let rest = '';
  let coding: 'hex' | 'base64' | null = null;
  for (let at = offset; at < end; at += windowBytes) {
    const window = Buffer.from(read(at, Math.min(windowBytes, end - at)));
    if (window.length < Math.min(windowBytes, end - at)) throw new AppError(cut);
    const raw = rest + window.toString('latin1');
    const torn = at + windowBytes < end ? (openEscape.exec(raw)?.[0] ?? '') : '';
    const text = unescapeBase64(raw.slice(0, raw.length - torn.length));
    if (/[^A-Za-z0-9+/_=-]/.test(text)) throw new AppError(damaged);
    coding ??= isHex(text) ? 'hex' : 'base64';
    const whole = text.length - (text.length % 4);
    yield Buffer.from(text.slice(0, whole), coding);
    rest = text.slice(whole) + torn;
  }
  if (rest !== '') yield Buffer.from(rest, coding ?? 'base64');
}

const cut = failure('storage', "The recording doesn't contain all of it.", { hint: 'Send the request again.' });
const damaged = failure('wrong-type', "The data isn't valid base64.", { hint: 'The data is recorded as it arrived.' });
