import { Buffer } from 'node:buffer';

const blockBytes = 512;
/** Eleven octal digits; a larger size is encoded in binary. */
const octalLimit = 8 ** 11;

/** Returns the zeros that pad an entry to a whole block. */
export const padding = (sizeBytes: number): Buffer =>
  Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes);

/** Returns the end marker of an archive. */
export const archiveEnd = (): Buffer => Buffer.alloc(2 * blockBytes);

/** Returns the header of one file in a tar archive (POSIX ustar), which any tar program can unpack. */
export function entryHead(name: string, sizeBytes: number, modifiedMs: number): Buffer {
  const head = Buffer.alloc(blockBytes);
  head.write(name, 0, 100, 'utf8');
  head.write('0000600\0', 100, 'latin1');
  head.write('0000000\0', 108, 'latin1');
  head.write('0000000\0', 116, 'latin1');
  if (sizeBytes < octalLimit) head.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  else {
    head[124] = 0x80;
    head.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  head.write(
    `${Math.floor(modifiedMs / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
    'latin1',
  );
  head.write('0', 156, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}

/** Sums all bytes, counting the checksum field itself as spaces. */
function checksum(head: Buffer): number {
  let sum = 8 * 0x20;
  for (const [place, byte] of head.entries()) if (place < 148 || place >= 156) sum += byte;
  return sum;
}

/** One file of an archive being read. Read its bytes to the end, or not at all, before requesting the next entry. */
export interface ArchiveEntry {
  readonly name: string;
  readonly sizeBytes: number;
  bytes(): AsyncGenerator<Buffer>;
}

/** The archive is truncated, or the file is not an archive. */
export class BrokenArchive extends Error {}

/**
 * Reads a tar archive as it arrives. Only plain files are supported: any other entry means that the archive is not
 * ours.
 *
 * @throws BrokenArchive.
 */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const input = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  /** At least one byte and at most `most`. */
  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const next = await input.next();
      if (next.done) throw new BrokenArchive('is incomplete');
      held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  }
  async function* exactly(sizeBytes: number): AsyncGenerator<Buffer> {
    for (let left = sizeBytes; left > 0; ) {
      const chunk = await some(left);
      left -= chunk.length;
      yield chunk;
    }
  }
  const whole = async (sizeBytes: number): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of exactly(sizeBytes)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  };

  try {
    for (;;) {
      const head = await whole(blockBytes);
      if (head.every((byte) => byte === 0)) return;
      const { name, sizeBytes } = readHead(head);
      let isRead = false;
      yield {
        name,
        sizeBytes,
        async *bytes() {
          isRead = true;
          yield* exactly(sizeBytes);
        },
      };
      if (!isRead) for await (const _ of exactly(sizeBytes));
      // Padding must be zero: anything else was changed in transit, and no checksum covers it.
      if ((await whole(padding(sizeBytes).length)).some((byte) => byte !== 0)) throw new BrokenArchive('is damaged');
    }
  } finally {
    await input.return?.();
  }
}

function readHead(head: Buffer): { name: string; sizeBytes: number } {
  const text = (start: number, length: number) =>
    head.toString('utf8', start, start + length).replace(/\0[\s\S]*$/, '');
  const isPlain = ['0', ''].includes(text(156, 1)) && text(257, 5) === 'ustar';
  if (!isPlain || Number.parseInt(text(148, 8), 8) !== checksum(head))
    throw new BrokenArchive("isn't a Patchbay backup");
  const sizeBytes = head[124] === 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new BrokenArchive('is damaged');
  return { name: text(0, 100), sizeBytes };
}
