import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { decodeEntities } from '../../../renderer/ui/markdown/decode-entities.ts';
import type { DraftInput } from '../../../shared/contract/exchanges.ts';
import { type Bench, chatBody, never, startBench } from '../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { delta, done, finish, streamed } from '../../support/exchange/chat-wire.ts';
import { json, type Received, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { filesBelow } from '../../support/files-below.ts';
import { openRealtime } from '../../support/realtime/bench.ts';

async function setUp(answer: (request: Received) => unknown): Promise<Bench> {
  const server = await startRecordingServer(answer);
  onTestFinished(() => server.close());
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  return bench;
}

const speech: Partial<DraftInput> = {
  routeId: 'audio.speech',
  body: { kind: 'json', text: '{"model":"tts","input":"Hi","voice":"alloy"}' },
};

/** A second of silence. */
const wave = (() => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + 16_000, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, 16_000],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, Buffer.alloc(16_000)]);
})();

/** Every second letter percent-encoded, as a browser would write it in a URL. */
const halfCoded = [...canaryKey].map((sign, at) => (at % 2 ? `%${sign.charCodeAt(0).toString(16)}` : sign)).join('');

test.each([
  ['as it is', `attachment; filename="${canaryKey}.wav"`],
  ['percent-encoded in part', `attachment; filename*=UTF-8''${halfCoded}.wav`],
  ['in base64', `attachment; filename="${btoa(canaryKey)}.wav"`],
  ['with zero-width spaces', `attachment; filename*=UTF-8''${[...canaryKey].join('%E2%80%8B')}.wav`],
  ['with zeros', `attachment; filename*=UTF-8''${canaryKey.replace(/.{5}/g, '$&%00')}.wav`],
])('a file that the gateway names after the key (%s) is stored and shown under another name', async (_, named) => {
  const bench = await setUp(({ socket }) =>
    socket.write(respond(200, { 'content-type': 'audio/wav', 'content-disposition': named }, wave)),
  );
  const { id, end, parts } = await bench.run(speech);
  expect(end.state).toMatch(/^done/);
  expect(bench.made.size).toBe(1);
  const names = [...bench.made.values()].map(({ name }) => name);
  expect(canariesIn([names, parts, await bench.exchanges.handlers.get({ id }, { signal: never })])).toEqual([]);
  for (const name of readdirSync(bench.folder))
    expect(canariesIn(readFileSync(path.join(bench.folder, name)))).toEqual([]);
});

const asMarkdown = (text: string) => decodeEntities(text).replace(/[*`~\p{Cf}]/gu, '');
const entities = [...canaryKey].map((sign) => `&#${sign.charCodeAt(0)};`);
const marked = [...canaryKey].map((sign, at) => (at % 2 ? `**${sign}**` : sign));

test.each([
  ['in entities', [entities.join('')]],
  ['in entities, one by one', entities],
  ['in halves of entities', entities.flatMap((entity) => [entity.slice(0, 3), entity.slice(3)])],
  ['in bold letters', [marked.join('')]],
  ['in bold letters, one by one', marked],
  ['with zero-width spaces', [[...canaryKey].join('\u200b')]],
])(
  'a reply that spells the key %s is shown and stored in no form that Markdown renders as the key',
  async (_, words) => {
    const bench = await setUp(streamed(...[...words, ' done'].map(delta), finish, done));
    const { id, parts } = await bench.run({ body: chatBody({ stream: true }) });
    const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
    expect(text.endsWith(' done')).toBe(true);
    const body = await bench.exchanges.handlers.body(
      { id, side: 'response', offset: 0, length: 1_000_000 },
      { signal: never },
    );
    const events =
      Buffer.from(body.base64, 'base64')
        .toString()
        .match(/(?<=^data: )\{.*$/gm) ?? [];
    const kept = events.map((event) => JSON.parse(event).choices?.[0]?.delta?.content ?? '').join('');
    for (const read of [text, kept]) expect(canariesIn(asMarkdown(read))).toEqual([]);
  },
);

test.each([
  ['its error', { id: 't1', status: 'failed', error: { code: canaryKey, message: `Wrong key ${canaryKey}` } }],
  ['its reason', { code: 'success', data: { task_id: 't1', status: 'FAILURE', fail_reason: `key=${canaryKey}` } }],
  [
    'its address',
    { id: 't1', status: 'completed', video_url: `https://cdn.test/${canaryKey}.mp4?sig=${btoa(canaryKey)}` },
  ],
])('a task that contains the key in %s is shown and stored without it', async (_, task) => {
  const bench = await setUp(({ socket }) => socket.write(json(task)));
  const asked: Partial<DraftInput> = { routeId: 'videos.get', params: { task_id: 't1' }, body: { kind: 'none' } };
  const { id, parts } = await bench.run(asked);
  expect(parts.some(({ type }) => type === 'task-state')).toBe(true);
  expect(canariesIn([parts, await bench.exchanges.handlers.get({ id }, { signal: never })])).toEqual([]);
  for (const name of readdirSync(bench.folder))
    expect(canariesIn(readFileSync(path.join(bench.folder, name)))).toEqual([]);
});

test('a session that is closed with the key as its reason shows and stores a mark in its place', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => sockets.close());
  await once(sockets, 'listening');
  sockets.on('connection', (socket) => socket.close(4001, `wrong key ${canaryKey}`));
  const { port } = sockets.address() as AddressInfo;
  const bench = await openRealtime(`http://127.0.0.1:${port}`, { secret: canaryKey });
  const session = await bench.open({ reconnect: false });
  await session.ended();
  const told = [session.parts, await bench.client.realtime.frames({ id: session.id })];
  expect(session.all('closed')).toMatchObject([{ code: 4001, reason: 'wrong key [redacted key]' }]);
  expect(canariesIn([...told, await bench.client.exchanges.get({ id: session.id })])).toEqual([]);
  await bench.close();
  expect(filesBelow(bench.dataFolder).filter(({ bytes }) => canariesIn(bytes).length > 0)).toEqual([]);
});
