import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { countMediaTokens, describeMedia, mediaFromBase64, mediaFromUrl } from '#demo/media/attachment.ts';
import { readWave } from '#demo/media/audio/samples.ts';

function wave(seconds: number, declaredBytes?: number): Buffer {
  const samples = Buffer.alloc(16_000 * 2 * seconds);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(declaredBytes ?? samples.length, 40);
  return Buffer.concat([head, samples]);
}

test('images are described by their headers', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108012c019003012200021101031101', 'hex');
  const described = (bytes: Buffer) => describeMedia(mediaFromBase64(bytes.toString('base64'), 'image/x'));
  expect(described(jpeg)).toContain('39 bytes, JPEG of 400 × 300 pixels.');
  expect(described(Buffer.from('GIF89a\x05\x00\x07\x00', 'latin1'))).toContain('GIF of 5 × 7 pixels.');
  expect(described(deflateSync('no image'))).toContain('no known header');
  for (let length = 0; length < jpeg.length; length++) described(jpeg.subarray(0, length));
});

test('audio length is read from the header, or from the bytes where the header lacks it', () => {
  expect(readWave(wave(2))).toMatchObject({ seconds: 2, sampleRate: 16_000, channels: 1, bits: 16 });
  expect(readWave(wave(1, 0xffffffff))?.seconds).toBe(1);
  expect(readWave(wave(1, 0))?.seconds).toBe(1);
  expect(readWave(Buffer.from('RIFF'))).toBeNull();
});

test('data URLs of both kinds are read, links are named', () => {
  expect(mediaFromUrl('data:text/plain,a%20b', null, 'file').bytes?.toString()).toBe('a b');
  expect(mediaFromUrl('data:audio/wav;charset=x;base64,AAAA', null, 'file')).toMatchObject({
    kind: 'audio',
    declaredType: 'audio/wav',
    bytes: Buffer.alloc(3),
  });
  expect(mediaFromUrl('https://example.invalid/a.png', null, 'image')).toMatchObject({ kind: 'image', bytes: null });
});

test('attachments are described and counted', () => {
  const audio = mediaFromBase64(wave(2).toString('base64'), 'audio/wav');
  expect(describeMedia(audio)).toContain('WAV of 2.00 s, 16000 Hz, 1 channel, 16 bits');
  expect(countMediaTokens(audio)).toBe(64);
  const file = mediaFromBase64(Buffer.alloc(1024).toString('base64'), null, 'a.bin');
  expect(describeMedia(file)).toBe('**file** “a.bin”: no declared type, 1024 bytes, no known header.');
  expect(countMediaTokens(file)).toBe(2);
});
