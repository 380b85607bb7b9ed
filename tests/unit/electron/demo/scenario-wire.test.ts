import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { type Capture, capture, eventsOf, type ParsedAnswer, parseAnswer } from './raw-client.ts';
import { chatBody, openGateway } from './talk.ts';

interface Seen extends ParsedAnswer {
  raw: Capture;
  text: string;
  /** JSON of every event but the done sign. */
  events: any[];
}

const chatStream = { path: '/v1/chat/completions', body: chatBody('Weather in Rome', { stream: true }) };
const chatWhole = { path: '/v1/chat/completions', body: chatBody('Weather in Rome') };
const responseStream = { path: '/v1/responses', body: { model: 'demo-chat', input: 'Weather in Rome', stream: true } };
const nativeBody = { contents: [{ parts: [{ text: 'Weather in Rome' }] }] };
const nativeStream = { path: '/v1beta/models/demo-chat:streamGenerateContent?alt=sse', body: nativeBody };
const nativeWhole = { path: '/v1beta/models/demo-chat:generateContent', body: nativeBody };
const models = { method: 'GET', path: '/v1/models' };

async function see(
  gateway: DemoGateway,
  scenario: string,
  request: { method?: string; path: string; body?: object } = chatStream,
  seenEnough?: (bytes: Buffer) => boolean,
): Promise<Seen> {
  const raw = await capture(gateway, { ...request, headers: { 'x-demo-scenario': scenario } }, seenEnough);
  const answer = parseAnswer(raw);
  const events = eventsOf(answer.body).flatMap((event) => {
    try {
      return [JSON.parse(event)];
    } catch {
      return [];
    }
  });
  return { ...answer, raw, text: answer.body.toString('utf8'), events };
}

const contentOf = (events: any[]): string => events.map((event) => event.choices?.[0]?.delta?.content ?? '').join('');
const finishOf = (events: any[]): unknown => events.map((event) => event.choices?.[0]?.finish_reason).find(Boolean);
const callsOf = (events: any[]): any[] => events.flatMap((event) => event.choices?.[0]?.delta?.tool_calls ?? []);

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

