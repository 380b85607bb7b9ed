import { expect, test } from 'vitest';
import { readWavHead, wavHeader } from '#shared/media/wav.ts';
import { fromPcm16 } from '../../../../../renderer/lib/media/pcm.ts';
import { wrapPcm } from '../../../../../renderer/lib/media/wav.ts';
import { writeWav } from '../../../../support/write-wav.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test('written samples are read back', async () => {
  const samples = Float32Array.from({ length: 480 }, (_, at) => Math.sin(at / 9));
  const bytes = await bytesOf(writeWav(samples, 24_000));
  const head = readWavHead(bytes, bytes.length);
  expect(head).toEqual({
    fault: 'none',
    coding: 1,
    channels: 1,
    sampleRate: 24_000,
    bits: 16,
    formatAt: 20,
    formatBytes: 16,
    dataAt: 44,
    dataBytes: 960,
    isOdd: false,
  });
  const read = fromPcm16(bytes.subarray(44));
  expect(Math.max(...read.map((sample, at) => Math.abs(sample - (samples[at] ?? 0))))).toBeLessThan(0.0001);
});

test('raw samples get a header with the selected rate', async () => {
  const bytes = await bytesOf(wrapPcm(new Blob([new Uint8Array(100)]), 8000));
  expect(bytes.length).toBe(144);
  expect(readWavHead(bytes, bytes.length)).toMatchObject({ sampleRate: 8000, dataBytes: 100, fault: 'none' });
});

test('a header that promises more than the file contains is reported, and the existing samples count', () => {
  const bytes = new Uint8Array([...wavHeader(1000, 16_000), ...new Uint8Array(10)]);
  expect(readWavHead(bytes, bytes.length)).toMatchObject({ fault: 'short', dataBytes: 10 });
});

test('placeholder sizes of streaming services mean: until the end', () => {
  const bytes = new Uint8Array([...wavHeader(0xffff_ffff, 16_000), ...new Uint8Array(10)]);
  expect(readWavHead(bytes, bytes.length)).toMatchObject({ fault: 'none', dataBytes: 10 });
});

test('a WAV without a format, without samples or with a cut-off header is broken', () => {
  const whole = wavHeader(10, 16_000);
  expect(readWavHead(whole, whole.length)?.fault).toBe('broken');
  expect(readWavHead(whole.subarray(0, 30), 30)?.fault).toBe('broken');
  const noRate = wavHeader(10, 0);
  expect(readWavHead(new Uint8Array([...noRate, 1, 2]), 46)?.fault).toBe('broken');
});

test('a file that is not WAV is reported as such', () => {
  expect(readWavHead(new TextEncoder().encode('<!doctype html><p>no sound here'), 31)).toBeNull();
  expect(readWavHead(new Uint8Array(0), 0)).toBeNull();
});
