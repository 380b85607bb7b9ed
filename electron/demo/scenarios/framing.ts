import { withHeaders } from '../responses/errors.ts';
import { gzipSteps } from '../responses/gzip-steps.ts';
import { eventText, type Reply, type Step, written } from '../responses/reply.ts';
import { amid, mapSteps, startWith, without, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

const raw = (bytes: string | Uint8Array): Step => ({ do: 'raw', bytes });

/** Changes the text of every written event; answers that are not streamed stay as they are. */
const reframe = (reply: Reply, change: (text: string) => string): Reply =>
  reply.form === 'json'
    ? reply
    : withSteps(reply, () =>
        mapSteps(written(reply), (step) =>
          step.do === 'raw' ? [{ ...step, bytes: change(String(step.bytes)) }] : [step],
        ),
      );

/** Cuts the bytes of every step into pieces that are written one by one; the first carries the cost of all. */
const inPieces = (reply: Reply, cut: (bytes: Buffer) => Buffer[]): Reply =>
  withSteps(reply, () =>
    mapSteps(written(reply), (step) => {
      if (step.do !== 'raw') return [step];
      return cut(Buffer.from(step.bytes)).map((bytes, index) => ({
        ...raw(bytes),
        tokens: index === 0 ? (step.tokens ?? 0) : 0,
      }));
    }),
  );

const eachByte = (bytes: Buffer): Buffer[] => Array.from(bytes, (byte) => Buffer.of(byte));

/** Cuts after the first byte of every character that has several. */
function insideCharacters(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let index = 1; index < bytes.length; index++) {
    const isLead = ((bytes[index - 1] ?? 0) & 0xc0) === 0xc0;
    if (!isLead) continue;
    pieces.push(bytes.subarray(start, index));
    start = index;
  }
  return [...pieces, bytes.subarray(start)];
}

/** Cuts between carriage return and line feed. */
const insideLineEnds = (bytes: Buffer): Buffer[] =>
  bytes
    .toString('latin1')
    .split(/(?<=\r)/)
    .map((piece) => Buffer.from(piece, 'latin1'));

function* inOneBurst(reply: Reply): Generator<Step> {
  const held: Buffer[] = [];
  for (const step of written(reply)) {
    if (step.do !== 'raw') {
      yield step;
      continue;
    }
    held.push(Buffer.from(step.bytes));
    yield { do: 'raw', bytes: '', tokens: step.tokens ?? 0 };
  }
  yield raw(Buffer.concat(held));
}

/** Writes each document by itself: pretty JSON over several lines, a line without prefix, or two documents to an event. */
const rewritten = (reply: Reply, write: (json: unknown) => string): Reply =>
  reply.form === 'json'
    ? reply
    : withSteps(reply, (steps) =>
        mapSteps(steps, (step) =>
          step.do === 'send' && typeof step.document !== 'string'
            ? [{ do: 'raw', bytes: write(step.document), tokens: step.tokens ?? 0 }]
            : [step],
        ),
      );

function* inPairs(steps: Iterable<Step>): Generator<Step> {
  let first: Step | null = null;
  for (const step of steps) {
    const isDocument = step.do === 'send' && typeof step.document !== 'string';
    if (isDocument && first === null) {
      first = step;
    } else if (isDocument && first?.do === 'send') {
      const bytes = `data: ${JSON.stringify(first.document)}\ndata: ${JSON.stringify(step.document)}\n\n`;
      yield { do: 'raw', bytes, tokens: (first.tokens ?? 0) + (step.tokens ?? 0) };
      first = null;
    } else {
      if (first) yield first;
      first = null;
      yield step;
    }
  }
  if (first) yield first;
}

function* withoutLastBlank(reply: Reply): Generator<Step> {
  let held: Step | null = null;
  for (const step of written(reply)) {
    if (held) yield held;
    held = step;
  }
  if (held?.do === 'raw') yield { ...held, bytes: String(held.bytes).trimEnd() };
}

function unlabelled(reply: Reply): Reply {
  const { 'content-type': _, ...headers } = reply.headers;
  return { ...reply, headers };
}

const whole = (name: string, title: string, about: string, alter: (reply: Reply) => Reply): Fault => ({
  name,
  title,
  about,
  routes: 'text',
  alter,
});

