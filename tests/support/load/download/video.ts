import { Buffer } from 'node:buffer';

export const blockBytes = 1024 * 1024;
const noise = Buffer.alloc(blockBytes + 4096);
for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE((Math.imul(at, 2_654_435_761) ^ (at >>> 3)) >>> 0, at);

/** One block of the video: no two neighbors are the same, and the first one begins like a video. */
export function blockAt(index: number): Buffer {
  const block = Buffer.from(noise.subarray(index % 4096, (index % 4096) + blockBytes));
  block.writeUInt32LE(index >>> 0, 64);
  if (index === 0) block.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return block;
}
