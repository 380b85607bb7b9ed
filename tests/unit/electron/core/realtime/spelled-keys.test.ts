import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { type SessionPlay, startSessionGateway } from '../../../../support/gateways/session-gateway.ts';
import { openRealtime } from '../../../../support/realtime/bench.ts';

/** A session at a gateway that plays a script, with the bench it runs on. */
async function openHostile(play: SessionPlay, draft = {}) {
  const gateway = await startSessionGateway(play);
  onTestFinished(() => gateway.close());
  const bench = await openRealtime(`http://127.0.0.1:${gateway.port}`, { secret: canaryKey });
  const session = await bench.open({ settings: { output: 'text' }, reconnect: false, ...draft });
  return { gateway, bench, session };
}

/** All visible output of a session, and what is stored on disk. */
async function outputOf({ bench, session }: Awaited<ReturnType<typeof openHostile>>) {
  const { client, dataFolder } = bench;
  const { id } = session;
  const rows = await client.realtime.frames({ id });
  const frames = await Promise.all(rows.map(({ index }) => client.realtime.frame({ id, index })));
  const again = [];
  for await (const part of client.realtime.attach({ id })) again.push(part);
  const shown = [];
  for await (const part of client.exchanges.watch({ id })) shown.push(part);
  const detail = await client.exchanges.get({ id });
  await bench.close();
  const onDisk = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? canariesIn(readFileSync(path.join(entry.parentPath, entry.name))) : [],
  );
  return { output: [session.parts, rows, frames, again, shown, detail], again, onDisk };
}

const item = { item_id: 'item_1', response_id: 'resp_1', output_index: 0, content_index: 0 };
const pieces = [canaryKey.slice(0, 4), canaryKey.slice(4, 13), ...canaryKey.slice(13)];
const wordsIn = (parts: readonly { type: string }[]): string =>
  parts.map((part) => (part.type === 'words' ? (part as unknown as { delta: string }).delta : '')).join('');

test.each([
  ['response.output_text.delta', 'response.output_text.done', 'text'],
  ['response.audio_transcript.delta', 'response.audio_transcript.done', 'transcript'],
  [
    'conversation.item.input_audio_transcription.delta',
    'conversation.item.input_audio_transcription.completed',
    'transcript',
  ],
  ['response.function_call_arguments.delta', 'response.function_call_arguments.done', 'arguments'],
])('a key spelled over many events of %s is in no output and no file', async (delta, done, field) => {
  const hostile = await openHostile({});
  const { gateway, session } = hostile;
  await session.live();
  const [socket] = gateway.sockets;
  for (const text of ['It is ', ...pieces, ', and no more.']) socket?.event({ type: delta, ...item, delta: text });
  socket?.event({ type: done, ...item, call_id: 'c', name: 'f', [field]: `It is ${canaryKey}, and no more.` });
  socket?.event({ type: 'response.done', response: { id: 'resp_1', status: 'completed' } });
  await session.until('response', ({ state }) => state === 'done');
  session.act({ kind: 'end' });
  await session.ended();
  const { output: told, again, onDisk } = await outputOf(hostile);
  expect(canariesIn(told)).toEqual([]);
  expect(onDisk).toEqual([]);
  if (!delta.includes('arguments')) {
    expect(wordsIn(session.parts)).toBe('It is [redacted key], and no more.');
    expect(wordsIn(again)).toBe('It is [redacted key], and no more.');
  }
});

test('what only looks like the beginning of a key is output in full, even where the reply breaks off there', async () => {
  const hostile = await openHostile({});
  const { gateway, session } = hostile;
  await session.live();
  const [socket] = gateway.sockets;
  const words = ['ask ', 'sk-CA', 'ts and dogs, ', 'sk-'];
  for (const text of words) socket?.event({ type: 'response.output_text.delta', ...item, delta: text });
  socket?.close(1011, 'oops');
  await session.ended();
  expect(wordsIn(session.parts)).toBe(words.join(''));
  expect(wordsIn((await outputOf(hostile)).again)).toBe(words.join(''));
});

test('ordinary deltas pass unchanged, byte for byte', async () => {
  const hostile = await openHostile({});
  const { gateway, bench, session } = hostile;
  await session.live();
  const [socket] = gateway.sockets;
  for (const text of ['Hello', ' there', ', s', 'k'])
    socket?.say(`{ "delta":${JSON.stringify(text)},  "item_id":"i", "type": "response.output_text.delta" }`);
  await session.until('words', ({ delta }) => delta === 'k');
  const rows = await bench.client.realtime.frames({ id: session.id });
  const named = rows.filter(({ direction, kind }) => direction === 'in' && kind !== 'ping');
  const texts = await Promise.all(
    named.map(async ({ index }) => (await bench.client.realtime.frame({ id: session.id, index })).text),
  );
  expect(texts).toEqual(socket?.sent);
});

test('a key in the reason of a close frame, in a header and in an error event is shown nowhere', async () => {
  const hostile = await openHostile({
    onOpen(socket) {
      socket.event({ type: 'error', error: { code: canaryKey, message: `refused ${canaryKey}`, param: canaryKey } });
    },
  });
  const { gateway, session } = hostile;
  await session.until('problem');
  gateway.sockets[0]?.close(1008, `no ${canaryKey}`);
  const ended = await session.ended();
  expect(ended.state).toBe('failed');
  expect(session.all('closed')).toMatchObject([{ code: 1008, reason: 'no [redacted key]' }]);
  expect(ended.failure?.message).toContain('[redacted key]');
  const { output: told, onDisk } = await outputOf(hostile);
  expect(canariesIn(told)).toEqual([]);
  expect(onDisk).toEqual([]);
});

test('a key in the reason of a close frame is not in the gap of a resumed session either', async () => {
  const hostile = await openHostile({}, { reconnect: true });
  const { gateway, session } = hostile;
  await session.live();
  gateway.sockets[0]?.close(1011, `trouble with ${canaryKey}`);
  const gap = await session.until('gap', ({ toMs }) => toMs !== null);
  expect(gap.why).toContain('trouble with [redacted key]');
  session.act({ kind: 'end' });
  await session.ended();
  const { output: told, onDisk } = await outputOf(hostile);
  expect(canariesIn(told)).toEqual([]);
  expect(onDisk).toEqual([]);
});
