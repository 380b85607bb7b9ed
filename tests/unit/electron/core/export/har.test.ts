import { Buffer } from 'node:buffer';
import type { Har } from 'har-format';
import { beforeEach, expect, test } from 'vitest';
import { type HarFrame, writeHar } from '#core/export/har.ts';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { createExchangeRecords, type ExchangeRecords } from '#core/store/records/exchange-records.ts';
import { failure } from '#shared/protocol/failure.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { recordedFacts } from '../store/records/recorded-facts.ts';
import { validateHar } from './validate-har.ts';

let records: ExchangeRecords;
beforeEach(() => {
  records = createExchangeRecords(tempDatabase(), () => {});
});

const timeline = {
  startedAt: Date.UTC(2026, 10, 21, 14, 3, 22, 123),
  dnsMs: 2,
  connectMs: 5,
  tlsMs: 11.5,
  sentMs: 12,
  headersMs: 240.25,
  firstByteMs: 241,
  firstTokenMs: 300,
  endMs: 900.5,
  chunks: 3,
  longestGapMs: 100,
  sentBytes: 500,
  receivedBytes: 900,
};

const answer = (mediaType: string | null, headers: [string, string][] = [], bodyBytes = 0) => ({
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  headers: [...(mediaType === null ? [] : [['Content-Type', mediaType] as [string, string]]), ...headers],
  bodyBytes,
  mediaType,
});

function put(change: Partial<RecordedExchange>, request: string | Buffer, response: string | Buffer): string {
  const recording = records.begin(
    recordedFacts({ timeline, ...change, state: 'running' }),
    Buffer.from(request as string),
    1e9,
  );
  const bytes = Buffer.from(response as string);
  // In chunks, as bytes arrive.
  for (let at = 0; at < bytes.length; at += 100_001) recording.append(bytes.subarray(at, at + 100_001), at);
  recording.update({ state: 'done', ...(change.state && { state: change.state }) });
  void records.finish(recording);
  return recording.id;
}

async function harOf(ids: string[], framesOf?: Parameters<typeof writeHar>[0]['framesOf']): Promise<Har> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeHar({ ids, records, version: '1.2.3', ...(framesOf && { framesOf }) }))
    pieces.push(piece);
  const log = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Har;
  await validateHar(log);
  return log;
}

const entryOf = async (id: string) => (await harOf([id])).log.entries[0]!;

test('an exchange as HAR 1.2: headers in order with duplicates, query, body, content and times', async () => {
  const text = '{"model":"m","messages":[{"role":"user","content":"grüße \\u2028 \\" 😀"}]}';
  const id = put(
    {
      address: 'https://gw.test/v1/chat/completions?a=b%20c&a=2&empty&key=[redacted key]',
      request: {
        headers: [
          ['X-One', '1'],
          ['x-one', '2'],
          ['Cookie', 'a=1; b="2"'],
          ['Authorization', 'Bearer [redacted key]'],
        ],
        bodyBytes: Buffer.byteLength(text),
        mediaType: 'application/json',
      },
      response: answer(
        'application/json; charset=utf-8',
        [
          ['Set-Cookie', 'session=x; Path=/; HttpOnly'],
          ['Set-Cookie', 'other=y'],
          ['Location', '/elsewhere'],
        ],
        9,
      ),
      model: 'm',
    },
    text,
    '{"ok":1}\n',
  );
  const { log } = await harOf([id]);
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Patchbay', version: '1.2.3' } });
  expect(log.entries[0]).toEqual({
    startedDateTime: new Date(records.find(id)!.startedAt).toISOString(),
    time: 900.5,
    request: {
      method: 'POST',
      url: 'https://gw.test/v1/chat/completions?a=b%20c&a=2&empty&key=%5Bredacted%20key%5D',
      httpVersion: 'HTTP/1.1',
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: '"2"' },
      ],
      headers: [
        { name: 'X-One', value: '1' },
        { name: 'x-one', value: '2' },
        { name: 'Cookie', value: 'a=1; b="2"' },
        { name: 'Authorization', value: 'Bearer [redacted key]' },
      ],
      queryString: [
        { name: 'a', value: 'b c' },
        { name: 'a', value: '2' },
        { name: 'empty', value: '' },
        { name: 'key', value: '[redacted key]' },
      ],
      postData: { mimeType: 'application/json', text },
      headersSize: -1,
      bodySize: Buffer.byteLength(text),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [
        { name: 'session', value: 'x' },
        { name: 'other', value: 'y' },
      ],
      headers: [
        { name: 'Content-Type', value: 'application/json; charset=utf-8' },
        { name: 'Set-Cookie', value: 'session=x; Path=/; HttpOnly' },
        { name: 'Set-Cookie', value: 'other=y' },
        { name: 'Location', value: '/elsewhere' },
      ],
      content: { size: 9, mimeType: 'application/json; charset=utf-8', text: '{"ok":1}\n' },
      redirectURL: '/elsewhere',
      headersSize: -1,
      bodySize: 9,
    },
    cache: {},
    timings: { blocked: -1, dns: 2, connect: 9.5, ssl: 6.5, send: 0.5, wait: 228.25, receive: 660.25 },
    _exchangeId: id,
    _route: 'chat.completions',
    _model: 'm',
    _attempt: 1,
    _state: 'done',
  });
});

