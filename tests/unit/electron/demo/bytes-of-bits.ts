/** Bits as text, with spaces between them, padded to whole bytes. */
export const bytesOfBits = (bits: string): Uint8Array =>
  Uint8Array.from(bits.replaceAll(' ', '').match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
