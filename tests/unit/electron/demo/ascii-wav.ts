/** A WAV file of ten milliseconds with only ASCII bytes, so that it can be part of a text. */
export const asciiWav = (() => {
  const bytes = Buffer.alloc(44 + 164);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 82, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8192, 24);
  bytes.writeUInt32LE(16_384, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(82, 40);
  return bytes.toString('latin1', 0, 44 + 82);
})();
