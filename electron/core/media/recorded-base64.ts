import { Buffer } from 'node:buffer';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { BodyPlace } from '../readers/intake/body-place.ts';
import { unescapeBase64 } from '../readers/intake/payload-cutter.ts';

/** Reads bytes of a recorded answer; fewer than asked for where it ends. */
export type ReadResponse = (offset: number, length: number) => Uint8Array;

const windowBytes = 256 * 1024;
/** An escape that the window may have torn apart. */
const openEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/;

/**
 * The bytes that a piece of base64 in a recorded answer stands for, window by window.
 *
 * @throws AppError when the record does not hold all of it, or when it is no base64.
 */
export async function* recordedBase64(
  read: ReadResponse,
  { offset, sizeBytes }: BodyPlace,
): AsyncGenerator<Buffer, void, void> {
  const end = offset + sizeBytes;
  let rest = '';
  for (let at = offset; at < end; at += windowBytes) {
    const window = Buffer.from(read(at, Math.min(windowBytes, end - at)));
    if (window.length < Math.min(windowBytes, end - at)) throw new AppError(cut);
    const raw = rest + window.toString('latin1');
    const torn = at + windowBytes < end ? (openEscape.exec(raw)?.[0] ?? '') : '';
    const text = unescapeBase64(raw.slice(0, raw.length - torn.length));
    if (/[^A-Za-z0-9+/_=-]/.test(text)) throw new AppError(damaged);
    const whole = text.length - (text.length % 4);
    yield Buffer.from(text.slice(0, whole), 'base64');
    rest = text.slice(whole) + torn;
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

const cut = failure('storage', 'The record does not hold all of it.', { hint: 'Ask for it again.' });
const damaged = failure('wrong-type', 'It is not base64 to its end.', { hint: 'The record holds it as it came.' });
