import type { Dialect } from './dialect.ts';
import { asText } from './intake/json-value.ts';
import { createUsageTotals, readAudioUsage } from './parts/usage.ts';

/**
 * Reads `/v1/audio/speech` where it streams events. Sound that comes as bytes never gets here, and a whole JSON document
 * is no speech, whatever status it has.
 */
export function openSpeech(): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  let pieces = 0;
  let ended = false;
  return {
    name: 'speech',
    nothing: 'no sound',
    event(document) {
      const type = asText(document.type) ?? '';
      const base64 = asText(document.audio) ?? (type.endsWith('audio.delta') ? asText(document.delta) : null);
      const isLast = /\baudio\.done$/.test(type);
      if (!isLast && base64 === null) return null;
      ended ||= isLast;
      usage.note(document.usage);
      if (base64 !== null) pieces += 1;
      return [
        ...(base64 === null ? [] : [{ type: 'audio', mediaType: 'audio/*', base64, streamed: true } as const]),
        ...(isLast ? usage.report() : []),
      ];
    },
    whole: () => null,
    finished: false,
    failure: null,
    end: (endMark) => ({
      parts: usage.report(),
      ended: ended || endMark,
      holds: pieces > 0,
      finishReason: null,
      usage: usage.usage,
      characters: 0,
    }),
  };
}
