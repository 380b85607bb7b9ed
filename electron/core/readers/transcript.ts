import type { Part, TranscriptSegment, TranscriptToken, TranscriptWord } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asObject, asObjects, asText, type JsonObject, parseJson } from './intake/json-value.ts';
import { createUsageTotals, readAudioUsage } from './parts/response-facts.ts';

/** Returns the record with the text: the document itself, or the content of an envelope. `null` when there is none. */
function transcribedIn(value: unknown): JsonObject | null {
  const document = asObject(value);
  const layers = [document, asObject(document?.data), asObject(document?.result), asObject(document?.output)];
  return layers.find((layer) => layer && (typeof layer.text === 'string' || Array.isArray(layer.segments))) ?? null;
}

/** Reads `/v1/audio/transcriptions` and `/v1/audio/translations` in every format, whichever was requested. */
export function openTranscript(): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  const segments: ReturnType<typeof segmentsOf> = [];
  let tokens: TranscriptToken[] = [];
  let transcribed = '';
  let ended = false;

  const say = (text: string): Part[] => {
    transcribed += text;
    return text === '' ? [] : [{ type: 'text-delta', text }];
  };

  /** Takes the final text of the service; the deltas may have left something out. */
  function settle(text: string | null): Part[] {
    if (text === null || text === transcribed) return [];
    if (transcribed === '') return say(text);
    return text.trim() === transcribed.trim() ? [] : [{ type: 'text-final', text }];
  }

  function facts(record: JsonObject): Part[] {
    const words = transcriptWords(record.words);
    const duration = secondsOf(record.duration);
    const language = asText(record.language);
    const final = tokensOf(record.logprobs);
    if (final.length > 0) tokens = final;
    if (segments.length + words.length + tokens.length === 0 && duration === null && language === null) return [];
    const rated = tokens.length > 0 && { tokens };
    return [{ type: 'transcript', duration, language, segments: [...segments], words, ...rated }];
  }

  function whole(value: unknown): Part[] | null {
    if (typeof value === 'string') return text(value);
    const record = transcribedIn(value);
    if (record === null) return null;
    ended = true;
    segments.push(...segmentsOf(record.segments));
    const written = asText(record.text) ?? segments.map((segment) => segment.text.trim()).join(' ');
    const parts = settle(written);
    usage.note(record.usage ?? asObject(value)?.usage);
    return [...parts, ...facts(record), ...usage.report()];
  }

  function event(document: JsonObject): Part[] | null {
    switch (document.type) {
      case 'transcript.text.delta':
        tokens.push(...tokensOf(document.logprobs));
        return say(asText(document.delta) ?? '');
      case 'transcript.text.segment': {
        const segment = segmentOf(document);
        if (segment) segments.push(segment);
        return [];
      }
      case 'transcript.text.done': {
        ended = true;
        usage.note(document.usage);
        return [...settle(asText(document.text)), ...facts(document), ...usage.report()];
      }
      default:
        return whole(document);
    }
  }

  function text(body: string): Part[] {
    ended = true;
    return say(unquoted(body).trimEnd());
  }

  return {
    name: 'a transcript',
    nothing: 'no text',
    event,
    whole,
    text,
    end(endMark) {
      // Diarized streams may contain nothing but segments.
      const rest = transcribed === '' ? say(segments.map((segment) => segment.text.trim()).join(' ')) : [];
      const untold = !ended && segments.length + tokens.length > 0 ? facts({}) : [];
      return {
        parts: [...rest, ...untold, ...usage.report()],
        ended: ended || endMark,
        holds: transcribed !== '',
        usage: usage.usage(),
        characters: transcribed.length,
      };
    },
  };
}

/** Some services return the text as a JSON string. */
function unquoted(body: string): string {
  const trimmed = body.trim();
  if (!/^"[\s\S]*"$/.test(trimmed)) return body;
  const value = parseJson(trimmed);
  return typeof value === 'string' ? value : body;
}

/**
 * Reads seconds as a number, or as text with or without its unit: some services write `"8.47"`. `null` when it is
 * neither.
 */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  const match = typeof value === 'string' ? /^(\d{1,9}(?:\.\d{1,20})?)(?:\s*s)?$/.exec(value.trim()) : null;
  return match ? Number(match[1]) : null;
}

/** Reads one segment of a transcript; `null` when it has no text. */
function segmentOf(record: JsonObject): TranscriptSegment | null {
  if (typeof record.text !== 'string') return null;
  return {
    start: secondsOf(record.start),
    end: secondsOf(record.end),
    text: record.text,
    speaker: asText(record.speaker),
    ...confidenceOf(record),
  };
}

/** A log probability is never above 0: anything else is something else. */
const probabilityOf = (logprob: unknown): number | null =>
  typeof logprob === 'number' && logprob <= 0 ? Math.exp(logprob) : null;

/** Returns the confidence of a segment: the mean probability of its tokens, or what the gateway calls so. */
function confidenceOf(record: JsonObject): { confidence?: number } {
  const { confidence } = record;
  const isShare = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  const value = probabilityOf(record.avg_logprob) ?? (isShare ? confidence : null);
  return value === null ? {} : { confidence: value };
}

/** Reads the tokens of the text with their probabilities; a list that has something else is not that. */
function tokensOf(value: unknown): TranscriptToken[] {
  const records = asObjects(value);
  const tokens = records.flatMap(({ token, logprob }) => {
    const confidence = probabilityOf(logprob);
    return typeof token === 'string' && confidence !== null ? [{ text: token, confidence }] : [];
  });
  return tokens.length === records.length ? tokens : [];
}

const segmentsOf = (value: unknown): TranscriptSegment[] =>
  asObjects(value)
    .map(segmentOf)
    .filter((segment) => segment !== null);

const transcriptWords = (value: unknown): TranscriptWord[] =>
  asObjects(value).flatMap((record) => {
    const word = asText(record.word) ?? asText(record.text);
    return word === null ? [] : [{ word, start: secondsOf(record.start), end: secondsOf(record.end) }];
  });