test('ends without proof, and proof without an end', async () => {
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

test('an open connection says nothing more', async () => {
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

test('an error labelled as a stream', async () => {
  await using gateway = await openGateway();
  const { status, headers, text } = await see(gateway, 'error-as-event-stream');
  expect([status, headers.get('content-type')]).toEqual([400, 'text/event-stream']);
  expect(JSON.parse(text).error).toMatchObject({ type: 'upstream_error', param: '', code: 400 });
});

test('frames: line ends, marks, prefixes', async () => {
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
  expect((await see(gateway, 'no-space')).text).toMatch(/^data:\{[^]*\n\ndata:\[DONE\]\n\n$/);
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

test('frames: labels', async () => {
  await using gateway = await openGateway();
  expect((await see(gateway, 'sse-as-text-plain')).headers.get('content-type')).toContain('text/plain');
  expect((await see(gateway, 'sse-as-json')).headers.get('content-type')).toBe('application/json');
  expect((await see(gateway, 'no-content-type')).headers.has('content-type')).toBe(false);
  const whole = await see(gateway, 'json-for-stream');
  expect(JSON.parse(whole.text).object).toBe('chat.completion');
  expect(JSON.parse((await see(gateway, 'json-for-stream', responseStream)).text).object).toBe('response');
});

test('pieces: bytes, characters, one burst', async () => {
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
  expect(() => gunzipSync(Buffer.alloc(0))).toThrow();
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
  expect(() => brotliDecompressSync(bomb.body)).toThrow();
});

test('lengths and headers that lie', async () => {
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

test('bodies that are nothing, or something else', async () => {
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

test('broken JSON: now and then, many, only', async () => {
  await using gateway = await openGateway();
  const some = await see(gateway, 'bad-json-event');
  expect(eventsOf(some.body).length - some.events.length).toBeGreaterThan(3);
  expect(finishOf(some.events)).toBe('stop');
  const many = await see(gateway, 'many-bad-events');
  expect(eventsOf(many.body).length - many.events.length).toBe(30);
  expect((await see(gateway, 'only-bad-events')).events).toEqual([]);
  expect(() => JSON.parse('{}')).not.toThrow();
  const whole = await see(gateway, 'bad-json-event', chatWhole);
  expect(() => JSON.parse(whole.text)).toThrow(SyntaxError);
});

test('one line of 64 MiB', async () => {
  await using gateway = await openGateway();
  const { body } = await see(gateway, 'giant-line');
  expect(body.length).toBeGreaterThan(64 * 1024 * 1024);
  expect(body.indexOf('\n')).toBe(body.length - 2);
});

test('usage in odd places', async () => {
  await using gateway = await openGateway();
  const everywhere = await see(gateway, 'usage-everywhere');
  const totals = everywhere.events.map((event) => event.usage.total_tokens);
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  expect(new Set(totals).size).toBeGreaterThan(10);
  const onFinish = await see(gateway, 'usage-on-finish');
  expect(onFinish.events.at(-1)).toMatchObject({
    choices: [{ finish_reason: 'stop' }],
    usage: { prompt_tokens: expect.any(Number) },
  });
  expect((await see(gateway, 'usage-absent')).events.some((event) => event.usage)).toBe(false);
  expect('choices' in (await see(gateway, 'no-choices-chunk')).events.at(-1)).toBe(false);
  expect((await see(gateway, 'empty-choices')).events[0]).toMatchObject({
    choices: [],
    prompt_filter_results: expect.any(Array),
  });
});

test('shapes of chat answers', async () => {
  await using gateway = await openGateway();
  const parts = await see(gateway, 'content-parts');
  expect(parts.events[1].choices[0].delta.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  expect(finishOf((await see(gateway, 'finish-odd')).events)).toBe('end_turn');
  const made = await see(gateway, 'finish-fabricated');
  expect([contentOf(made.events), finishOf(made.events), made.events.at(-1).usage.total_tokens]).toEqual([
    '',
    'other',
    0,
  ]);
  expect((await see(gateway, 'odd-envelope')).events[0]).toMatchObject({ id: '', created: 1785500000.25 });
  expect((await see(gateway, 'null-content')).events.at(-2).choices[0].delta).toMatchObject({
    role: 'assistant',
    content: null,
  });
  const twice = contentOf((await see(gateway, 'chunks-duplicated')).events);
  expect(twice.length).toBe(2 * contentOf((await see(gateway, 'crlf-split')).events).length || twice.length);
  expect(
    (await see(gateway, 'refusal')).events.map((event) => event.choices[0]?.delta.refusal ?? '').join(''),
  ).toContain('I will not');
});

test('reasoning under other names and between tags', async () => {
  await using gateway = await openGateway();
  const [, first] = (await see(gateway, 'reasoning-field')).events;
  expect(Object.keys(first.choices[0].delta)).toEqual(['reasoning']);
  const [, both] = (await see(gateway, 'reasoning-both')).events;
  expect(both.choices[0].delta.reasoning).toBe(both.choices[0].delta.reasoning_content);
  const tagged = contentOf((await see(gateway, 'think-tags')).events);
  expect(tagged).toMatch(/^<think>\nThe user wrote[^]+\n<\/think>\n\n[^]+$/);
  const whole = JSON.parse((await see(gateway, 'think-tags', chatWhole)).text).choices[0].message;
  expect([whole.content, whole.reasoning_content]).toEqual([tagged, undefined]);
  const split = (await see(gateway, 'think-split')).events.map((event) => event.choices[0]?.delta.content);
  expect(split.slice(1, 3)).toEqual(['<thi', 'nk>\n']);
  expect(split.join('')).toBe(tagged);
  const unopened = contentOf((await see(gateway, 'think-unopened')).events);
  expect(`<think>\n${unopened}`).toBe(tagged);
});

test('tool calls gone wrong', async () => {
  await using gateway = await openGateway();
  const argumentsOf = (calls: any[]): string => calls.map((call) => call.function.arguments).join('');
  const wanted = '{"city":"Rome","unit":"celsius"}';
  const plain = callsOf((await see(gateway, 'tool-no-index')).events);
  expect(plain.some((call) => 'index' in call)).toBe(false);
  expect(argumentsOf(plain)).toBe(wanted);
  const zero = callsOf((await see(gateway, 'tool-index-zero')).events);
  expect(new Set(zero.map((call) => call.index))).toEqual(new Set([0]));
  expect(new Set(zero.flatMap((call) => call.id ?? [])).size).toBe(2);
  const split = callsOf((await see(gateway, 'tool-split-indexes')).events);
  expect([split[0].index, split[1].index, new Set(split.map((call) => call.id)).size]).toEqual([0, 1, 1]);
  const late = callsOf((await see(gateway, 'tool-name-late')).events);
  expect(late.map((call) => call.function.name).slice(0, 4)).toEqual([null, null, 'get_weather', null]);
  expect(argumentsOf(late)).toBe(wanted);
  expect(
    callsOf((await see(gateway, 'tool-head-repeated')).events).every((call) => call.id && call.function.name),
  ).toBe(true);
  const objects = callsOf((await see(gateway, 'tool-args-object')).events);
  expect(objects.at(-1).function.arguments).toEqual(JSON.parse(wanted));
  expect(objects).toHaveLength(2);
  const snapshots = callsOf((await see(gateway, 'tool-args-snapshot')).events);
  expect(snapshots.at(-1).function.arguments).toBe(wanted);
  expect(snapshots.at(-1).function.arguments.startsWith(snapshots.at(-2).function.arguments)).toBe(true);
  const cut = await see(gateway, 'tool-args-truncated');
  expect(() => JSON.parse(argumentsOf(callsOf(cut.events)))).toThrow(SyntaxError);
  expect(finishOf(cut.events)).toBe('tool_calls');
  const stop = await see(gateway, 'tool-finish-stop');
  expect([finishOf(stop.events), argumentsOf(callsOf(stop.events))]).toEqual(['stop', wanted]);
  expect(argumentsOf(callsOf((await see(gateway, 'tool-args-empty')).events))).toBe('');
  const whole = JSON.parse((await see(gateway, 'tool-args-object', chatWhole)).text);
  expect(whole.choices[0].message.tool_calls[0].function.arguments).toEqual(JSON.parse(wanted));
});

test('oddities of responses', async () => {
  await using gateway = await openGateway();
  const of = async (name: string) => (await see(gateway, name, responseStream)).events;
  const numbers = (events: any[]): number[] => events.map((event) => event.sequence_number);
  expect((await of('responses-float-created'))[0].response.created_at).toBe(1785500000.25);
  expect((await of('responses-empty-output')).at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [] },
  });
  const gap = numbers(await of('responses-gap'));
  expect(gap.at(-1)).toBeGreaterThan(gap.length - 1);
  const doubled = numbers(await of('responses-duplicate'));
  expect(new Set(doubled).size).toBeLessThan(doubled.length);
  expect(numbers(await of('responses-unnumbered')).every((number) => number === undefined)).toBe(true);
  expect((await see(gateway, 'responses-nameless', responseStream)).text).not.toContain('event:');
  expect((await see(gateway, 'responses-stale-names', responseStream)).text).not.toContain('event: response');
  expect((await see(gateway, 'responses-done', responseStream)).text).toMatch(/data: \[DONE\]\n\n$/);
  expect((await of('responses-failed')).at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error' } },
  });
  expect(
    (await of('responses-legacy-reasoning')).some((event) => event.type === 'response.reasoning_summary.delta'),
  ).toBe(true);
  expect((await of('responses-arguments-object')).at(-1).response.output[0].arguments).toEqual({
    city: 'Rome',
    unit: 'celsius',
  });
  expect((await of('content-filter')).at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: { incomplete_details: { reason: 'content_filter' } },
  });
});

test('oddities of the native protocol', async () => {
  await using gateway = await openGateway();
  expect((await see(gateway, 'native-blocked', nativeWhole)).text).toBe('{"promptFeedback":{"blockReason":"SAFETY"}}');
  expect(JSON.parse((await see(gateway, 'native-no-content', nativeWhole)).text).candidates).toEqual([
    { finishReason: 'OTHER', index: 0 },
  ]);
  const array = await see(gateway, 'native-array', nativeStream);
  expect(JSON.parse(array.text).length).toBeGreaterThan(10);
  expect(() => JSON.parse('[')).toThrow();
  const cut = await see(gateway, 'native-array-cut', nativeStream);
  expect([cut.text.startsWith('[{'), cut.text.endsWith(']'), cut.isWhole]).toEqual([true, false, false]);
  const nulls = (await see(gateway, 'native-null-finish', nativeStream)).events;
  expect([nulls[0].candidates[0].finishReason, nulls.at(-1).candidates[0].finishReason]).toEqual([null, 'STOP']);
  const spent = JSON.parse((await see(gateway, 'native-thought-limit', nativeWhole)).text);
  expect(spent.candidates[0]).toMatchObject({ finishReason: 'MAX_TOKENS', content: { role: 'model' } });
  expect(spent.usageMetadata.thoughtsTokenCount).toBeGreaterThan(0);
  expect(JSON.parse((await see(gateway, 'refusal', nativeWhole)).text).candidates[0].finishReason).toBe('SAFETY');
});

test('lists of other gateways', async () => {
  await using gateway = await openGateway();
  const list = async (name: string) => JSON.parse((await see(gateway, name, models)).text).data;
  expect((await list('models-null-types'))[0].supported_endpoint_types).toBeNull();
  const twice = await list('models-duplicates');
  expect(new Set(twice.map((model: { id: string }) => model.id)).size).toBe(twice.length / 2);
  expect(await list('models-empty')).toEqual([]);
  expect((await list('models-plain'))[0]).toMatchObject({ permission: [], root: 'demo-chat', parent: null });
  expect((await list('models-rich'))[0].context_length).toBe(131072);
  const pages = await see(gateway, 'models-endless-pages', { method: 'GET', path: '/v1beta/models?pageSize=3' });
  expect(JSON.parse(pages.text).nextPageToken).toBe('again');
});

test('the key is repeated in the header, the body and the stream', async () => {
  await using gateway = await openGateway();
  const stream = await see(gateway, 'echo-credentials');
  expect(stream.headers.get('x-echo-authorization')).toBe('Bearer demo-key');
  expect(stream.events.at(-1).error.message).toContain('Bearer demo-key');
  const whole = await see(gateway, 'echo-credentials', chatWhole);
  expect([whole.status, whole.text.includes('demo-key')]).toEqual([400, true]);
});

test('statuses look as their senders write them', async () => {
  await using gateway = await openGateway();
  for (const name of ['401', '402', '403', '404', '408', '409', '415', '500', '504', '529']) {
    expect((await see(gateway, name)).status).toBe(Number(name));
  }
  const rate = await see(gateway, '429-retry-after');
  expect([rate.status, rate.headers.get('retry-after')]).toEqual([429, '3']);
  const date = await see(gateway, '429-date');
  expect(Date.parse(date.headers.get('retry-after') ?? '')).toBeGreaterThan(Date.now());
  const silent = await see(gateway, '429-empty');
  expect([silent.status, silent.body.length]).toEqual([429, 0]);
  expect((await see(gateway, '502-html')).text).toContain('<title>502 Bad Gateway</title>');
  expect((await see(gateway, '524-html')).text).toMatch(/<title>[^<]+\| 524: A timeout occurred<\/title>/);
  expect(JSON.parse((await see(gateway, '500-invalid-request')).text).error.code).toBe('invalid_request');
  expect(JSON.parse((await see(gateway, '422-detail')).text).detail[0].loc).toEqual(['body', 'max_tokens']);
  expect(JSON.parse((await see(gateway, 'array-wrapped')).text)[0].error.status).toBe('INVALID_ARGUMENT');
  expect(JSON.parse((await see(gateway, 'error-string')).text)).toEqual({ error: 'something went wrong upstream' });
  expect(JSON.parse((await see(gateway, 'success-false')).text).success).toBe(false);
});

test('fixtures are exact', async () => {
  await using gateway = await openGateway();
  expect(contentOf((await see(gateway, 'fixture-s1')).events.slice(0))).toBe('Hi €');
  const cut = await see(gateway, 'fixture-s2');
  expect(cut.pieces.map((piece) => piece.toString('utf8').includes('\uFFFD'))).toEqual([true, true]);
  expect(cut.text).toContain('Hi €');
  expect(finishOf((await see(gateway, 'fixture-s3')).events)).toBeUndefined();
  expect(JSON.parse((await see(gateway, 'fixture-s4')).text).error.message).toBe('bad (request id: 2026X)');
  expect((await see(gateway, 'fixture-s5')).text).toMatch(/^: PING\n\n\{"error"/);
  expect((await see(gateway, 'fixture-s6')).text).toMatch(/\{"error":\{"message":"quota"\}\}\n\ndata: \[DONE\]$/);
  expect(
    callsOf((await see(gateway, 'fixture-s7')).events)
      .map((call) => call.function.arguments)
      .join(''),
  ).toBe('{"x":1}');
  expect(contentOf((await see(gateway, 'fixture-s8')).events)).toBe('<think>plan</think>answer');
  const open = await see(gateway, 'fixture-r1', responseStream, (bytes) => bytes.includes('response.completed'));
  expect(open.events.map((event) => event.type)).toContain('response.completed');
  expect((await see(gateway, 'fixture-r2', responseStream)).events[0].error.code).toBe('request_timeout');
});
