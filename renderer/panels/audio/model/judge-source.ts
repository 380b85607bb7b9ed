import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { AudioSource, SourceFault } from './audio-document.ts';
import type { TranscribeFamily } from './transcribe-settings.ts';

/** Public services take files up to this size, in bytes; some count a little more for a megabyte. */
export const publicFileBytes = 25_000_000;
/** Gateways take no larger request unless they were told to. */
export const publicBodyBytes = 128_000_000;
const takenEndings = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];
/** From this share of a limit on it is said. */
const nearShare = 0.8;
const unchunkedSeconds = 30;

/** One thing that speaks against sending a sound as it is. */
export type Doubt =
  | { kind: SourceFault }
  | { kind: 'learned-size' | 'near-learned-size'; bytes: number; limit: LearnedLimit }
  | { kind: 'public-size' | 'near-public-size' | 'body-size'; bytes: number }
  | { kind: 'learned-format'; limit: LearnedLimit }
  | { kind: 'ending'; ending: string }
  | { kind: 'needs-chunking' };

export interface Judgement {
  /** Green, amber, red: fine; may fail; will fail. */
  light: 'ok' | 'warn' | 'bad';
  doubts: Doubt[];
}

const surely: ReadonlySet<Doubt['kind']> = new Set([
  'empty',
  'page',
  'not-sound',
  'no-track',
  'broken-wav',
  'learned-size',
  'learned-format',
  'body-size',
]);

export const endingOf = (name: string): string => /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Holds a sound against what is known of a route: what refusals taught goes before what public documents say. */
export function judgeSource(
  source: AudioSource,
  limits: readonly LearnedLimit[],
  family: TranscribeFamily,
  isChunked: boolean,
): Judgement {
  const { file, faults, duration } = source;
  const doubts: Doubt[] = faults.map((kind) => ({ kind }));
  const learned = learnedBytes(limits);
  const size = file.sizeBytes;
  if (learned && size >= learned.bytes) doubts.push({ kind: 'learned-size', ...learned });
  else if (learned && size > learned.bytes * nearShare) doubts.push({ kind: 'near-learned-size', ...learned });
  else if (size > publicBodyBytes) doubts.push({ kind: 'body-size', bytes: publicBodyBytes });
  else if (!learned && size > publicFileBytes) doubts.push({ kind: 'public-size', bytes: publicFileBytes });
  else if (!learned && size > publicFileBytes * nearShare)
    doubts.push({ kind: 'near-public-size', bytes: publicFileBytes });
  const ending = endingOf(file.name);
  const format = limits.find(({ kind, refused }) => kind === 'unsupported-format' && refused?.toLowerCase() === ending);
  if (format) doubts.push({ kind: 'learned-format', limit: format });
  else if (!takenEndings.includes(ending)) doubts.push({ kind: 'ending', ending });
  if (family === 'diarize' && (duration ?? 0) > unchunkedSeconds && !isChunked) doubts.push({ kind: 'needs-chunking' });
  return { light: doubts.some(({ kind }) => surely.has(kind)) ? 'bad' : doubts.length > 0 ? 'warn' : 'ok', doubts };
}

/** What a form has besides its file, in bytes: a size that was refused for the whole body counts it. */
const formBytes = 2048;

/** The smallest size that was refused, or the one that the gateway named; in bytes of a file. */
export function learnedBytes(limits: readonly LearnedLimit[]): { bytes: number; limit: LearnedLimit } | null {
  const sizes = limits.flatMap((limit) => {
    if (limit.kind !== 'largest-body') return [];
    const rest = limit.field === null ? formBytes : 0;
    const named = limit.allowed.map(Number).find((bytes) => bytes > 0);
    // What the gateway allows may just be reached, what it refused may not.
    const bytes = (named === undefined ? Number(limit.refused) : named + 1) - rest;
    return bytes > 0 ? [{ bytes, limit }] : [];
  });
  return sizes.sort((first, second) => first.bytes - second.bytes)[0] ?? null;
}
