import type { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { pull } from './pull.ts';

const maxCodings = 3;

/** The decoded body, and what is wrong with its content coding, as the rest of a sentence; `null` while nothing is. */
export interface Decoding {
  body: AsyncGenerator<Buffer, void, void>;
  problem(): string | null;
}

/** Returns the codings of a `content-encoding` header, outermost last; `identity` is not one. */
export function codingsOf(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Returns why codings cannot be decoded at all, as the rest of a sentence, or `null`. */
export function codingProblem(codings: readonly string[]): string | null {
  if (codings.length > maxCodings) return `is compressed ${codings.length} times (the limit is ${maxCodings})`;
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  return unknown === undefined ? null : `uses the unknown encoding ${JSON.stringify(unknown.slice(0, 40))}`;
}

const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  // Servers send both the zlib form of the standard and the raw form under this name.
  deflate: (first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};

const idle = { wait() {}, rest() {} };

/**
 * Decodes content codings, the last one first, in pull order. A decoder that fails, or has not ended when the bytes
 * have, is a problem; its output until then is still emitted. Without this a truncated gzip body would look like an
 * empty success.
 *
 * @param codings such that `codingProblem` found nothing.
 */
export function decode(source: AsyncGenerator<Buffer, void, void>, codings: readonly string[]): Decoding {
  let problem: string | null = null;
  let body = source;
  for (const coding of codings.toReversed())
    body = undo(body, coding, (what) => {
      problem ??= what;
    });
  return { body, problem: () => problem };
}

async function* undo(
  source: AsyncGenerator<Buffer, void, void>,
  coding: string,
  report: (problem: string) => void,
): AsyncGenerator<Buffer, void, void> {
  const first = await source.next();
  // An empty body may be labelled as compressed: there is nothing to decode.
  if (first.done) return;
  const decoder = (decoders[coding] as (first: number) => Transform)(first.value[0] ?? 0);
  decoder.once('error', (thrown) => {
    const isCut = 'code' in thrown && thrown.code === 'Z_BUF_ERROR';
    report(isCut ? `ends in the middle of its ${coding} data` : `contains damaged ${coding} data (${thrown.message})`);
  });
  const fed = feed(decoder, first.value, source);
  try {
    yield* pull(decoder, idle);
    await fed;
  } finally {
    decoder.destroy();
    // Not awaited: it may be waiting for bytes that arrive only when the connection is closed.
    void source.return();
  }
}

/** Writes the source into a decoder, never faster than its output is read. */
async function feed(decoder: Transform, first: Buffer, source: AsyncGenerator<Buffer, void, void>): Promise<void> {
  for (let bytes: Buffer | undefined = first; bytes; bytes = (await source.next()).value ?? undefined) {
    if (decoder.destroyed) return;
    if (!decoder.write(bytes)) await drained(decoder);
  }
  if (!decoder.destroyed) decoder.end();
}

function drained(decoder: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      decoder.off('drain', done).off('close', done);
      resolve();
    };
    decoder.on('drain', done).on('close', done);
  });
}
