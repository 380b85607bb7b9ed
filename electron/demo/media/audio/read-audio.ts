import { type DecodedAudio, decodeInWorker, mostSeconds, UnreadableFile } from '../decode.ts';
import { readWave, resampled, samplesOf } from './samples.ts';

/**
 * Reads an audio file; returns `null` for bytes that are not audio.
 *
 * @throws UnreadableFile for damaged data, and for a recording of more than 15 minutes.
 */
export async function readAudio(bytes: Buffer): Promise<DecodedAudio | null> {
  const container = containerOf(bytes);
  if (container === null) return null;
  if (container !== 'WAV') return decodeInWorker<'audio'>({ kind: 'audio', bytes });
  const wave = readWave(bytes);
  if (!wave) throw new UnreadableFile('it has no samples');
  const { seconds, sampleRate, channels } = wave;
  if (seconds > mostSeconds)
    throw new UnreadableFile(`it lasts ${seconds.toFixed(1)} s, and at most ${mostSeconds} s are accepted`);
  const samples = samplesOf(bytes, wave);
  return { codec: 'WAV', seconds, sampleRate, channels, samples: samples && resampled(samples, sampleRate) };
}

/** Detects the type of an audio file by its first bytes. */
export function containerOf(bytes: Buffer): string | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WAVE') return 'WAV';
  if (at(0, 4) === 'fLaC') return 'FLAC';
  if (at(0, 4) === 'OggS') return 'Ogg';
  // The sync word of ADTS, whose layer is always 0.
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'AAC';
  if (at(0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'MP3';
  if (at(4, 8) === 'ftyp') return 'MP4';
  return at(0, 4) === '\x1aE\xdf\xa3' ? 'WebM' : null;
}
