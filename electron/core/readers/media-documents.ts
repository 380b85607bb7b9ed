import type { Dialect } from './dialect.ts';
import { asText } from './intake/json-value.ts';
import { createUsageTotals, readAudioUsage } from './parts/response-facts.ts';

/** Reads the events of `/v1/audio/speech`. Audio bytes never get here, and a whole JSON document is not speech. */
export function openSpeech(): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  let holds = false;
  let ended = false;
  return {
    name: 'speech',
    nothing: 'no audio',
    event(document) {
      const type = asText(document.type) ?? '';
      const base64 = asText(document.audio) ?? (type.endsWith('audio.delta') ? asText(document.delta) : null);
      const isLast = /\baudio\.done$/.test(type);
      if (!isLast && base64 === null) return null;
      ended ||= isLast;
      usage.note(document.usage);
      holds ||= base64 !== null;
      return [
        ...(base64 === null ? [] : [{ type: 'audio', mediaType: 'audio/*', base64, streamed: true } as const]),
        ...(isLast ? usage.report() : []),
      ];
    },
    whole: () => null,
    end: (endMark) => ({ parts: usage.report(), ended: ended || endMark, holds, usage: usage.usage() }),
  };
}

/**
 * Reads video responses that are documents: video arrives as bytes, which no dialect sees, so no document is a video.
 */
export function openVideo(): Dialect {
  return {
    name: 'a video',
    nothing: 'no video',
    event: () => null,
    whole: () => null,
    end: () => ({ ended: true, holds: false }),
  };
}
