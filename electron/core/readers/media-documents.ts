import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asObject, asText, type JsonObject } from './intake/json-value.ts';
import { frameForm, mediaForm } from './intake/media-signature.ts';
import { bodyPlaceOf } from './intake/payload-cutter.ts';
import { audioIn, type FoundAudio } from './parts/audio-in.ts';
import { decodedText } from './parts/binary-text.ts';
import { fromDataAddress } from './parts/media.ts';
import { createUsageTotals, readAudioUsage } from './parts/response-facts.ts';

/** Fields that mark the last event where no event type does. */
const endFields = ['done', 'final', 'is_final', 'isFinal', 'finished', 'is_end', 'end'];
/** Characters of base64 or hex that are enough to detect a format; a multiple of 4. */
const telltale = 96;
/** MiniMax numbers the state of each event: 1 for more to come, 2 for the last one. */
const lastStatus = 2;

/**
 * Reads the documents and events of `/v1/audio/speech`. Audio bytes never get here: documents contain audio as base64,
 * as hex or by its URL.
 */
export function openSpeech(): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  let holds = false;
  let ended = false;
  /** Its events have types, and the last one has its own. */
  let isTyped = false;

  const audioParts = (found: readonly FoundAudio[]): Part[] => {
    holds ||= found.length > 0;
    return found.map(({ text, url, mediaType }): Part => {
      const type = { type: 'audio', mediaType: mediaType ?? 'audio/*' } as const;
      if (text === undefined) return { ...type, url: url ?? '' };
      return bodyPlaceOf(text) ? { ...type, base64: text } : { ...type, base64: text, streamed: true };
    });
  };

  return {
    name: 'speech',
    nothing: 'no audio',
    expects: 'audio',
    event(document) {
      const type = asText(document.type) ?? '';
      const isDelta = type.endsWith('audio.delta');
      const isLast = /\baudio\.done$/.test(type);
      isTyped ||= isDelta || isLast;
      const typed = asText(document.audio) ?? (isDelta ? asText(document.delta) : null);
      const found = typed !== null && isDelta ? [{ text: typed, mediaType: null }] : audioIn(document);
      ended ||= isLast || isEnd(document) || isEnd(asObject(document.data));
      usage.note(document.usage);
      // The chunks of a chat completion say in a field of their own that they end.
      if (!isLast && found.length === 0) return ended || Array.isArray(document.choices) ? [] : null;
      return [...audioParts(found), ...(isLast ? usage.report() : [])];
    },
    whole(value) {
      const found = audioIn(value);
      if (found.length === 0) return null;
      ended = true;
      return [...audioParts(found), ...usage.take(asObject(value)?.usage)];
    },
    bytes(body) {
      const text = body.toString('latin1').trim();
      const base64 =
        fromDataAddress(/^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text)?.base64 ?? text.replaceAll('"', '');
      const start = decodedText(base64.slice(0, telltale));
      const isAudio = start !== null && (mediaForm(start, false) ?? frameForm(start)) !== null;
      if (!isAudio || decodedText(base64) === null) return null;
      ended = true;
      return audioParts([{ text: base64, mediaType: null }]);
    },
    end: (endMark) => ({
      parts: usage.report(),
      ended: ended || endMark || (holds && !isTyped),
      holds,
      usage: usage.usage(),
    }),
  };
}

const isEnd = (record: JsonObject | null): boolean =>
  record !== null && (record.status === lastStatus || endFields.some((name) => record[name] === true));

/**
 * Reads video responses that are documents: video arrives as bytes, which no dialect sees, so no document is a video.
 */
export function openVideo(): Dialect {
  return {
    name: 'a video',
    nothing: 'no video',
    expects: 'a video',
    event: () => null,
    whole: () => null,
    end: () => ({ ended: true, holds: false }),
  };
}