test.each([
  [
    'a reused connection',
    { dnsMs: null, connectMs: null, tlsMs: null },
    { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 12 },
  ],
  ['plain http', { tlsMs: null }, { connect: 3, ssl: -1, send: 7 }],
  ['an early answer', { sentMs: 500 }, { send: 488.5, wait: 0, receive: 400.5 }],
  ['an answer before all was sent', { sentMs: null }, { send: 228.75, wait: 0 }],
  [
    'a name that was not found',
    { dnsMs: null, connectMs: null, tlsMs: null, sentMs: null, headersMs: null, firstByteMs: null, firstTokenMs: null },
    { blocked: 900.5, dns: -1, connect: -1, send: 0, wait: 0, receive: 0 },
  ],
  [
    'a host that did not answer',
    { connectMs: null, tlsMs: null, sentMs: null, headersMs: null, firstByteMs: null, firstTokenMs: null },
    { blocked: -1, dns: 2, connect: 898.5, send: 0, wait: 0 },
  ],
  [
    'a gateway that kept silent',
    { headersMs: null, firstByteMs: null, firstTokenMs: null },
    { wait: 888.5, receive: 0 },
  ],
  ['one that still runs', { endMs: null }, { receive: 59.75 }],
])('times add up for %s', async (_, change, timings) => {
  const id = put({ timeline: { ...timeline, ...change }, response: answer(null) }, '', '');
  const entry = await entryOf(id);
  expect(entry.timings).toMatchObject(timings);
  const { blocked, dns, connect, send, wait, receive } = entry.timings;
  const sum = [blocked, dns, connect, send, wait, receive].reduce<number>(
    (total, ms) => total + Math.max(0, ms ?? 0),
    0,
  );
  expect(sum).toBeCloseTo(entry.time, 3);
  expect(Math.min(send!, wait, receive!)).toBeGreaterThanOrEqual(0);
});

test('text stays text however it is cut, and anything else is base64', async () => {
  const text = `data: "${'ü😀\u0001'.repeat(120_000)}"\n\n`;
  const stream = await entryOf(put({ response: answer('text/event-stream') }, '', text));
  expect(stream.response.content.text).toBe(text);
  expect(stream.response.content.encoding).toBeUndefined();
  const unexpected = Buffer.from([0x64, 0xff, 0xfe, 0x00]);
  const broken = await entryOf(put({ response: answer('text/plain') }, '', unexpected));
  expect(broken.response.content).toMatchObject({ encoding: 'base64', text: unexpected.toString('base64') });
  const audio = Buffer.from(Array.from({ length: 500_000 }, (_, at) => at % 251));
  const media = await entryOf(put({ response: answer('audio/mpeg') }, '', audio));
  expect(Buffer.from(media.response.content.text!, 'base64').equals(audio)).toBe(true);
});

