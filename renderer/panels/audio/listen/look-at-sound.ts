import { AppError } from '#shared/routes/failure.ts';
import type { FileRef } from '#shared/routes/part.ts';
import { failureInWords } from '../../../lib/failures.ts';
import { readWavHead } from '../../../lib/sound/wav.ts';
import { createPeakCounter } from '../../../lib/sound/waveform.ts';
import { strings } from '../../../lib/strings.ts';
import type { SoundSource, SourceFault } from '../model/sound-document.ts';

/** Columns of a waveform. */
const columns = 480;
/** Longer sounds are sent, but not drawn. */
const mostDrawnSeconds = 5400;
const silentBelow = 0.002;
const shortestSeconds = 0.1;

const decoding = () =>
  import('../../../lib/sound/decode.ts').catch(() => {
    throw new AppError(failureInWords('storage', strings().pieces.files.notTaken(0)));
  });

/** A file that can not be read at all: a folder, or one that is gone. */
export class Unreadable extends Error {}

/**
 * Looks into a file before anything is done with it. Only its first bytes and its index are read.
 *
 * @throws Unreadable
 */
export async function lookAtSound(file: Blob): Promise<Omit<SoundSource, 'file'>> {
  const head = await file
    .slice(0, 65_536)
    .arrayBuffer()
    .catch(() => {
      throw new Unreadable();
    });
  const bytes = new Uint8Array(head);
  if (file.size === 0) return unknown(['empty']);
  const wav = readWavHead(bytes, file.size);
  if (wav?.fault === 'broken') return unknown(['broken-wav']);
  const facts = await (await decoding()).readSoundFacts(file);
  if (typeof facts === 'string') {
    if (wav) return unknown(['broken-wav']);
    return unknown([isPage(bytes) ? 'page' : facts === 'no-track' ? 'no-track' : 'not-sound']);
  }
  const faults: SourceFault[] = [];
  if (wav?.fault === 'short') faults.push('short-wav');
  if (wav?.isOdd) faults.push('odd-wav');
  if (!facts.canDecode) faults.push('undecodable');
  if (facts.duration < shortestSeconds) faults.push('very-short');
  return { ...facts, peaks: [], faults };
}

const unknown = (faults: SourceFault[]): Omit<SoundSource, 'file'> => ({
  container: null,
  codec: null,
  channels: null,
  sampleRate: null,
  duration: null,
  peaks: [],
  faults,
});

const isPage = (bytes: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(new TextDecoder().decode(bytes.subarray(0, 400)));

/** The sound can be decoded, and is not too long to be drawn. */
export const isDrawable = ({ duration, faults }: Pick<SoundSource, 'duration' | 'faults'>): boolean =>
  duration !== null && duration > 0 && duration <= mostDrawnSeconds && !faults.includes('undecodable');

/** The waveform of a sound that was looked at, and whether there is anything to hear in it. */
export async function drawSound(source: SoundSource, file: Blob): Promise<SoundSource> {
  const { duration, sampleRate, faults } = source;
  if (!duration || !sampleRate || !isDrawable(source)) return source;
  const counter = createPeakCounter(columns, duration * sampleRate);
  try {
    const { decodePieces } = await decoding();
    for await (const { samples } of decodePieces(file)) counter.push(samples);
  } catch {
    return { ...source, faults: [...faults, 'undecodable'] };
  }
  const peaks = counter.peaks();
  const isSilent = Math.max(...peaks) < silentBelow;
  return { ...source, peaks, faults: isSilent ? [...faults, 'silent'] : faults };
}

/** Peaks and length of what was spoken; `null` when it can not be decoded here. */
export async function measureSound(file: FileRef, bytes: Blob): Promise<{ peaks: number[]; duration: number } | null> {
  const looked = await lookAtSound(bytes);
  if (looked.duration === null) return null;
  const drawn = await drawSound({ ...looked, file }, bytes);
  return { peaks: drawn.peaks, duration: looked.duration };
}
