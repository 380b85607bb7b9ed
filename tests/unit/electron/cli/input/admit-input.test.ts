import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { admitInput } from '../../../../../electron/cli/commands/run-command.ts';
import { createStandardInput } from '../../../../../electron/cli/input/read-input.ts';
import type { FileStore } from '../../../../../electron/hosting/file-store.ts';

/** What the store receives for these chunks of standard input. */
async function admitted(pieces: Buffer[]) {
  let bytes: Buffer = Buffer.alloc(0);
  const store: FileStore = {
    open: async () => null,
    async admit(about, source) {
      bytes = await buffer(Readable.from(source));
      return { id: 'f', ...about, sizeBytes: bytes.length };
    },
  };
  const ref = await admitInput(store, createStandardInput(Readable.from(pieces)));
  return { ref, bytes };
}

test('standard input is read whole, and named after the type of its first bytes', async () => {
  const wave = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(5000, 7)]);
  const { ref, bytes } = await admitted([wave.subarray(0, 3), wave.subarray(3, 9), wave.subarray(9)]);
  expect(ref).toMatchObject({ name: 'input.wav', type: 'audio/wav', sizeBytes: wave.length });
  expect(bytes.equals(wave)).toBe(true);
  expect((await admitted([Buffer.from('\x1a\x45\xdf\xa3', 'latin1')])).ref.name).toBe('input.webm');
  expect((await admitted([Buffer.from('plain')])).ref).toMatchObject({
    name: 'input.bin',
    type: 'application/octet-stream',
  });
});

test('empty input is not a file, and input is read once', async () => {
  await expect(admitted([])).rejects.toThrow(/empty/);
  const input = createStandardInput(Readable.from([Buffer.from('x')]));
  await input.read();
  expect(() => input.bytes()).toThrow(/once/);
});
