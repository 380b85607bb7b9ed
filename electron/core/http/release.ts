/** Smaller ones may share their memory with others. */
const ownBytes = 16 * 1024;

/**
 * Gives the memory of bytes back at once, when they have it for themselves. The network brings each 64 KiB in a memory of
 * its own, and the collector lets 60 MB of them pile up before it looks. They can not be read any more afterwards.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= ownBytes && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
