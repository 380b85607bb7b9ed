import { createStore } from 'zustand/vanilla';
import type { WavHead } from '#shared/media/wav.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { DecoderStuck, decodeChunks, readAudioFacts } from '../../../lib/media/decode.ts';
import { readWavFile } from '../../../lib/media/wav.ts';
import { createPeakCounter } from '../../../lib/media/waveform.ts';
import { type AudioSource, isDecodable, type SourceFault } from '../model/audio-document.ts';

/** Columns of a waveform. */
const columns = 480;
/** Longer audio is sent, but gets no waveform. */
const maxDrawnSeconds = 5400;
const silentBelow = 0.002;
const shortestSeconds = 0.1;

/** Stored audio whose waveform this page is computing, by file. */
export const drawing = createStore<ReadonlySet<string>>(() => new Set());

/** A file that cannot be read at all: a folder, or one that was deleted. */
export class Unreadable extends Error {}

/**
 * Inspects a file before anything is done with it. Only its first bytes and its index are read, in a worker that is
 * terminated when a damaged file keeps it busy.
 *
 * @throws Unreadable
 */
export async function inspectAudio(file: Blob): Promise<Omit<AudioSource, 'file'>> {
  const head = await file
    .slice(0, 400)
    .arrayBuffer()
    .catch(() => {
      throw new Unreadable();
    });
  if (file.size === 0) return unknown(['empty']);
  const wav = await readWavFile(file);
  if (wav?.fault === 'broken') return unknown(['broken-wav']);
  const facts = await readAudioFacts(file).catch((thrown) => {
    if (thrown instanceof DecoderStuck) return 'stuck' as const;
    throw thrown;
  });
  if (facts === 'stuck') return unknown(['stuck']);
  if (typeof facts === 'string') {
    if (wav) return undecodable(wav);
    return unknown([isPage(head) ? 'page' : facts === 'no-track' ? 'no-track' : 'not-sound']);
  }
  const faults: SourceFault[] = [];
  if (wav?.fault === 'short') faults.push('short-wav');
  if (wav?.isOdd) faults.push('odd-wav');
  if (!facts.canDecode) faults.push('undecodable');
  if (facts.duration < shortestSeconds) faults.push('very-short');
  return { ...facts, peaks: [], faults };
}

const unknown = (faults: SourceFault[]): Omit<AudioSource, 'file'> => ({
  container: null,
  codec: null,
  channels: null,
  sampleRate: null,
  duration: null,
  peaks: [],
  faults,
});

/** Describes a WAV whose encoding this browser cannot decode. The facts in its header are still valid. */
const undecodable = ({ coding, channels, sampleRate, fault }: WavHead): Omit<AudioSource, 'file'> => ({
  ...unknown(fault === 'short' ? ['undecodable', 'short-wav'] : ['undecodable']),
  container: 'WAVE',
  codec: codings[coding] ?? null,
  channels,
  sampleRate,
});

/** Encodings of WAV files that occur and cannot be decoded, by their numbers in the header. */
const codings: Readonly<Record<number, string>> = { 2: 'adpcm-ms', 17: 'adpcm-ima', 49: 'gsm', 85: 'mp3' };

const isPage = (head: ArrayBuffer): boolean =>
  /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(new TextDecoder().decode(head));

/** Returns true if the audio can be decoded and is not too long for a waveform. */
export const isDrawable = ({ duration, faults }: Pick<AudioSource, 'duration' | 'faults'>): boolean =>
  duration !== null && duration > 0 && duration <= maxDrawnSeconds && isDecodable(faults);

/** Adds the waveform to an inspected file, and a fault if it is silent. */
export async function drawAudio(source: AudioSource, file: Blob): Promise<AudioSource> {
  const { duration, sampleRate, faults } = source;
  if (!duration || !sampleRate || !isDrawable(source)) return source;
  const counter = createPeakCounter(columns, duration * sampleRate);
  try {
    for await (const { samples } of decodeChunks(file)) counter.push(samples);
  } catch (thrown) {
    return { ...source, faults: [...faults, thrown instanceof DecoderStuck ? 'stuck' : 'undecodable'] };
  }
  const peaks = counter.peaks();
  const isSilent = Math.max(...peaks) < silentBelow;
  return { ...source, peaks, faults: isSilent ? [...faults, 'silent'] : faults };
}

/** Counts stored audio as being computed while `work` lasts. */
export async function whileDrawing(fileId: string, work: () => Promise<void>): Promise<void> {
  drawing.setState((now) => new Set([...now, fileId]), true);
  try {
    await work();
  } finally {
    drawing.setState((now) => new Set([...now].filter((each) => each !== fileId)), true);
  }
}

/** Returns peaks and length of generated speech, and why they are missing; a length of 0 means unknown. */
export async function measureAudio(
  file: FileRef,
  bytes: Blob,
): Promise<{ peaks: number[]; duration: number; fault: 'undecodable' | 'stuck' | null }> {
  const inspected = await inspectAudio(bytes);
  const { peaks, faults, duration } = await drawAudio({ ...inspected, file }, bytes);
  const isWell = duration !== null && isDecodable(faults);
  return { peaks, duration: duration ?? 0, fault: isWell ? null : faults.includes('stuck') ? 'stuck' : 'undecodable' };
}
