import { Buffer } from 'node:buffer';
import type { ClientRequest } from 'node:http';
import { formatCount } from '#shared/format.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { OpenFile } from '../ports.ts';

/** The bytes of one request, which can be sent as often as needed. */
export interface RequestBody {
  /** Exact: it becomes the `content-length`. */
  readonly sizeBytes: number;
  /**
   * Yields chunks of at most 64 KiB, read from disk on demand; each is only valid until the next one is requested.
   * Fails when a file has changed its size.
   */
  stream(): AsyncIterable<Uint8Array>;
  /** The recorded form: the same bytes with files named instead of included. */
  readonly recorded: Uint8Array;
}

/** A segment of a body: bytes in memory, or a file's, raw or in base64. */
export type Segment =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'file'; file: OpenFile; encoding: 'raw' | 'base64'; recorded: string };

const pieceBytes = 64 * 1024;

/** Joins segments, in order, into one body. */
export function joinSegments(segments: readonly Segment[]): RequestBody {
  return {
    sizeBytes: segments.reduce((sum, segment) => sum + sizeOf(segment), 0),
    recorded: Buffer.concat(
      segments.map((segment) => (segment.kind === 'bytes' ? segment.bytes : Buffer.from(segment.recorded))),
    ),
    async *stream() {
      for (const segment of segments)
        for await (const bytes of segment.kind === 'bytes' ? [segment.bytes] : readFile(segment))
          for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

function sizeOf(segment: Segment): number {
  if (segment.kind === 'bytes') return segment.bytes.length;
  const { sizeBytes } = segment.file;
  return segment.encoding === 'raw' ? sizeBytes : 4 * Math.ceil(sizeBytes / 3);
}

function readFile({ file, encoding }: Extract<Segment, { kind: 'file' }>): AsyncIterable<Uint8Array> {
  return encoding === 'raw' ? exactly(file) : inBase64(exactly(file));
}

/** A file that shrinks or grows while it is sent would break the announced length, and with it the whole request. */
async function* exactly(file: OpenFile): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  for await (const bytes of readable(file)) {
    readBytes += bytes.length;
    if (readBytes > file.sizeBytes) throw changed(file, 'it grew');
    yield bytes;
  }
  if (readBytes !== file.sizeBytes)
    throw changed(file, `it ended after ${formatCount(readBytes)} of ${formatCount(file.sizeBytes)} bytes`);
}

async function* readable(file: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.passing?.() ?? file.stream();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    throw changed(file, code === 'ENOENT' ? 'it was deleted' : "it can't be read");
  }
}

const changed = ({ name }: OpenFile, how: string): AppError =>
  new AppError(
    failure('bad-draft', `The file ${JSON.stringify(name)} changed while it was being sent: ${how}.`, {
      hint: 'Select the file again and resend.',
    }),
  );

async function* inBase64(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const bytes of source) {
    const joined =
      rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const whole = joined.length - (joined.length % 3);
    if (whole > 0) yield Buffer.from(joined.toString('base64', 0, whole), 'latin1');
    rest = Buffer.from(joined.subarray(whole));
  }
  if (rest.length > 0) yield Buffer.from(Buffer.from(rest).toString('base64'), 'latin1');
}

/** Up to this size a body is sent together with its headers. */
const smallBytes = 64 * 1024;

/**
 * Writes a body, never faster than the socket accepts it. Stops when `stopped` returns true, because an early response
 * already decided, or when the request is closed.
 *
 * @param onAccepted called with the bytes that left this process so far.
 */
export async function upload(
  request: ClientRequest,
  body: RequestBody | null,
  stopped: () => boolean,
  onAccepted: (bytes: number) => void,
): Promise<void> {
  if (body === null) {
    request.end();
    return;
  }
  if (body.sizeBytes <= smallBytes) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.stream()) chunks.push(Buffer.from(chunk));
    if (!stopped()) request.end(Buffer.concat(chunks), () => onAccepted(body.sizeBytes));
    return;
  }
  let accepted = 0;
  for await (const chunk of body.stream()) {
    if (stopped()) return;
    // The next chunk may reuse the same memory.
    if (!(await written(request, chunk))) continue;
    accepted += chunk.length;
    onAccepted(accepted);
  }
  if (!stopped()) request.end();
}

/** Resolves with true when the chunk has left this process, and with false when the request was closed before. */
function written(request: ClientRequest, chunk: Uint8Array): Promise<boolean> {
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    request.once('close', onClose);
    request.write(chunk, (thrown) => {
      request.off('close', onClose);
      resolve(!thrown);
    });
  });
}
