import { withHeaders } from '../responses/errors.ts';
import { eventText, type Reply, type Step, written } from '../responses/reply.ts';
import { amid, gzipSteps, mapSteps, startWith, without, withSteps } from '../responses/steps.ts';
import { faultsOf } from './fault.ts';

const raw = (bytes: string | Uint8Array): Step => ({ do: 'raw', bytes });

/** Changes the text of every written event; replies that are not streamed are unchanged. */
const reframe = (reply: Reply, change: (text: string) => string): Reply =>
  reply.form === 'json'
    ? reply
    : withSteps(reply, () =>
        mapSteps(written(reply), (step) =>
          step.do === 'raw' ? [{ ...step, bytes: change(String(step.bytes)) }] : [step],
        ),
      );

/** Cuts the bytes of every step into pieces that are written one by one; the first has the cost of all. */
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

/** Cuts after the first byte of every multibyte character. */
function insideCharacters(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (let index = 1; index < bytes.length; index++) {
    const isLead = ((bytes[index - 1] ?? 0) & 0xc0) === 0xc0;
    if (!isLead) continue;
    chunks.push(bytes.subarray(start, index));
    start = index;
  }
  return [...chunks, bytes.subarray(start)];
}

/** Cuts between carriage return and line feed. */
const insideLineEnds = (bytes: Buffer): Buffer[] =>
  bytes
    .toString('latin1')
    .split(/(?<=\r)/)
    .map((chunk) => Buffer.from(chunk, 'latin1'));

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

/**
 * Writes each document separately: pretty JSON over several lines, a line without prefix, or two documents per event.
 */
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

/** Unusual but readable ways to write a stream: a tolerant client sees the same reply in all of them. */
export const framingFaults = faultsOf(
  `
  crlf | text | Lines end with CR LF | Every line of the stream ends with carriage return and line feed.
  crlf-split | text | CR LF split across packets | Lines end with CR LF, and each pair is split by the network.
  cr-only | text | Lines end with CR | Every line of the stream ends with a single carriage return.
  bom | text | Byte order mark | The stream begins with a byte order mark.
  no-space | text | No space after the colon | The JSON follows the data prefix without a space.
  utf8-split | text | Split characters | A reply in Chinese where the network splits every character.
  tiny-chunks | text | One byte at a time | Every byte of the response is written separately.
  one-burst | text | Buffered stream | A proxy buffers the stream and sends it all at the end.
  gzip-stream | text | Compressed stream | The stream is compressed although this was not requested.
  double-data-prefix | text | Duplicate data prefix | Every event begins with data: data: before its JSON.
  two-docs-one-event | text | Two documents in one event | Each event contains two JSON documents, one per line.
  multi-line-data | text | JSON across lines | The JSON of each event is split across many data lines.
  ndjson | text | JSON lines | The stream consists of JSON lines without a prefix.
  sse-as-text-plain | text | Stream labeled as text | A valid event stream with the content type of plain text.
  sse-as-json | text | Stream labeled as JSON | A valid event stream with the content type of JSON.
  no-content-type | text | No content type | The response has no content type.
  json-for-stream | text | JSON instead of a stream | A stream was requested, but one JSON document arrives.
  comment-keepalives | text | Comments between tokens | Keep-alive comments arrive before the first token and between tokens.
  ids-and-retry | text | Unused fields | Events contain IDs, retry times, unknown fields and unknown names.
  no-last-blank-line | text | Last event not closed | The last event has no closing blank line, and [DONE] is missing.
  bare-done | text | [DONE] without a prefix | The line with [DONE] has no data prefix.
  data-null | text | Empty events | Events with null, with an empty object and without data arrive between tokens.
`,
  {
    crlf: (reply) => reframe(reply, (text) => text.replaceAll('\n', '\r\n')),
    'crlf-split': (reply) =>
      inPieces(
        reframe(reply, (text) => text.replaceAll('\n', '\r\n')),
        insideLineEnds,
      ),
    'cr-only': (reply) => reframe(reply, (text) => text.replaceAll('\n', '\r')),
    bom: (reply) => startWith(reply, raw('\uFEFF')),
    'no-space': (reply) => reframe(reply, (text) => text.replace(/^data: /gm, 'data:')),
    'utf8-split': { alter: (reply) => inPieces(reply, insideCharacters), speaks: { inChinese: true } },
    'tiny-chunks': (reply) => inPieces(reply, eachByte),
    'one-burst': (reply) => withSteps(reply, () => inOneBurst(reply)),
    'gzip-stream': (reply) =>
      withHeaders(
        withSteps(reply, () => gzipSteps(written(reply))),
        { 'content-encoding': 'gzip' },
      ),
    'double-data-prefix': (reply) => reframe(reply, (text) => text.replace(/^data: /gm, 'data: data: ')),
    'two-docs-one-event': (reply) => (reply.form === 'events' ? withSteps(reply, inPairs) : reply),
    'multi-line-data': (reply) =>
      rewritten(reply, (document) => `${JSON.stringify(document, null, 1).replace(/^/gm, 'data: ')}\n\n`),
    ndjson: (reply) =>
      reply.form === 'json'
        ? reply
        : withHeaders(
            rewritten(
              withSteps(reply, (steps) => without(steps, 'done')),
              (document) => `${JSON.stringify(document)}\n`,
            ),
            { 'content-type': 'application/x-ndjson' },
          ),
    'sse-as-text-plain': (reply) => withHeaders(reply, { 'content-type': 'text/plain; charset=utf-8' }),
    'sse-as-json': (reply) => withHeaders(reply, { 'content-type': 'application/json' }),
    'no-content-type': unlabelled,
    'json-for-stream': { alter: (reply) => reply, speaks: { isWhole: true } },
    'comment-keepalives': (reply) =>
      reply.form === 'events'
        ? startWith(
            withSteps(reply, (steps) => amid(steps, 2, (place) => [raw(place % 2 ? ': PING\n\n' : ':\n\n')])),
            raw(': PING\n\n'),
          )
        : reply,
    'ids-and-retry': (reply) =>
      reply.form === 'events'
        ? withSteps(
            reframe(reply, (text) => `id: 7\nretry: 3000\nx-field\n${text}`),
            (steps) => mapSteps(steps, (step) => (step.do === 'raw' ? [step, raw('event: x-unknown\n\n')] : [step])),
          )
        : reply,
    'no-last-blank-line': (reply) =>
      reply.form === 'events'
        ? withSteps(reply, (steps) => withoutLastBlank(withSteps(reply, () => without(steps, 'usage', 'done'))))
        : reply,
    'bare-done': (reply) => reframe(reply, (text) => (text === eventText('[DONE]') ? '[DONE]\n\n' : text)),
    'data-null': (reply) =>
      reply.form === 'events'
        ? withSteps(reply, (steps) =>
            amid(steps, 2, () => [raw('data: null\n\ndata: {}\n\ndata: ""\n\ndata:\n\n\n\n')]),
          )
        : reply,
  },
);
