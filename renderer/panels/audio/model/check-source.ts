import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { AudioSource, SourceFault } from './audio-document.ts';
import type { TranscribeFamily } from './transcribe-settings.ts';

/** Size in bytes up to which public services take files; some count slightly more for a megabyte. */
export const publicFileBytes = 25_000_000;
/** Size in bytes up to which gateways take requests unless configured otherwise. */
const publicBodyBytes = 128_000_000;
const acceptedExtensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];
/** Share of a limit from which a warning is shown. */
const nearShare = 0.8;
const unchunkedSeconds = 30;

/** One reason not to send an audio file unchanged. */
export type SourceWarning =
  | { kind: SourceFault }
  | { kind: 'learned-size' | 'near-learned-size'; bytes: number; limit: LearnedLimit }
  | { kind: 'public-size' | 'near-public-size' | 'body-size'; bytes: number }
  | { kind: 'learned-format'; limit: LearnedLimit }
  | { kind: 'ending'; extension: string }
  | { kind: 'needs-chunking' };

interface SourceCheck {
  /** Green, amber, red: fine; may fail; will fail. */
  light: 'ok' | 'warn' | 'bad';
  warnings: SourceWarning[];
}

const certainFailures: ReadonlySet<SourceWarning['kind']> = new Set([
  'empty',
  'page',
  'not-sound',
  'no-track',
  'broken-wav',
  'learned-size',
  'learned-format',
  'body-size',
]);

export const extensionOf = (name: string): string => /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Checks an audio file against what is known of a route. Limits learned from refusals take precedence over public
 * documentation.
 */
export function checkSource(
  source: AudioSource,
  limits: readonly LearnedLimit[],
  family: TranscribeFamily,
  isChunked: boolean,
): SourceCheck {
  const { file, faults, duration } = source;
  const warnings: SourceWarning[] = faults.map((kind) => ({ kind }));
  const learned = learnedBytes(limits);
  const size = file.sizeBytes;
  if (learned && size >= learned.bytes) warnings.push({ kind: 'learned-size', ...learned });
  else if (learned && size > learned.bytes * nearShare) warnings.push({ kind: 'near-learned-size', ...learned });
  else if (size > publicBodyBytes) warnings.push({ kind: 'body-size', bytes: publicBodyBytes });
  else if (!learned && size > publicFileBytes) warnings.push({ kind: 'public-size', bytes: publicFileBytes });
  else if (!learned && size > publicFileBytes * nearShare)
    warnings.push({ kind: 'near-public-size', bytes: publicFileBytes });
  const extension = extensionOf(file.name);
  const format = limits.find(
    ({ kind, refused }) => kind === 'unsupported-format' && refused?.toLowerCase() === extension,
  );
  if (format) warnings.push({ kind: 'learned-format', limit: format });
  else if (!acceptedExtensions.includes(extension)) warnings.push({ kind: 'ending', extension });
  if (family === 'diarize' && (duration ?? 0) > unchunkedSeconds && !isChunked)
    warnings.push({ kind: 'needs-chunking' });
  return {
    light: warnings.some(({ kind }) => certainFailures.has(kind)) ? 'bad' : warnings.length > 0 ? 'warn' : 'ok',
    warnings,
  };
}

/** Bytes of a form besides its file: a size that was refused for the whole body includes them. */
const formBytes = 2048;

/** Returns the smallest size that was refused, or the one that the gateway named; in bytes of a file. */
export function learnedBytes(limits: readonly LearnedLimit[]): { bytes: number; limit: LearnedLimit } | null {
  const sizes = limits.flatMap((limit) => {
    if (limit.kind !== 'largest-body') return [];
    const rest = limit.field === null ? formBytes : 0;
    const named = limit.allowed.map(Number).find((bytes) => bytes > 0);
    // A size that the gateway allows may be reached; one that it refused may not.
    const bytes = (named === undefined ? Number(limit.refused) : named + 1) - rest;
    return bytes > 0 ? [{ bytes, limit }] : [];
  });
  return sizes.sort((first, second) => first.bytes - second.bytes)[0] ?? null;
}
