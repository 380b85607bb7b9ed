import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { type OpenWave, openWave } from '#core/realtime/audio/open-wave.ts';
import { headerOf, stored } from '../wav-files.ts';

async function opened(...parts: Uint8Array[]): Promise<OpenWave> {
  const wave = await openWave(stored(...parts));
  if ('code' in wave) throw new Error(wave.message);
  return wave;
}

async function pcmOf(wave: OpenWave): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of wave.pcm()) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('PCM at the session rate passes unchanged', async () => {
  const samples = Buffer.from(Int16Array.from({ length: 5000 }, (_, at) => at * 6).buffer);
  const wave = await opened(headerOf({ rate: 24_000, dataBytes: samples.length }), samples);
  expect(await pcmOf(wave)).toEqual(samples);
});

test('any rate, width and channel count becomes the same signal, without seams between chunks', async () => {
  const frames = 20_000;
  const samples = Buffer.from(Int16Array.from({ length: frames * 2 }, (_, at) => Math.floor(at / 2)).buffer);
  const wave = await opened(headerOf({ rate: 8000, channels: 2, dataBytes: samples.length }), samples);
  const pcm = await pcmOf(wave);
  expect(pcm.length).toBe(frames * 3 * 2);
  expect(wave.totalMs).toBe(2500);
  for (let at = 0; at < frames * 3 - 3; at += 1)
    expect(Math.abs(pcm.readInt16LE(at * 2) - at / 3)).toBeLessThanOrEqual(1.1);
});

test('a small file that would play for hours is decoded in small chunks, on demand', async () => {
  const samples = Buffer.alloc(8_000_000, 128);
  const wave = await opened(headerOf({ rate: 1000, bits: 8, dataBytes: samples.length }), samples);
  expect(wave.totalMs).toBe(8_000_000);
  let count = 0;
  for await (const piece of wave.pcm()) {
    expect(piece.length).toBeLessThan(128 * 1024);
    count += 1;
    if (count === 20) break;
  }
  expect(count).toBe(20);
});

test('audio longer than three hours is refused before anything is decoded', async () => {
  const samples = Buffer.alloc(12_000_000, 128);
  const wave = openWave(stored(headerOf({ rate: 1000, bits: 8, dataBytes: samples.length }), samples));
  expect(await wave).toMatchObject({ code: 'too-large', message: expect.stringContaining('3 hours') });
});

test('a WAV plays whatever precedes its samples, and whatever size a stream wrote', async () => {
  const samples = Buffer.alloc(48_000);
  const header = headerOf({ rate: 24_000, dataBytes: 48_000 });
  const list = Buffer.alloc(8 + 100_000);
  list.write('LIST');
  list.writeUInt32LE(100_000, 4);
  expect(await opened(header.subarray(0, 36), list, header.subarray(36), samples)).toMatchObject({ totalMs: 1000 });
  for (const dataBytes of [0, 0xffff_ffff, 0x7fff_f000])
    expect(await opened(headerOf({ rate: 24_000, dataBytes }), samples)).toMatchObject({ totalMs: 1000 });
});

test('distinguishes samples without a decoder, a broken file and a file that is not WAV', async () => {
  const samples = Buffer.alloc(4800);
  const adpcm = headerOf({ rate: 24_000, bits: 4, code: 0x11, dataBytes: 4800 });
  expect(await openWave(stored(adpcm, samples))).toMatchObject({
    message: expect.stringContaining('unsupported sample format'),
  });
  expect(await openWave(stored(headerOf({ rate: 24_000, dataBytes: 0 })))).toMatchObject({
    message: expect.stringContaining('damaged'),
  });
  expect(await openWave(stored(Buffer.from('ID3 something else')))).toMatchObject({
    message: expect.stringContaining("isn't a WAV"),
  });
});
