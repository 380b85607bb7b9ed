import { asList, asNumber, asRecord, asText } from '#demo/json-value.ts';
import { jsonReply, type Reply, rawReply, upstreamError, withHeaders } from '#demo/responses/reply.ts';
import { without, withSteps } from '#demo/responses/steps.ts';
import { type Effect, faultsOf } from '#demo/scenarios/fault.ts';
import { listening, refusal, sends, streamed, whole } from '#demo/scenarios/transcript-faults.ts';

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

/** Returns the whole text of a response, in any format. */
function textOf(reply: Reply): string {
  const document = asRecord(sends(reply).at(-1)?.document);
  if (typeof document.text === 'string') return document.text;
  const written = [...reply.steps].map((step) => (step.do === 'raw' ? Buffer.from(step.bytes).toString('utf8') : ''));
  // Subtitles without their numbers and times.
  return written.join('').replaceAll(/^(?:WEBVTT|\d+|[\d:.,]+ --> .*|)\n/gm, '');
}

/** What transcription and translation routes really send, and what can be wrong with it. */
export const transcriptFaults = faultsOf(
  `
  transcribe-null-text | transcription
  transcribe-no-text | transcription
  transcribe-repeats | transcription
  transcribe-no-segments | transcription
  transcribe-segments-only | transcription
  transcribe-text-times | transcription
  transcribe-millisecond-times | transcription
  transcribe-wrapped | transcription
  transcribe-always-json | transcription
  transcribe-always-text | transcription
  transcribe-quoted | transcription
  transcribe-wrong-type | transcription
  transcribe-stream-whole | transcription
  transcribe-stream-no-done | transcription
  transcribe-file-lost | transcription
`,
  {
    'transcribe-null-text': whole((document) => ({ ...document, text: null })),
    'transcribe-no-text': whole(({ type, usage }) => ({ ...(type !== undefined && { type }), usage })),
    'transcribe-repeats': whole((document) => ({
      ...document,
      text: Array.from({ length: 10 }, () => asText(document.text)).join(' '),
    })),
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
    'transcribe-file-lost': refusal((authorized) => {
      const message = "Unrecognized file format. Supported formats: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm']";
      return upstreamError(authorized, false, { message, param: 'file' }).reply;
    }),
  },
);
