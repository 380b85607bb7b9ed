import { Buffer } from 'node:buffer';

/** Bytes to be put at a place of a file. */
export interface FilePatch {
  offset: number;
  bytes: Buffer;
}

/** Sizes that programs write when they do not know the length yet. */
const unknownSizes: ReadonlySet<number> = new Set([0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000, 0xffff_f000]);
const largestSize = 0xffff_ffff;

const size = (offset: number, value: number): FilePatch => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(Math.max(0, value), largestSize));
  return { offset, bytes };
};

/**
 * How many bytes of samples the header of a WAV file promises, and how many there are, where those are fewer; `null` for
 * everything else, also for a length that was not known.
 */
export function missingSamples(head: Buffer, sizeBytes: number): { promised: number; there: number } | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  for (let at = 12; at + 8 <= head.length; ) {
    const promised = head.readUInt32LE(at + 4);
    const there = sizeBytes - at - 8;
    if (head.toString('latin1', at, at + 4) === 'data')
      return unknownSizes.has(promised) || promised <= there ? null : { promised, there };
    at += 8 + promised + (promised % 2);
  }
  return null;
}

/**
 * What is to be changed in a WAV file that was written while its length was not known, so that every player can play and
 * seek it. Sizes that are real are left alone.
 *
 * @param head the first bytes of the file, with its chunk `data` among them.
 * @param sizeBytes of the whole file.
 */
export function wavePatches(head: Buffer, sizeBytes: number): FilePatch[] {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return [];
  const patches = unknownSizes.has(head.readUInt32LE(4)) ? [size(4, sizeBytes - 8)] : [];
  for (let at = 12; at + 8 <= head.length; ) {
    const chunkBytes = head.readUInt32LE(at + 4);
    if (head.toString('latin1', at, at + 4) === 'data') {
      if (unknownSizes.has(chunkBytes)) patches.push(size(at + 4, sizeBytes - at - 8));
      break;
    }
    at += 8 + chunkBytes + (chunkBytes % 2);
  }
  return patches;
}