test('sizes show what was compressed and what was not kept', async () => {
  const gzip = answer(
    'application/json',
    [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '40'],
    ],
    9,
  );
  const packed = await entryOf(put({ response: gzip }, '', '{"ok":1}\n'));
  expect(packed.response).toMatchObject({ bodySize: 40, content: { size: 9, compression: -31 } });
  const chunked = await entryOf(
    put({ response: { ...gzip, headers: [['Content-Encoding', 'gzip']] } }, '', '{"ok":1}\n'),
  );
  expect(chunked.response.bodySize).toBe(-1);
  expect(chunked.response.content.compression).toBeUndefined();
  const cut = await entryOf(put({ response: answer('text/plain', [], 100) }, '', 'beginning'));
  expect(cut.response.content).toMatchObject({ size: 100, comment: 'Only the first 9 bytes were stored.' });
});

test('a form is its fields, with files by name', async () => {
  const body = [
    '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper "1"\r\n',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a%22b.wav"\r\nContent-Type: audio/wav\r\n\r\n',
    '[12345 bytes of a"b.wav, audio/wav]\r\n--x--\r\n',
  ].join('');
  const request = { headers: [], bodyBytes: 20_000, mediaType: 'multipart/form-data; boundary=x' };
  const { postData, bodySize } = (await entryOf(put({ request }, body, ''))).request;
  expect(bodySize).toBe(20_000);
  expect(postData).toEqual({
    mimeType: 'multipart/form-data; boundary=x',
    params: [
      { name: 'model', value: 'whisper "1"' },
      { name: 'file', fileName: 'a"b.wav', contentType: 'audio/wav', comment: '12345 bytes' },
    ],
  });
});

test('a failed exchange shows how it failed', async () => {
  const refused = failure('refused', 'Nothing listens on gw.test:443.');
  const failed = await entryOf(put({ state: 'failed', failure: refused, failureCode: 'refused' }, '{}', ''));
  expect(failed).toMatchObject({
    _error: 'Nothing listens on gw.test:443.',
    _state: 'failed',
    comment: 'Nothing listens on gw.test:443; nothing reached the gateway.',
    response: { status: 0, statusText: '', content: { size: 0, mimeType: '' }, bodySize: -1 },
  });
  const reset = failure('reset', 'The connection broke.');
  const state = { state: 'interrupted', failure: reset, events: 3, streamAsked: true } as const;
  const broken = await entryOf(put({ ...state, response: answer('text/event-stream') }, '{}', 'data: 1\n\n'));
  expect(broken.comment).toBe('Streamed 3 events in 901 ms, first token after 300 ms, then the connection was lost.');
});

test('WebSocket frames are where browsers put them', async () => {
  const frames: HarFrame[] = [
    { type: 'send', time: 1_795_000_000.5, opcode: 1, data: '{"type":"session.update"}' },
    { type: 'receive', time: 1_795_000_001, opcode: 2, data: 'AAEC' },
  ];
  const [session, other] = [put({ routeId: 'realtime' }, '', ''), put({}, '', '')];
  const { log } = await harOf([session, other], (id) =>
    id === session
      ? (async function* () {
          yield* frames;
        })()
      : null,
  );
  expect(log.entries[0]).toMatchObject({ _resourceType: 'websocket', _webSocketMessages: frames });
  expect(log.entries[1]).not.toHaveProperty('_webSocketMessages');
});

test('several exchanges are in request order, and missing ones are left out', async () => {
  const ids = Array.from({ length: 200 }, (_, index) =>
    put({ response: answer('text/plain') }, `${index}`, `${index}`),
  );
  await records.forget([ids[100]!]);
  const { log } = await harOf(records.inOrder([...ids].reverse()));
  expect(log.entries.map((entry) => entry.response.content.text)).toEqual(
    ids.flatMap((_, index) => (index === 100 ? [] : String(index))),
  );
  expect((await harOf([])).log.entries).toEqual([]);
});

test('no more than a window of a body is in memory', async () => {
  const id = put({ response: answer('audio/mpeg', [], 64_000_000) }, '', Buffer.alloc(64_000_000, 1));
  let largest = 0;
  let total = 0;
  for await (const piece of writeHar({ ids: [id], records, version: '1' })) {
    largest = Math.max(largest, piece.length);
    total += piece.length;
  }
  expect(total).toBeGreaterThan(85_000_000);
  expect(largest).toBeLessThanOrEqual(1_100_000);
});
