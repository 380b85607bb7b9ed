import { gzipSync } from 'node:zlib';
import { consoleHtml } from '../responses/console-page.ts';
import { withHeaders } from '../responses/errors.ts';
import { bareReply, isStreamed, type Reply, rawReply, type Step, written } from '../responses/reply.ts';
import { amid, andThen, breakOff, gzipSteps, mapSteps, startWith, withSteps } from '../responses/steps.ts';
import { faultsOf } from './fault.ts';

const mebibyte = 1024 * 1024;
const raw = (bytes: string | Uint8Array): Step => ({ do: 'raw', bytes });
const badEvent = raw('data: {"choices":[{"index":0,"delta":{"content":"bro\n\n');

const encoded = (reply: Reply, encoding: string, steps: Iterable<Step>): Reply =>
  withHeaders(
    withSteps(reply, () => steps),
    { 'content-encoding': encoding },
  );

const bytesOf = (reply: Reply): Buffer =>
  Buffer.concat([...written(reply)].map((step) => (step.do === 'raw' ? Buffer.from(step.bytes) : Buffer.alloc(0))));

/** Declares a length that is off by this many bytes; the connection closes after the bytes that exist. */
const withLength =
  (surplus: number) =>
  (reply: Reply): Reply => {
    const bytes = bytesOf(reply);
    return withHeaders(
      withSteps(reply, () => [raw(bytes), { do: 'close' }]),
      { 'content-length': String(Math.max(0, bytes.length + surplus)) },
    );
  };

/** Returns the JSON of a reply with a misplaced comma. */
const malformed = (reply: Reply): Reply =>
  withSteps(reply, () =>
    mapSteps(written(reply), (step) => (step.do === 'raw' ? [raw(String(step.bytes).replace(/\}$/, ',}'))] : [step])),
  );

/** Yields one event or one JSON text that is larger than clients should accept. */
function* giantLine(streamed: boolean): Generator<Step> {
  yield raw(`${streamed ? 'data: ' : ''}{"choices":[{"index":0,"delta":{"content":"`);
  const block = Buffer.alloc(64 * 1024, 'a');
  for (let written = 0; written < 64 * mebibyte; written += block.length) yield raw(block);
  yield raw(`"},"finish_reason":null}]}${streamed ? '\n\n' : ''}`);
}

/**
 * Yields a gibibyte of comments or spaces in about a megabyte: 64 equal gzip members in sequence, each 16 MiB when
 * unpacked. Generating it costs next to nothing.
 */
function* bomb(streamed: boolean): Generator<Step> {
  const line = streamed ? `:${' '.repeat(64 * 1024 - 2)}\n` : ' '.repeat(64 * 1024);
  const member = gzipSync(line.repeat((16 * mebibyte) / line.length));
  for (let members = 0; members < 64; members++) yield raw(member);
}

/** Inserts three bytes that are not UTF-8 into the text of every few steps. */
function corrupted(reply: Reply): Reply {
  let texts = 0;
  const corrupt = (bytes: string | Uint8Array): Buffer => {
    const text = String(bytes);
    const place = text.search(/"(?:content|text|delta)":"(?!")/);
    if (place < 0 || texts++ % 4 !== 2 % (isStreamed(reply) ? 4 : 1)) return Buffer.from(text);
    const at = text.indexOf('":"', place) + 3;
    return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.of(0xff, 0xc3, 0x28), Buffer.from(text.slice(at))]);
  };
  return withSteps(reply, () =>
    mapSteps(written(reply), (step) => (step.do === 'raw' ? [{ ...step, bytes: corrupt(step.bytes) }] : [step])),
  );
}

