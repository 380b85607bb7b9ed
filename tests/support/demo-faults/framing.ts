import { eventText, type Reply, type Step, withHeaders, written } from '#demo/responses/reply.ts';
import { amid, mapSteps, without, withSteps } from '#demo/responses/steps.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { gzipSteps, startWith } from './step-changes.ts';

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
  crlf | text
  crlf-split | text
  cr-only | text
  bom | text
  no-space | text
  utf8-split | text
  tiny-chunks | text
  one-burst | text
  gzip-stream | text
  double-data-prefix | text
  two-docs-one-event | text
  multi-line-data | text
  ndjson | text
  sse-as-text-plain | text
  sse-as-json | text
  no-content-type | text
  comment-keepalives | text
  ids-and-retry | text
  no-last-blank-line | text
  bare-done | text
  data-null | text
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
