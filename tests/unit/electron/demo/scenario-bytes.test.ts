import { constants, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openGateway } from './demo-client.ts';
import { eventsOf } from './raw-client.ts';
import {
  chatStream,
  chatWhole,
  contentOf,
  finishOf,
  models,
  nativeStream,
  nativeWhole,
  responseStream,
  see,
} from './scenario-probe.ts';

test('cuts: reset, close, clean end', async () => {
  await using gateway = await openGateway();
  const reset = await see(gateway, 'cut-mid-stream');
  expect([reset.raw.ending, reset.isWhole, finishOf(reset.events)]).toEqual(['reset', false, undefined]);
  expect(contentOf(reset.events).length).toBeGreaterThan(10);
  const closed = await see(gateway, 'close-mid-stream');
  expect([closed.raw.ending, closed.isWhole]).toEqual(['end', false]);
  const clean = await see(gateway, 'clean-eof');
  expect([clean.raw.ending, clean.isWhole, finishOf(clean.events)]).toEqual(['end', true, undefined]);
  expect(clean.text).not.toContain('[DONE]');
  const half = await see(gateway, 'clean-eof', chatWhole);
  expect(() => JSON.parse(half.text)).toThrow(SyntaxError);
  expect(half.isWhole).toBe(true);
  expect((await see(gateway, 'reset-before-headers')).raw).toMatchObject({ ending: 'reset', bytes: Buffer.alloc(0) });
  expect((await see(gateway, 'close-before-headers')).raw).toMatchObject({ ending: 'end', bytes: Buffer.alloc(0) });
});

test('ends without a finish reason, and a finish reason without an end', async () => {
  await using gateway = await openGateway();
  const done = await see(gateway, 'done-only');
  expect([finishOf(done.events), eventsOf(done.body).at(-1)]).toEqual([undefined, '[DONE]']);
  const missing = await see(gateway, 'finish-missing');
  expect([finishOf(missing.events), missing.events.at(-1).usage.total_tokens > 0]).toEqual([undefined, true]);
  const late = await see(gateway, 'reset-after-finish');
  expect([finishOf(late.events), late.raw.ending, late.text.includes('[DONE]')]).toEqual(['stop', 'reset', false]);
  const open = await see(gateway, 'no-done-socket-open', chatStream, (bytes) =>
    bytes.includes('"finish_reason":"stop"'),
  );
  expect([open.raw.ending, open.text.includes('[DONE]')]).toEqual(['left', false]);
  const terminal = await see(gateway, 'responses-missing-terminal', responseStream);
  expect(terminal.text).not.toContain('response.completed');
});

test('an open connection sends nothing more', async () => {
  await using gateway = await openGateway();
  const { text, raw } = await see(
    gateway,
    'hang-mid-body',
    chatStream,
    (bytes) => bytes.includes(' rearranges') || bytes.length > 2500,
  );
  expect(raw.ending).toBe('left');
  expect(text).not.toContain('finish_reason":"stop"');
  const comments = await see(gateway, 'comments-only', chatStream, (bytes) => bytes.includes(': PING\n\n'));
  expect(comments.text).toBe(': PING\n\n');
});

