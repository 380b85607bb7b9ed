import type { Part, Timeline } from '#shared/protocol/part.ts';
import { foldRun } from '../../../lib/runs/fold-run.ts';
import type { AudioCall } from './audio-document.ts';

/**
 * Folds one part of a response into its call. Nothing that arrived is ever removed.
 *
 * @param now milliseconds since 1970.
 */
export function foldCall(call: AudioCall, part: Part, now: number): AudioCall {
  switch (part.type) {
    case 'progress':
      return { ...call, stage: part.stage, sending: sendingOf(call, part, now) };
    case 'text-delta':
      return { ...call, stage: 'receiving', text: call.text + part.text };
    case 'text-final':
      return { ...call, text: part.text };
    case 'transcript':
      return {
        ...call,
        language: part.language ?? call.language,
        duration: part.duration ?? call.duration,
        segments: part.segments.length > 0 ? part.segments : call.segments,
        words: part.words.length > 0 ? part.words : call.words,
        ...(part.tokens && { tokens: part.tokens }),
      };
    case 'audio':
      return {
        ...call,
        stage: 'receiving',
        mediaType: part.mediaType,
        firstSoundMs: call.firstSoundMs ?? Math.max(0, now - call.startedAt),
      };
    case 'file':
      return { ...call, file: part.ref, partial: part.partial === true };
    case 'run-end':
      return {
        ...foldRun(call, part),
        sending: call.sending && endOfSending(call.sending, part.timeline),
        endMs: part.timeline.endMs ?? now - call.startedAt,
        firstSoundMs: call.firstSoundMs === null ? null : (part.timeline.firstByteMs ?? call.firstSoundMs),
      };
    default:
      return foldRun(call, part);
  }
}

function sendingOf(
  { sending }: AudioCall,
  { stage, sentBytes, totalBytes }: Extract<Part, { type: 'progress' }>,
  now: number,
): AudioCall['sending'] {
  if (stage !== 'sending' || sentBytes === undefined) return sending;
  return { sentBytes, totalBytes: totalBytes ?? sending?.totalBytes ?? null, since: sending?.since ?? now, at: now };
}

/** Returns how much was sent in the end: progress on the way is reported only now and then. */
function endOfSending(
  sending: NonNullable<AudioCall['sending']>,
  { sentMs, sentBytes }: Timeline,
): AudioCall['sending'] {
  const { totalBytes } = sending;
  return {
    ...sending,
    sentBytes: sentMs !== null && totalBytes !== null ? totalBytes : Math.max(sentBytes, sending.sentBytes),
  };
}

/** Returns bytes per second and the remaining seconds; `null` until enough time has passed to tell. */
export function sendingPace(sending: NonNullable<AudioCall['sending']>): { rate: number; seconds: number } | null {
  const { sentBytes, totalBytes, since, at } = sending;
  if (at - since < 300 || totalBytes === null) return null;
  const rate = (sentBytes / (at - since)) * 1000;
  return { rate, seconds: Math.max(0, totalBytes - sentBytes) / rate };
}
