import { gzipSync } from 'node:zlib';
import { consoleHtml } from '../responses/console-page.ts';
import { bareReply, isStreamed, type Reply, rawReply, type Step, withHeaders, written } from '../responses/reply.ts';
import { amid, mapSteps, withSteps } from '../responses/steps.ts';
import { faultsOf } from './fault.ts';

const mebibyte = 1024 * 1024;

export const raw = (bytes: string | Uint8Array): Step => ({ do: 'raw', bytes });

export const badEvent = raw('data: {"choices":[{"index":0,"delta":{"content":"bro\n\n');

export const encoded = (reply: Reply, encoding: string, steps: Iterable<Step>): Reply =>
  withHeaders(
    withSteps(reply, () => steps),
    { 'content-encoding': encoding },
  );

export const bytesOf = (reply: Reply): Buffer =>
  Buffer.concat([...written(reply)].map((step) => (step.do === 'raw' ? Buffer.from(step.bytes) : Buffer.alloc(0))));

/** Declares a length that is off by this many bytes; the connection closes after the bytes that exist. */
export const withLength =
  (surplus: number) =>
  (reply: Reply): Reply => {
    const bytes = bytesOf(reply);
    return withHeaders(
      withSteps(reply, () => [raw(bytes), { do: 'close' }]),
      { 'content-length': String(Math.max(0, bytes.length + surplus)) },
    );
  };

/** Returns the JSON of a reply with a misplaced comma. */
export const malformed = (reply: Reply): Reply =>
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
  bad-json-event | any | malformed | Event with invalid JSON | 事件含无效 JSON
  giant-line | any | malformed | 64 MiB line | 64 MiB 的单行
  invalid-utf8 | any | malformed | Invalid UTF-8 | 无效的 UTF-8
  gzip-bomb | any | malformed | Decompression bomb | 解压炸弹
  bad-gzip | any | malformed | Damaged compression | 压缩数据损坏
  unknown-encoding | any | malformed | Unknown encoding | 未知编码
  wrong-length-long | any | cut | Content-Length too long | Content-Length 过长
  not-http | any | malformed | Not HTTP | 不是 HTTP
  giant-headers | any | malformed | Oversized headers | 响应头过大
  empty-200 | any | malformed | Empty response | 空响应
  json-for-stream | text | malformed | JSON instead of a stream | 要求流却返回 JSON
  html-200 | any | malformed | HTML page instead of a response | 返回 HTML 页面
  html-in-stream | any | malformed | HTML page with the expected content type | HTML 页面冒充预期类型
`,
  {
    'bad-json-event': (reply) =>
      isStreamed(reply) ? withSteps(reply, (steps) => amid(steps, 5, () => [badEvent])) : malformed(reply),
    'giant-line': (reply) => withSteps(reply, () => giantLine(isStreamed(reply))),
    'invalid-utf8': corrupted,
    'gzip-bomb': (reply) => encoded(reply, 'gzip', bomb(isStreamed(reply))),
    'bad-gzip': (reply) =>
      encoded(reply, 'gzip', [raw(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xde, 0xad, 0xbe, 0xef]))]),
    'unknown-encoding': (reply) => withHeaders(reply, { 'content-encoding': 'rot13' }),
    'wrong-length-long': withLength(100),
    'not-http': { instead: () => bareReply(raw('SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13\r\n')) },
    'giant-headers': (reply) => withHeaders(reply, { 'x-padding': 'h'.repeat(32 * 1024) }),
    'empty-200': (reply) => withSteps(reply, () => []),
    'json-for-stream': { alter: (reply) => reply, speaks: { isWhole: true } },
    'html-200': { instead: () => rawReply(200, 'text/html; charset=utf-8', consoleHtml) },
    'html-in-stream': (reply) => withSteps(reply, () => [raw(consoleHtml)]),
  },
);
