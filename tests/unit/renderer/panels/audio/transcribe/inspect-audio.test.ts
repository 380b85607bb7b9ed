import { expect, test, vi } from 'vitest';
import { wavHeader } from '#shared/media/wav.ts';
import {
  inspectAudio,
  isDrawable,
  Unreadable,
} from '../../../../../../renderer/panels/audio/transcribe/inspect-audio.ts';
import { writeWav } from '../../../../../support/write-wav.ts';

vi.mock(
  import('../../../../../../renderer/lib/workers/workers.ts'),
  () => import('../../../lib/media/worker-threads.ts'),
);

const faultsOf = async (...parts: BlobPart[]) => (await inspectAudio(new Blob(parts))).faults;

test('a valid audio file has no faults, and its details are known before it is sent', async () => {
  const looked = await inspectAudio(writeWav(new Float32Array(24_000), 24_000));
  expect(looked).toMatchObject({ container: 'WAVE', sampleRate: 24_000, channels: 1, duration: 1, faults: [] });
  expect(isDrawable(looked)).toBe(true);
});

test('a file that is not audio is reported by its actual type', async () => {
  expect(await faultsOf()).toEqual(['empty']);
  expect(await faultsOf('\n <!DOCTYPE html><title>Not found</title>')).toEqual(['page']);
  expect(await faultsOf('{"error":"not found"} and some more text')).toEqual(['not-sound']);
});

test('a WAV with a broken or truncated header and one that is too short are distinguished', async () => {
  expect(await faultsOf(wavHeader(100, 16_000).slice(0, 30))).toEqual(['broken-wav']);
  expect(await faultsOf(wavHeader(100_000, 16_000), new Uint8Array(20_000))).toContain('short-wav');
  expect(await faultsOf(wavHeader(1600, 16_000), new Uint8Array(1600))).toEqual(['very-short']);
});

test('a WAV header that contradicts itself or the file is reported', async () => {
  const audio = () => new Uint8Array(100_000);
  const header = (change: (view: DataView) => void) => {
    const bytes = wavHeader(100_000, 16_000);
    change(new DataView(bytes.buffer));
    return bytes;
  };
  const honest = header(() => undefined);
  expect(await faultsOf(honest, audio())).toEqual([]);
  expect(await faultsOf(honest, audio(), new Uint8Array(300))).toEqual([]);
  const contradictions: ((view: DataView) => void)[] = [
    (view) => view.setUint32(24, 1, true),
    (view) => view.setUint32(24, 48_000, true),
    (view) => view.setUint16(22, 2, true),
    (view) => view.setUint32(40, 8000, true),
    (view) => view.setUint32(4, 8036, true),
  ];
  for (const contradict of contradictions) expect(await faultsOf(header(contradict), audio())).toContain('odd-wav');
});

test('a WAV is valid whatever chunks precede its samples', async () => {
  const header = wavHeader(48_000, 24_000);
  const chunk = new Uint8Array(8 + 100_000);
  chunk.set(new TextEncoder().encode('LIST'));
  new DataView(chunk.buffer).setUint32(4, 100_000, true);
  new DataView(header.buffer).setUint32(4, 36 + chunk.length + 48_000, true);
  const file = new Blob([header.slice(0, 36), chunk, header.slice(36), new Uint8Array(48_000)]);
  expect(await inspectAudio(file)).toMatchObject({ duration: 1, faults: [] });
});

test('a WAV with samples that cannot be decoded here is reported as such, and not as broken', async () => {
  const header = wavHeader(48_000, 24_000);
  const view = new DataView(header.buffer);
  view.setUint16(20, 0x11, true);
  view.setUint16(34, 4, true);
  expect(await inspectAudio(new Blob([header, new Uint8Array(48_000)]))).toMatchObject({
    container: 'WAVE',
    codec: 'adpcm-ima',
    sampleRate: 24_000,
    duration: null,
    faults: ['undecodable'],
  });
});

test('unreadable input, such as a folder, is rejected', async () => {
  class Folder extends Blob {
    override slice(): Blob {
      const part = new Blob([]);
      part.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
      return part;
    }
  }
  await expect(inspectAudio(new Folder(['x']))).rejects.toBeInstanceOf(Unreadable);
});

test('very long audio gets no waveform', () => {
  expect(isDrawable({ duration: 20_000, faults: [] })).toBe(false);
  expect(isDrawable({ duration: 10, faults: ['undecodable'] })).toBe(false);
  expect(isDrawable({ duration: 10, faults: ['stuck'] })).toBe(false);
  expect(isDrawable({ duration: null, faults: [] })).toBe(false);
});
