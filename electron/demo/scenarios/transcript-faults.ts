import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { upstreamError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply, type Step } from '../responses/reply.ts';
import { type Send, without, withSteps } from '../responses/steps.ts';
import { inBandError } from './cuts-and-stalls.ts';
import { type Alter, documentsIn, type Effect, faultsOf, inDialect } from './fault.ts';

/** Changes the successful response of the two transcription routes; other responses are unchanged. */
const listening = (alter: Alter): Effect => inDialect('transcript', alter);

/** Changes the JSON of a response that is not streamed. */
const whole = (change: (document: JsonRecord) => unknown): Effect =>
  documentsIn('transcript', change, 'whole', 'finish');

/** Changes each segment, and each word if there are any. */
const timed = (change: (time: number) => unknown): Effect => {
  const moved = (list: unknown) =>
    asList(list)
      .map(asRecord)
      .map((entry) => ({ ...entry, start: change(asNumber(entry.start) ?? 0), end: change(asNumber(entry.end) ?? 0) }));
  return whole(({ segments, words, ...rest }) => ({
    ...rest,
    ...(segments !== undefined && { segments: moved(segments) }),
    ...(words !== undefined && { words: moved(words) }),
  }));
};

/** Changes a streamed response. */
const streamed = (alter: Alter): Effect =>
  listening((reply, authorized) => (reply.form === 'events' ? alter(reply, authorized) : reply));

const refusal = (refuse: (authorized: AuthorizedRequest) => Reply): Effect => ({
  instead: (authorized) => (/^audio\.trans/.test(authorized.route) ? refuse(authorized) : null),
});

const sends = (reply: Reply): Send[] => [...reply.steps].filter((step): step is Send => step.do === 'send');

/** Returns the whole text of a response, in any format. */
function textOf(reply: Reply): string {
  const document = asRecord(sends(reply).at(-1)?.document);
  if (typeof document.text === 'string') return document.text;
  const written = [...reply.steps].map((step) => (step.do === 'raw' ? Buffer.from(step.bytes).toString('utf8') : ''));
  // Subtitles without their numbers and times.
  return written.join('').replaceAll(/^(?:WEBVTT|\d+|[\d:.,]+ --> .*|)\n/gm, '');
}

function* brokenByError(reply: Reply): Generator<Step> {
  yield* sends(reply).slice(0, 2);
  yield inBandError(reply);
}

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2));

/** What transcription and translation routes really send, and what can be wrong with it. */
export const transcriptFaults = faultsOf(
  `
  transcribe-empty | transcription | Empty transcript | Status 200 with an empty text and no segments.
  transcribe-null-text | transcription | Null transcript | Status 200, and the text is null.
  transcribe-no-text | transcription | Transcript without text | Status 200 with the usage and nothing else.
  transcribe-cut-text | transcription | Truncated transcript | The text ends in the middle of a word, and no field reports it.
  transcribe-repeats | transcription | Repeating transcript | The text is repeated ten times, as models do on silence.
  transcribe-null-segments | transcription | Null segments | In verbose_json, the lists of segments and words are null.
  transcribe-no-segments | transcription | verbose_json without segments | In verbose_json, there are no segments and no words.
  transcribe-segments-only | transcription | Segments without the text | In verbose_json, only the segments have text.
  transcribe-text-times | transcription | Times as strings | In verbose_json, times are strings such as "1.50".
  transcribe-millisecond-times | transcription | Times in milliseconds | In verbose_json, times are in milliseconds.
  transcribe-wrapped | transcription | Transcript in an envelope | The transcript is in a field named data, next to a code.
  transcribe-always-json | transcription | JSON for subtitles | Plain formats such as srt are returned as JSON.
  transcribe-always-text | transcription | Plain text for JSON | Bare text arrives, whatever format was requested.
  transcribe-quoted | transcription | Text in quotes | The text arrives as a JSON string, without an object around it.
  transcribe-wrong-type | transcription | JSON labeled as HTML | The right response, with the content type of a web page.
  transcribe-stream-whole | transcription | JSON for a stream | A stream was requested, but one JSON document arrives.
  transcribe-stream-no-done | transcription | Stream without its last event | All chunks of the text arrive, but no final event.
  transcribe-stream-error | transcription | Error after the first text | An error follows the first chunks of the text.
  transcribe-file-lost | transcription | Lost file | Status 400, as if the name of the file had been dropped.
  transcribe-too-long | transcription | Audio too long | Status 400, because the audio is longer than the model accepts.
`,
  {
    'transcribe-empty': whole((document) => ({
      ...document,
      text: '',
      ...('segments' in document && { segments: [] }),
    })),
    'transcribe-null-text': whole((document) => ({ ...document, text: null })),
    'transcribe-no-text': whole(({ type, usage }) => ({ ...(type !== undefined && { type }), usage })),
    'transcribe-cut-text': whole((document) => ({ ...document, text: firstHalf(asText(document.text)) })),
    'transcribe-repeats': whole((document) => ({
      ...document,
      text: Array.from({ length: 10 }, () => asText(document.text)).join(' '),
    })),
    'transcribe-null-segments': whole((document) =>
      'duration' in document ? { ...document, segments: null, words: null } : document,
    ),
    'transcribe-no-segments': whole(({ segments: _, words: __, ...rest }) => rest),
    'transcribe-segments-only': whole((document) => {
      const { text: _, ...rest } = document;
      return 'segments' in document ? rest : document;
    }),
    'transcribe-text-times': timed((time) => time.toFixed(2)),
    'transcribe-millisecond-times': timed((time) => Math.round(time * 1000)),
    'transcribe-wrapped': whole((document) =>
      document.type === undefined ? { code: 0, message: 'success', data: document } : document,
    ),
    'transcribe-always-json': listening((reply) =>
      reply.form === 'events' ? reply : { ...jsonReply({ text: textOf(reply).trimEnd() }), dialect: reply.dialect },
    ),
    'transcribe-always-text': listening((reply) =>
      reply.form === 'events' ? reply : rawReply(200, 'text/plain; charset=utf-8', textOf(reply)),
    ),
    'transcribe-quoted': listening((reply) =>
      reply.form === 'events' ? reply : rawReply(200, 'application/json', JSON.stringify(textOf(reply))),
    ),
    'transcribe-wrong-type': listening((reply) => withHeaders(reply, { 'content-type': 'text/html; charset=utf-8' })),
    'transcribe-stream-whole': streamed((reply) => jsonReply({ text: textOf(reply) }, reply.dialect)),
    'transcribe-stream-no-done': streamed((reply) => withSteps(reply, (steps) => without(steps, 'finish'))),
    'transcribe-stream-error': streamed((reply) => withSteps(reply, () => brokenByError(reply))),
    'transcribe-file-lost': refusal((authorized) => {
      const message = "Unrecognized file format. Supported formats: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm']";
      return upstreamError(authorized, false, { message, param: 'file' }).reply;
    }),
    'transcribe-too-long': refusal((authorized) => {
      const message = 'audio duration 1523.4 seconds is longer than 1500 seconds which is the maximum for this model';
      return upstreamError(authorized, false, { message, code: 'invalid_value' }).reply;
    }),
  },
);