/** Bytes that are damaged, oversized or not HTTP at all. */
export const brokenByteFaults = faultsOf(
  `
  bad-json-event | any | Event with invalid JSON | Now and then, the JSON of an event is cut off.
  many-bad-events | any | Many events with invalid JSON | After a good start, thirty events in a row contain invalid JSON.
  only-bad-events | any | Only events with invalid JSON | No event of the stream contains valid JSON.
  giant-line | any | 64 MiB line | One event is larger than 64 MiB.
  invalid-utf8 | any | Invalid UTF-8 | The text contains bytes that are not valid UTF-8.
  gzip-bomb | any | Decompression bomb | One megabyte arrives that decompresses to one gibibyte.
  bad-gzip | any | Damaged compression | The response declares compression, but its bytes are not compressed.
  truncated-gzip | any | Truncated compression | The end of the compressed response is missing.
  unknown-encoding | any | Unknown encoding | The response declares an unknown encoding.
  stacked-encodings | any | Compressed six times | The response is compressed six times.
  wrong-length-long | any | Content-Length too long | Content-Length is 100 bytes more than what arrives before the connection closes.
  wrong-length-short | any | Content-Length too short | Content-Length is 20 bytes less than what arrives.
  not-http | any | Not HTTP | Another protocol responds on this port.
  bad-header | any | Invalid header | A header contains an invalid byte.
  both-lengths | any | Conflicting lengths | The response has a Content-Length and is also chunked.
  giant-headers | any | Oversized headers | The headers are larger than 32 KiB.
  empty-200 | any | Empty response | Status 200 with an empty body.
  204 | any | No content | Status 204, which has no body.
  html-200 | any | HTML page instead of a response | Status 200 with an HTML page, as a wrong base URL returns.
  html-in-stream | any | HTML page with the expected content type | An HTML page arrives with the content type that was expected.
  surplus-bytes | any | Extra bytes after the end | Meaningless bytes follow the end of the response.
  leading-blanks | any | Leading blank lines | The response begins with blank lines and spaces.
`,
  {
    'bad-json-event': (reply) =>
      isStreamed(reply) ? withSteps(reply, (steps) => amid(steps, 5, () => [badEvent])) : malformed(reply),
    'many-bad-events': (reply) =>
      isStreamed(reply) ? breakOff(reply, ...Array.from({ length: 30 }, () => badEvent)) : malformed(reply),
    'only-bad-events': (reply) =>
      isStreamed(reply) ? withSteps(reply, () => Array.from({ length: 8 }, () => badEvent)) : malformed(reply),
    'giant-line': (reply) => withSteps(reply, () => giantLine(isStreamed(reply))),
    'invalid-utf8': corrupted,
    'gzip-bomb': (reply) => encoded(reply, 'gzip', bomb(isStreamed(reply))),
    'bad-gzip': (reply) =>
      encoded(reply, 'gzip', [raw(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xde, 0xad, 0xbe, 0xef]))]),
    'truncated-gzip': (reply) => encoded(reply, 'gzip', gzipSteps(written(breakOff(reply)), false)),
    'unknown-encoding': (reply) => withHeaders(reply, { 'content-encoding': 'rot13' }),
    'stacked-encodings': (reply) => {
      const packed = Array.from({ length: 6 }).reduce<Buffer>((bytes) => gzipSync(bytes), bytesOf(reply));
      return encoded(reply, Array.from({ length: 6 }, () => 'gzip').join(', '), [raw(packed)]);
    },
    'wrong-length-long': withLength(100),
    'wrong-length-short': withLength(-20),
    'not-http': { instead: () => bareReply(raw('SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13\r\n')) },
    'bad-header': {
      instead: () => bareReply(raw('HTTP/1.1 200 OK\r\nx-note: a\u0000b\r\ncontent-length: 2\r\n\r\n{}')),
    },
    'both-lengths': {
      instead: () =>
        bareReply(
          raw(
            'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
          ),
        ),
    },
    'giant-headers': (reply) => withHeaders(reply, { 'x-padding': 'h'.repeat(32 * 1024) }),
    'empty-200': (reply) => withSteps(reply, () => []),
    '204': { instead: () => rawReply(204, null, '') },
    'html-200': { instead: () => rawReply(200, 'text/html; charset=utf-8', consoleHtml) },
    'html-in-stream': (reply) => withSteps(reply, () => [raw(consoleHtml)]),
    'surplus-bytes': (reply) => andThen(reply, raw('\n\n\u0000garbage')),
    'leading-blanks': (reply) => startWith(reply, raw(isStreamed(reply) ? '\n\n\n' : ' \n\n ')),
  },
);
