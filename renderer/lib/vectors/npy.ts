import type { FloatRows } from './float-file.ts';

/**
 * Rows as a NumPy file, version 1.0: `numpy.load` gives an array of `rows` x `dimensions` 32-bit floats. The head is padded
 * so that the values begin at a multiple of 64 bytes, as NumPy writes it.
 */
export function toNpy({ rows, dimensions, values }: FloatRows): Uint8Array<ArrayBuffer> {
  const facts = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${dimensions}), }`;
  const prefix = 10;
  const padded = Math.ceil((prefix + facts.length + 1) / 64) * 64;
  const head = `${facts.padEnd(padded - prefix - 1)}\n`;
  const bytes = new Uint8Array(padded + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length & 0xff, head.length >> 8]);
  bytes.set(new TextEncoder().encode(head), prefix);
  const view = new DataView(bytes.buffer, padded);
  for (let at = 0; at < values.length; at++) view.setFloat32(at * 4, values[at] as number, true);
  return bytes;
}
