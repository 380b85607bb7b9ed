import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, TranscriptToken, TranscriptWord } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { errorIn } from './failures/foreign-document.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { asObject, asObjects, asText, type JsonObject, parseJson, plainText } from './intake/json-value.ts';
import { createUsageTotals, readAudioUsage } from './parts/response-facts.ts';
import {
  joinedText,
  type ReadSegment,
  recordOf,
  segmentOf,
  type TranscriptRecord,
  tokensOf,
  transcriptIn,
} from './parts/transcript-record.ts';
import { inSeconds } from './parts/transcript-times.ts';

/** Reads `/v1/audio/transcriptions` and `/v1/audio/translations` in every format, whichever was requested. */
export function openTranscript(given: ResponseFacts): Dialect {
  const usage = createUsageTotals(readAudioUsage);
  const segments: ReadSegment[] = [];
  let words: TranscriptWord[] = [];
  let tokens: TranscriptToken[] = [];
  let duration: number | null = null;
  let language: string | null = null;
  /** What was said to the caller, and what the response says now, where it has changed. */
  let transcribed = '';
  let revised: string | null = null;
  /** The end of the text, which the next event replaces. */
  let tentative = '';
  let ended = false;
  let hasFacts = false;
  let failed: Failure | null = null;

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

  function note(record: TranscriptRecord): void {
    duration = record.duration ?? duration;
    language = record.language ?? language;
    if (record.tokens.length > 0) tokens = record.tokens;
    usage.note(record.usage);
  }

  function facts(): Part[] {
    hasFacts = true;
    const characters = segments.reduce((sum, { text }) => sum + text.trim().length, 0);
    const spoken = words.reduce((sum, { word }) => sum + word.length + 1, 0);
    const timed = inSeconds(segments, { duration, characters });
    const heard = inSeconds(words, { duration, characters: spoken });
    const shared = { duration: segments.length > 0 ? timed.duration : heard.duration, language };
    if (segments.length + words.length + tokens.length === 0 && shared.duration === null && language === null)
      return [];
    const rated = tokens.length > 0 && { tokens };
    const read = timed.stretches.map(({ key: _, ...segment }) => segment);
    return [{ type: 'transcript', ...shared, segments: read, words: heard.stretches, ...rated }];
  }

  function whole(value: unknown): Part[] | null {
    if (typeof value === 'string') return text(value);
    const said = saidInChat(value);
    if (said !== null) {
      ended = true;
      usage.note(asObject(value)?.usage);
      return [...say(said.trim()), ...usage.report()];
    }
    const record = transcriptIn(value);
    if (record === null) return null;
    ended = true;
    note(record);
    segments.push(...record.segments);
    words = record.words;
    const written = record.text || joinedText(segments.map((segment) => segment.text));
    return [...settle(written), ...facts(), ...usage.report()];
  }

  /** Takes a segment of a stream: a new one, or a later version of an earlier one. */
  function takeSegment(segment: ReadSegment): void {
    const at = segments.findLastIndex((one) => isSame(one, segment));
    if (at === -1) segments.push(segment);
    else segments[at] = segment;
  }

  /** Says what does not change anymore of the segments so far: services still rewrite the last one. */
  function saySegments(isLastDone: boolean): Part[] {
    const all = joinedText(segments.map(({ text }) => text));
    revised = all;
    const stable = isLastDone ? all : joinedText(segments.slice(0, -1).map(({ text }) => text));
    return stable.startsWith(transcribed) ? say(stable.slice(transcribed.length)) : [];
  }

  /**
   * Takes text without times: the whole so far, which grows, or the next piece. The service replaces tentative text by
   * that of the next event.
   */
  function takeText(text: string, isTentative: boolean): Part[] {
    const before = revised ?? transcribed;
    const settled = before.slice(0, before.length - tentative.length);
    const isWhole = before !== '' && text.trim().startsWith(before.trim()) && isSnapshot(text, before);
    const now = isWhole ? text : joinPieces(settled, text);
    revised = now;
    tentative = isTentative ? now.slice(isWhole ? 0 : settled.length) : '';
    return isTentative ? [] : takeWhole(now);
  }

  /** Reads an event without a type: one segment, all segments so far, or text. */
  function untypedEvent(document: JsonObject): Part[] | null {
    const [choice] = asObjects(document.choices);
    if (choice || document.object === 'transcription.chunk') return chunk(document, choice ?? {});
    const record = transcriptIn(document);
    if (record === null) return null;
    const own = [document, asObject(document.data), asObject(document.result)];
    const single = own.map((layer) => layer && segmentOf(layer)).find((segment) => segment && segment.start !== null);
    note(record);
    ended = true;
    words = record.words.length > 0 ? [...words, ...record.words] : words;
    if (record.segments.length > 0) {
      for (const segment of record.segments) takeSegment(segment);
      if (record.text) return takeWhole(record.text);
      return saySegments(asObjects(document.segments).at(-1)?.completed === true);
    }
    if (single) {
      takeSegment(single);
      return saySegments(!isTentative(document));
    }
    return takeText(record.text ?? '', isTentative(document));
  }

  function takeWhole(text: string): Part[] {
    revised = text;
    return text.startsWith(transcribed) ? say(text.slice(transcribed.length)) : [];
  }

  /** Reads a chunk as vLLM streams it (`transcription.chunk`), which has the shape of a chat chunk. */
  function chunk(document: JsonObject, choice: JsonObject): Part[] {
    usage.note(document.usage);
    ended ||= asText(choice.finish_reason) !== null;
    return say(plainText(asObject(choice.delta ?? choice.message)?.content ?? choice.text));
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
        const final = tokensOf(document.logprobs);
        if (final.length > 0) tokens = final;
        note(recordOf({ ...transcriptIn(document), tokens: [], usage: document.usage }));
        return [...settle(asText(document.text)), ...facts(), ...usage.report()];
      }
      default:
        return untypedEvent(document);
    }
  }

  function text(body: string): Part[] {
    ended = true;
    const trimmed = body.trim();
    const value = /^["[{]/.test(trimmed) ? parseJson(trimmed) : undefined;
    if (typeof value === 'object' && errorIn(value) !== null) failed = failureFromBody(value, given);
    const parts = typeof value === 'object' && value !== null && failed === null ? whole(value) : null;
    if (parts !== null) return parts;
    return failed === null ? say((typeof value === 'string' ? value : body).trimEnd()) : [];
  }

  return {
    name: 'a transcript',
    nothing: 'no text',
    event,
    whole,
    text,
    failure: () => failed,
    end(endMark) {
      // Diarized streams may contain nothing but segments.
      const rest = transcribed === '' && revised === null ? say(joinedText(segments.map((one) => one.text))) : [];
      const last = revised === null ? [] : endOf(revised);
      const untold = hasFacts ? [] : facts();
      return {
        parts: [...rest, ...last, ...untold, ...usage.report()],
        ended: ended || endMark,
        holds: transcribed !== '',
        usage: usage.usage(),
        characters: transcribed.length,
      };
    },
  };

  /** Says the rest of a text that grew, or the whole of one that changed. */
  function endOf(text: string): Part[] {
    return text.startsWith(transcribed) ? say(text.slice(transcribed.length)) : settle(text);
  }
}

/** True for two versions of one segment: the same number, or the same start and a text that grew. */
function isSame(one: ReadSegment, other: ReadSegment): boolean {
  if (one.key !== null && other.key !== null) return one.key === other.key && one.start === other.start;
  return one.start !== null && one.start === other.start;
}

const isTentative = (event: JsonObject): boolean =>
  event.partial === true || [event.final, event.is_final, event.completed].includes(false);

/** A text that repeats all before it is the whole; a repeated word begins with a space. */
const isSnapshot = (text: string, before: string): boolean => text.length > before.length || !/^\s/.test(text);

/** Joins the next piece of a text; one that begins with a space, or follows one, needs no other. */
const joinPieces = (before: string, text: string): string =>
  before === '' ? text : /\s$/.test(before) || /^\s/.test(text) ? before + text : joinedText([before, text]);

/** Returns the text of a chat completion that is a transcript; `null` for other documents. */
function saidInChat(value: unknown): string | null {
  const [choice] = asObjects(asObject(value)?.choices);
  if (!choice) return null;
  return asText(plainText(asObject(choice.message ?? choice.delta)?.content ?? choice.text));
}
