import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flacFile } from '#demo/media/audio/samples.ts';
import { wavHeader } from '#shared/media/wav.ts';
import {
  DecoderStuck,
  decodeArriving,
  decodeChunks,
  readAudioFacts,
} from '../../../../../renderer/lib/media/decode.ts';
import { writeWav } from '../../../../support/write-wav.ts';
import * as at from './worker-threads.ts';

vi.mock(import('../../../../../renderer/lib/workers/workers.ts'), () => import('./worker-threads.ts'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A second of a tone. */
const tone = Float32Array.from({ length: 24_000 }, (_, at) => Math.sin(at / 10) / 2);
const flac = Uint8Array.from(flacFile({ samples: tone, sampleRate: 24_000 }));

async function lengthOf(pieces: AsyncIterable<{ samples: Float32Array }>): Promise<number> {
  let length = 0;
  for await (const { samples } of pieces) length += samples.length;
  return length;
}

test('a WAV reports its format', async () => {
  expect(await readAudioFacts(writeWav(new Float32Array(36_000), 24_000))).toEqual({
    container: 'WAVE',
    codec: 'pcm-s16',
    channels: 1,
    sampleRate: 24_000,
    duration: 1.5,
    canDecode: true,
  });
});

test('text and empty input are not audio', async () => {
  expect(await readAudioFacts(new Blob(['nothing to hear in here, just words']))).toBe('unknown');
  expect(await readAudioFacts(new Blob([]))).toBe('unknown');
});

test('a FLAC reports its format', async () => {
  expect(await readAudioFacts(new Blob([flac]))).toMatchObject({ container: 'FLAC', codec: 'flac', duration: 1 });
});

test('a FLAC cut off in its first frame is abandoned after ten seconds without progress, and the page is never blocked', async () => {
  const facts = readAudioFacts(new Blob([flac.subarray(0, 47)]));
  const end = expect(facts).rejects.toBeInstanceOf(DecoderStuck);
  await at.atWork;
  // This thread continues while the other one is busy forever.
  await vi.advanceTimersByTimeAsync(12_000);
  await end;
});

test('a whole file, a range of it and arriving bytes decode to the same samples', async () => {
  const wav = writeWav(tone, 24_000);
  expect(await lengthOf(decodeChunks(wav))).toBe(24_000);
  expect(await lengthOf(decodeChunks(wav, 0.25, 0.75))).toBe(12_000);
  expect(await lengthOf(decodeArriving(wav.stream()))).toBe(24_000);
});

test('placeholder sizes in a streamed WAV mean: until the end', async () => {
  for (const size of [0, 0xffffffff, 0x7ffff000]) {
    const header = wavHeader(48_000, 24_000);
    const view = new DataView(header.buffer);
    view.setUint32(4, size, true);
    view.setUint32(40, size, true);
    const file = new Blob([header, new Uint8Array(48_000)]);
    expect(await readAudioFacts(file)).toMatchObject({ duration: 1 });
    expect(await lengthOf(decodeChunks(file))).toBe(24_000);
  }
});

test('waiting for bytes that have not arrived is not a stall', async () => {
  const wav = new Uint8Array(await writeWav(tone, 24_000).arrayBuffer());
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const pieces = [wav.slice(0, 20_000), wav.slice(20_000)];
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (pieces.length === 1) asked.resolve();
        if (pieces.length === 1) await late.promise;
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const length = lengthOf(decodeArriving(bytes));
  await asked.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  late.resolve();
  expect(await length).toBe(24_000);
});