test('errors inside a stream', async () => {
  await using gateway = await openGateway();
  const inBand = await see(gateway, 'error-in-band');
  expect([inBand.status, inBand.events.at(-1).error.code]).toEqual([200, 'insufficient_quota']);
  expect(contentOf(inBand.events).length).toBeGreaterThan(10);
  expect(eventsOf((await see(gateway, 'error-then-done')).body).at(-1)).toBe('[DONE]');
  expect((await see(gateway, 'error-first')).events).toHaveLength(1);
  expect((await see(gateway, 'error-chunk')).events.at(-1)).toMatchObject({
    choices: [],
    error: { type: 'upstream_error' },
  });
  expect((await see(gateway, 'error-numeric-code')).events.at(-1).error.code).toBe(400);
  expect((await see(gateway, 'bare-error-mid-stream')).text).toMatch(/\n\n\{"error":\{[^\n]+$/);
  expect((await see(gateway, 'ping-then-bare-error')).text).toMatch(/^: PING\n\n\{"error":/);
  const flat = await see(gateway, 'responses-flat-error', responseStream);
  expect(flat.text).toMatch(
    /event: error\ndata: \{"type":"error","sequence_number":99,"code":"server_error"[^\n]+\n\n$/,
  );
  expect((await see(gateway, 'responses-nested-error', responseStream)).events.at(-1).error.code).toBe('server_error');
  const native = await see(gateway, 'error-in-band', nativeStream);
  expect(native.events.at(-1).error.status).toBe('RESOURCE_EXHAUSTED');
});

test('an error labeled as a stream', async () => {
  await using gateway = await openGateway();
  const { status, headers, text } = await see(gateway, 'error-as-event-stream');
  expect([status, headers.get('content-type')]).toEqual([400, 'text/event-stream']);
  expect(JSON.parse(text).error).toMatchObject({ type: 'upstream_error', param: '', code: 400 });
});

test('framing: line ends, marks, prefixes', async () => {
  await using gateway = await openGateway();
  const crlf = await see(gateway, 'crlf');
  expect(crlf.text).not.toMatch(/(?<!\r)\n/);
  expect(crlf.text.endsWith('data: [DONE]\r\n\r\n')).toBe(true);
  const split = await see(gateway, 'crlf-split');
  expect(split.pieces.filter((piece) => piece.toString().endsWith('\r')).length).toBeGreaterThan(10);
  const cr = await see(gateway, 'cr-only');
  expect(cr.text).not.toContain('\n');
  expect(cr.text.endsWith('data: [DONE]\r\r')).toBe(true);
  const bom = await see(gateway, 'bom');
  expect([...bom.body.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x64]);
  expect((await see(gateway, 'no-space')).text).toMatch(/^data:\{[\s\S]*\n\ndata:\[DONE\]\n\n$/);
  expect((await see(gateway, 'double-data-prefix')).text).toMatch(/^data: data: \{/);
  expect((await see(gateway, 'two-docs-one-event')).text).toMatch(/^data: \{[^\n]+\ndata: \{[^\n]+\n\ndata: /);
  expect((await see(gateway, 'multi-line-data')).text).toMatch(/^data: \{\ndata: {2}"id"/);
  const lines = (await see(gateway, 'ndjson')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line)).at(-1).usage).toBeDefined();
  expect((await see(gateway, 'bare-done')).text).toMatch(/\n\n\[DONE\]\n\n$/);
  expect((await see(gateway, 'no-last-blank-line')).text).toMatch(/"finish_reason":"stop"\}\]\}?[^\n]*$/);
  expect((await see(gateway, 'comment-keepalives')).text).toMatch(/^: PING\n\ndata: /);
  expect((await see(gateway, 'data-null')).text).toContain('data: null\n\ndata: {}\n\ndata: ""\n\ndata:\n\n');
  expect((await see(gateway, 'ids-and-retry')).text).toMatch(/^id: 7\nretry: 3000\nx-field\ndata: \{/);
});

test('framing: labels', async () => {
  await using gateway = await openGateway();
  expect((await see(gateway, 'sse-as-text-plain')).headers.get('content-type')).toContain('text/plain');
  expect((await see(gateway, 'sse-as-json')).headers.get('content-type')).toBe('application/json');
  expect((await see(gateway, 'no-content-type')).headers.has('content-type')).toBe(false);
  const whole = await see(gateway, 'json-for-stream');
  expect(JSON.parse(whole.text).object).toBe('chat.completion');
  expect(JSON.parse((await see(gateway, 'json-for-stream', responseStream)).text).object).toBe('response');
});

test('chunks: bytes, characters, one burst', async () => {
  await using gateway = await openGateway();
  const tiny = await see(gateway, 'tiny-chunks');
  expect(tiny.pieces.every((piece) => piece.length === 1)).toBe(true);
  expect(finishOf(tiny.events)).toBe('stop');
  const cut = await see(gateway, 'utf8-split');
  const broken = cut.pieces.filter((piece) => piece.toString('utf8').includes('\uFFFD'));
  expect(broken.length).toBeGreaterThan(20);
  expect(contentOf(cut.events)).toContain('演示网关');
  expect((await see(gateway, 'one-burst')).pieces).toHaveLength(1);
});

test('compression: good, flushed as it goes', async () => {
  await using gateway = await openGateway();
  const { headers, pieces, body } = await see(gateway, 'gzip-stream');
  expect(headers.get('content-encoding')).toBe('gzip');
  const text = gunzipSync(body).toString();
  expect(text).toContain('data: [DONE]');
  const early = gunzipSync(Buffer.concat(pieces.slice(0, 4)), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  expect(text.startsWith(early)).toBe(true);
  expect(early.split('\n\n').length).toBeGreaterThan(3);
});

test('compression: damaged, unknown, stacked, a bomb', async () => {
  await using gateway = await openGateway();
  const bad = await see(gateway, 'bad-gzip');
  expect(() => gunzipSync(bad.body)).toThrow();
  const short = await see(gateway, 'truncated-gzip');
  expect(() => gunzipSync(short.body)).toThrow(/unexpected end/);
  expect(gunzipSync(short.body, { finishFlush: constants.Z_SYNC_FLUSH }).toString()).toContain('data: {');
  const unknown = await see(gateway, 'unknown-encoding');
  expect([unknown.headers.get('content-encoding'), finishOf(unknown.events)]).toEqual(['rot13', 'stop']);
  const stacked = await see(gateway, 'stacked-encodings', chatWhole);
  expect(stacked.headers.get('content-encoding')?.split(', ')).toHaveLength(6);
  const opened = Array.from({ length: 6 }).reduce<Buffer>((bytes) => gunzipSync(bytes), stacked.body);
  expect(JSON.parse(opened.toString()).object).toBe('chat.completion');
  const bomb = await see(gateway, 'gzip-bomb');
  expect(bomb.body.length).toBeLessThan(2 * 1024 * 1024);
  expect(() => gunzipSync(bomb.body, { maxOutputLength: 200 * 1024 * 1024 })).toThrow(/larger than/);
});

test('wrong lengths and headers', async () => {
  await using gateway = await openGateway();
  const long = await see(gateway, 'wrong-length-long', chatWhole);
  expect(Number(long.headers.get('content-length')) - long.body.length).toBe(100);
  const short = await see(gateway, 'wrong-length-short', chatWhole);
  expect(short.body.length - Number(short.headers.get('content-length'))).toBe(20);
  expect((await see(gateway, 'not-http')).raw.bytes.toString()).toMatch(/^SSH-2\.0/);
  expect((await see(gateway, 'bad-header')).raw.bytes.includes(Buffer.from('x-note: a\0b'))).toBe(true);
  const both = await see(gateway, 'both-lengths');
  expect([both.headers.has('content-length'), both.headers.get('transfer-encoding')]).toEqual([true, 'chunked']);
  expect((await see(gateway, 'giant-headers')).headers.get('x-padding')).toHaveLength(32 * 1024);
});

test('bodies that are empty, or something else', async () => {
  await using gateway = await openGateway();
  const empty = await see(gateway, 'empty-200');
  expect([empty.status, empty.body.length, empty.headers.get('content-type')]).toEqual([200, 0, 'text/event-stream']);
  const none = await see(gateway, '204');
  expect([none.status, none.body.length]).toEqual([204, 0]);
  expect((await see(gateway, 'html-200', models)).text).toContain('<title>');
  const disguised = await see(gateway, 'html-in-stream');
  expect([disguised.headers.get('content-type'), disguised.text.startsWith('<!doctype')]).toEqual([
    'text/event-stream',
    true,
  ]);
  const utf8 = await see(gateway, 'invalid-utf8');
  expect(utf8.body.includes(Buffer.of(0xff, 0xc3, 0x28))).toBe(true);
  expect(finishOf(utf8.events)).toBe('stop');
  const whole = await see(gateway, 'invalid-utf8', nativeWhole);
  expect(whole.body.includes(Buffer.of(0xff, 0xc3, 0x28))).toBe(true);
});

test('broken JSON: occasional, frequent, only', async () => {
  await using gateway = await openGateway();
  const some = await see(gateway, 'bad-json-event');
  expect(eventsOf(some.body).length - some.events.length).toBeGreaterThan(3);
  expect(finishOf(some.events)).toBe('stop');
  const many = await see(gateway, 'many-bad-events');
  expect(eventsOf(many.body).length - many.events.length).toBe(30);
  expect((await see(gateway, 'only-bad-events')).events).toEqual([]);
  const whole = await see(gateway, 'bad-json-event', chatWhole);
  expect(() => JSON.parse(whole.text)).toThrow(SyntaxError);
});

test('one line of 64 MiB', async () => {
  await using gateway = await openGateway();
  const { body } = await see(gateway, 'giant-line');
  expect(body.length).toBeGreaterThan(64 * 1024 * 1024);
  expect(body.indexOf('\n')).toBe(body.length - 2);
});