/** Odd but readable ways to write a stream: a tolerant client sees the same answer in all of them. */
export const framingFaults: readonly Fault[] = [
  whole('crlf', 'Lines end with CR LF', 'Every line of the stream ends with carriage return and line feed.', (reply) =>
    reframe(reply, (text) => text.replaceAll('\n', '\r\n')),
  ),
  whole(
    'crlf-split',
    'CR and LF in different pieces',
    'Lines end with CR LF, and each pair is cut in two by the network.',
    (reply) =>
      inPieces(
        reframe(reply, (text) => text.replaceAll('\n', '\r\n')),
        insideLineEnds,
      ),
  ),
  whole('cr-only', 'Lines end with CR', 'Every line of the stream ends with a lone carriage return.', (reply) =>
    reframe(reply, (text) => text.replaceAll('\n', '\r')),
  ),
  whole('bom', 'Byte order mark first', 'The stream begins with a byte order mark.', (reply) =>
    startWith(reply, raw('\uFEFF')),
  ),
  whole('no-space', 'No space after the colon', 'The data prefix is followed by the JSON at once.', (reply) =>
    reframe(reply, (text) => text.replace(/^data: /gm, 'data:')),
  ),
  {
    ...whole(
      'utf8-split',
      'Characters cut in two',
      'An answer in Chinese, where every character is cut inside by the network.',
      (reply) => inPieces(reply, insideCharacters),
    ),
    speaks: { language: 'chinese' },
  },
  whole('tiny-chunks', 'One byte at a time', 'Every byte of the answer is written by itself.', (reply) =>
    inPieces(reply, eachByte),
  ),
  whole(
    'one-burst',
    'Everything at once',
    'A proxy holds the stream back and lets it go in one piece at its end.',
    (reply) => withSteps(reply, () => inOneBurst(reply)),
  ),
  whole('gzip-stream', 'Compressed stream', 'The stream is compressed although nobody asked for it.', (reply) =>
    withHeaders(
      withSteps(reply, () => gzipSteps(written(reply))),
      { 'content-encoding': 'gzip' },
    ),
  ),
  whole('double-data-prefix', 'Data prefix twice', 'Every event says data: data: before its JSON.', (reply) =>
    reframe(reply, (text) => text.replace(/^data: /gm, 'data: data: ')),
  ),
  whole(
    'two-docs-one-event',
    'Two documents in one event',
    'Each event holds two JSON documents, one on each line.',
    (reply) => (reply.form === 'events' ? withSteps(reply, inPairs) : reply),
  ),
  whole(
    'multi-line-data',
    'JSON over several lines',
    'The JSON of each event is spread over many data lines.',
    (reply) => rewritten(reply, (document) => `${JSON.stringify(document, null, 1).replace(/^/gm, 'data: ')}\n\n`),
  ),
  whole('ndjson', 'Lines of JSON', 'The stream is made of lines of JSON without any prefix.', (reply) =>
    reply.form === 'json'
      ? reply
      : withHeaders(
          rewritten(
            withSteps(reply, (steps) => without(steps, 'done')),
            (document) => `${JSON.stringify(document)}\n`,
          ),
          { 'content-type': 'application/x-ndjson' },
        ),
  ),
  whole(
    'sse-as-text-plain',
    'Stream labelled as text',
    'A good event stream with the content type of plain text.',
    (reply) => withHeaders(reply, { 'content-type': 'text/plain; charset=utf-8' }),
  ),
  whole('sse-as-json', 'Stream labelled as JSON', 'A good event stream with the content type of JSON.', (reply) =>
    withHeaders(reply, { 'content-type': 'application/json' }),
  ),
  whole('no-content-type', 'No content type', 'The answer has no content type at all.', unlabelled),
  {
    ...whole(
      'json-for-stream',
      'JSON instead of a stream',
      'A stream was asked for, and one whole JSON answer comes.',
      (reply) => reply,
    ),
    speaks: { isWhole: true },
  },
  whole(
    'comment-keepalives',
    'Comments between tokens',
    'Keep-alive comments come before the first token and between tokens.',
    (reply) =>
      reply.form === 'events'
        ? startWith(
            withSteps(reply, (steps) => amid(steps, 2, (place) => [raw(place % 2 ? ': PING\n\n' : ':\n\n')])),
            raw(': PING\n\n'),
          )
        : reply,
  ),
  whole(
    'ids-and-retry',
    'Fields that nobody needs',
    'Events carry ids, retry times, unknown fields and unknown names.',
    (reply) =>
      reply.form === 'events'
        ? withSteps(
            reframe(reply, (text) => `id: 7\nretry: 3000\nx-field\n${text}`),
            (steps) => mapSteps(steps, (step) => (step.do === 'raw' ? [step, raw('event: x-unknown\n\n')] : [step])),
          )
        : reply,
  ),
  whole(
    'no-last-blank-line',
    'Last event left open',
    'The last event is not closed by a blank line, and no done sign follows.',
    (reply) =>
      reply.form === 'events'
        ? withSteps(reply, (steps) => withoutLastBlank(withSteps(reply, () => without(steps, 'usage', 'done'))))
        : reply,
  ),
  whole('bare-done', 'Done sign without prefix', 'The done sign stands alone on its line.', (reply) =>
    reframe(reply, (text) => (text === eventText('[DONE]') ? '[DONE]\n\n' : text)),
  ),
  whole(
    'data-null',
    'Empty events',
    'Between the tokens come events with null, with an empty object and with nothing.',
    (reply) =>
      reply.form === 'events'
        ? withSteps(reply, (steps) =>
            amid(steps, 2, () => [raw('data: null\n\ndata: {}\n\ndata: ""\n\ndata:\n\n\n\n')]),
          )
        : reply,
  ),
];
