import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { upstreamError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply, type Step } from '../responses/reply.ts';
import { mapDocuments, type Send, without, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';
import { inBandError } from './in-band-error.ts';

type Alter = (reply: Reply, authorized: AuthorizedRequest) => Reply;

/** Changes the good response of the two listening routes; other responses stay as they are. */
const listening = (name: string, title: string, about: string, alter: Alter): Fault => ({
  name: `transcribe-${name}`,
  title,
  about,
  routes: 'transcription',
  alter: (reply, authorized) => (reply.dialect === 'transcript' ? alter(reply, authorized) : reply),
});

/** Changes the JSON of a response that is not streamed. */
const whole = (name: string, title: string, about: string, change: (document: JsonRecord) => unknown): Fault =>
  listening(name, title, about, (reply) =>
    mapDocuments(reply, (document) => change(asRecord(document)), 'whole', 'finish'),
  );

/** Changes each segment, and each word if there are any. */
const timed = (name: string, title: string, about: string, change: (time: number) => unknown): Fault => {
  const moved = (list: unknown) =>
    asList(list)
      .map(asRecord)
      .map((entry) => ({
        ...entry,
        start: change(asNumber(entry.start) ?? 0),
        end: change(asNumber(entry.end) ?? 0),
      }));
  return whole(name, title, about, ({ segments, words, ...rest }) => ({
    ...rest,
    ...(segments !== undefined && { segments: moved(segments) }),
    ...(words !== undefined && { words: moved(words) }),
  }));
};

/** Changes a streamed response. */
const streamed = (name: string, title: string, about: string, alter: Alter): Fault =>
  listening(name, title, about, (reply, authorized) => (reply.form === 'events' ? alter(reply, authorized) : reply));

const refusal = (
  name: string,
  title: string,
  about: string,
  refuse: (authorized: AuthorizedRequest) => Reply,
): Fault => ({
  name: `transcribe-${name}`,
  title,
  about,
  routes: 'transcription',
  instead: (authorized) => (/^audio\.trans/.test(authorized.route) ? refuse(authorized) : null),
});

const sends = (reply: Reply): Send[] => [...reply.steps].filter((step): step is Send => step.do === 'send');

/** All of the text that a response has, in whichever form. */
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

/** What transcription and translation routes really answer, and what can be wrong in it. */
export const transcriptFaults: readonly Fault[] = [
  whole('empty', 'Empty transcript', 'Status 200 with an empty text and no segments.', (document) => ({
    ...document,
    text: '',
    ...('segments' in document && { segments: [] }),
  })),
  whole('null-text', 'Transcript is null', 'Status 200, and the text is null.', (document) => ({
    ...document,
    text: null,
  })),
  whole('no-text', 'Transcript without text', 'Status 200 with the usage and nothing else.', ({ type, usage }) => ({
    ...(type !== undefined && { type }),
    usage,
  })),
  whole(
    'cut-text',
    'Transcript cut in the middle',
    'The text ends in the middle of a word, and no field says so.',
    (document) => ({ ...document, text: firstHalf(asText(document.text)) }),
  ),
  whole(
    'repeats',
    'Transcript that repeats itself',
    'The text is repeated ten times, as models do on silence.',
    (document) => ({ ...document, text: Array.from({ length: 10 }, () => asText(document.text)).join(' ') }),
  ),
  whole(
    'null-segments',
    'Segments are null',
    'In verbose_json, the lists of segments and words are null.',
    (document) => ('duration' in document ? { ...document, segments: null, words: null } : document),
  ),
  whole(
    'no-segments',
    'verbose_json without segments',
    'In verbose_json, there are no segments and no words.',
    ({ segments: _, words: __, ...rest }) => rest,
  ),
  whole('segments-only', 'Segments without the text', 'In verbose_json, only the segments have text.', (document) => {
    const { text: _, ...rest } = document;
    return 'segments' in document ? rest : document;
  }),
  timed('text-times', 'Times as text', 'In verbose_json, times are texts such as "1.50".', (time) => time.toFixed(2)),
  timed('millisecond-times', 'Times in milliseconds', 'In verbose_json, times are in milliseconds.', (time) =>
    Math.round(time * 1000),
  ),
  whole(
    'wrapped',
    'Transcript in an envelope',
    'The transcript is in a field named data, beside a code.',
    (document) => (document.type === undefined ? { code: 0, message: 'success', data: document } : document),
  ),
  listening('always-json', 'JSON for subtitles', 'Plain formats such as srt are answered with JSON.', (reply) =>
    reply.form === 'events' ? reply : { ...jsonReply({ text: textOf(reply).trimEnd() }), dialect: reply.dialect },
  ),
  listening('always-text', 'Plain text for JSON', 'The bare text comes, whatever format was requested.', (reply) =>
    reply.form === 'events' ? reply : rawReply(200, 'text/plain; charset=utf-8', textOf(reply)),
  ),
  listening('quoted', 'Text in quotes', 'The text comes as a JSON string, without an object around it.', (reply) =>
    reply.form === 'events' ? reply : rawReply(200, 'application/json', JSON.stringify(textOf(reply))),
  ),
  listening(
    'wrong-type',
    'JSON labelled as HTML',
    'The right response, with the content type of a web page.',
    (reply) => withHeaders(reply, { 'content-type': 'text/html; charset=utf-8' }),
  ),
  streamed('stream-whole', 'JSON for a stream', 'A stream was requested and one JSON document arrives.', (reply) =>
    jsonReply({ text: textOf(reply) }, reply.dialect),
  ),
  streamed(
    'stream-no-done',
    'Stream without its last event',
    'All pieces of the text arrive, and no event ends it.',
    (reply) => withSteps(reply, (steps) => without(steps, 'finish')),
  ),
  streamed('stream-error', 'Error in the stream', 'An error follows the first pieces of the text.', (reply) =>
    withSteps(reply, () => brokenByError(reply)),
  ),
  refusal(
    'file-lost',
    'File lost on the way',
    'Status 400, as if the name of the file had been dropped.',
    (authorized) => {
      const message = "Unrecognized file format. Supported formats: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm']";
      return upstreamError(authorized, false, { message, param: 'file' }).reply;
    },
  ),
  refusal(
    'too-long',
    'Recording too long',
    'Status 400, because the recording is longer than the model takes.',
    (authorized) => {
      const message = 'audio duration 1523.4 seconds is longer than 1500 seconds which is the maximum for this model';
      return upstreamError(authorized, false, { message, code: 'invalid_value' }).reply;
    },
  ),
];
