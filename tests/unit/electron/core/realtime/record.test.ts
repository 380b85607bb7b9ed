import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { listen, openDemo, openRealtime, type RealtimeBench } from '../../../../support/realtime/bench.ts';

async function readAll(bench: RealtimeBench, id: string, from = 0): Promise<SessionPart[]> {
  const parts: SessionPart[] = [];
  for await (const part of bench.client.realtime.attach({ id, from })) parts.push(part);
  return parts;
}

async function finished(bench: RealtimeBench) {
  const session = await bench.open();
  await session.live();
  await session.say('Hello there');
  session.act({ kind: 'end' });
  await session.ended();
  return session;
}

test('a finished session replays from its record as it ran live, without its audio', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const session = await finished(bench);
  const live = session.parts.filter(({ type }) => type !== 'audio');
  expect(live.length).toBeLessThan(session.parts.length);
  expect(await readAll(bench, session.id)).toEqual(live);
  const half = live[Math.floor(live.length / 2)] as SessionPart;
  expect(await readAll(bench, session.id, half.n)).toEqual(live.filter(({ n }) => n >= half.n));
});

test('frames as rows and one by one, during the session and afterwards', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const session = await bench.open({ settings: { output: 'text' } });
  await session.live();
  const early = await bench.client.realtime.frames({ id: session.id });
  expect(early.map(({ kind }) => kind)).toEqual(['session.created', 'session.update', 'session.updated']);
  await session.say('Hello there');
  session.act({ kind: 'end' });
  await session.ended();
  const rows = await bench.client.realtime.frames({ id: session.id });
  expect(rows).toEqual(session.all('frame').map(({ frame }) => frame));
  expect(await bench.client.realtime.frames({ id: session.id, from: 2, limit: 3 })).toEqual(rows.slice(2, 5));
  const first = await bench.client.realtime.frame({ id: session.id, index: 0 });
  expect(JSON.parse(first.text)).toMatchObject({ type: 'session.created' });
  expect(first).toMatchObject({ binary: false, sizeBytes: Buffer.byteLength(first.text) });
  await expect(bench.client.realtime.frame({ id: session.id, index: 9999 })).rejects.toThrow(/isn't recorded/);
});

test('a page may leave and return: nothing is repeated and nothing is missing', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const first = await bench.open({ settings: { output: 'text' } });
  await first.live();
  const seen = first.parts.length;
  const second = listen(bench.client, first.id, seen);
  second.act({ kind: 'say', text: 'Hello' });
  await second.until('response', ({ state }) => state === 'done');
  second.act({ kind: 'end' });
  await Promise.all([first.ended(), second.ended()]);
  expect([...first.parts.slice(0, seen), ...second.parts]).toEqual(first.parts);
});

test('a session without listeners is ended', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url, { timings: { unwatchedMs: 50 } });
  const { id } = await bench.client.realtime.start({ connectionId: bench.connectionId, model: 'demo-realtime' });
  const ended = new Promise<void>((resolve) => {
    void (async () => {
      for await (const change of bench.client.host.changes({}))
        if (
          change.area === 'realtime' &&
          change.id === id &&
          (await bench.client.exchanges.get({ id })).state !== 'running'
        )
          resolve();
    })().catch(() => {});
  });
  await ended;
  expect((await readAll(bench, id)).at(-1)).toMatchObject({ type: 'ended', state: 'cancelled' });
});

test('quitting the program closes sessions with 1001', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const session = await bench.open();
  await session.live();
  const { id, dataFolder } = { id: session.id, dataFolder: bench.dataFolder };
  await bench.close();
  const again = await openRealtime(gateway.url, { dataFolder });
  const parts = await readAll(again, id);
  expect(parts.filter(({ type }) => type === 'closed')).toMatchObject([{ code: 1001, byUs: true }]);
  expect(parts.at(-1)).toMatchObject({ type: 'ended', state: 'cancelled' });
});

test('a session reported as over is over in the history', async () => {
  const gateway = await openDemo();
  const { open, area } = await openRealtime(gateway.url);
  const session = await open({ settings: { output: 'text' } });
  await session.live();
  session.act({ kind: 'end' });
  const silent = (async function* () {})();
  const callContext = { signal: new AbortController().signal, incoming: silent };
  // Attached without RPC, which would report the end later.
  for await (const part of area.attach({ id: session.id, from: 0 }, callContext)) {
    if (part.type !== 'ended') continue;
    const [listed] = await area.sessions({ limit: 1 }, callContext);
    expect([part.state, listed?.state]).toEqual(['done', 'done']);
  }
  expect.assertions(1);
});

test('four concurrent sessions stay separate', async () => {
  const gateway = await openDemo();
  const { open, client } = await openRealtime(gateway.url);
  const words = ['one', 'two', 'three', 'four'];
  const sessions = await Promise.all(words.map(() => open({ settings: { output: 'text' } })));
  await Promise.all(sessions.map((session) => session.live()));
  await Promise.all(sessions.map((session, index) => session.say(`My word is ${words[index]}`)));
  for (const [index, session] of sessions.entries()) {
    const user = session.all('words-done').filter(({ who }) => who === 'person');
    expect(user.map(({ text }) => text)).toEqual([`My word is ${words[index]}`]);
    session.act({ kind: 'end' });
  }
  await Promise.all(sessions.map((session) => session.ended()));
  expect((await client.realtime.sessions({})).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
});

test('the exchange shows the session: handshake, body, HAR with messages, exports, names', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const session = await finished(bench);
  const { client, files } = bench;
  const text = async (id: string) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await files.open(id))?.stream() ?? []) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  const detail = await client.exchanges.get({ id: session.id });
  expect(detail.request.headers.map(([name]) => name.toLowerCase())).toEqual(
    expect.arrayContaining(['upgrade', 'sec-websocket-key', 'authorization']),
  );
  expect(detail.response).toMatchObject({ status: 101, mediaType: 'application/x-ndjson' });
  expect(detail.timeline.headersMs).not.toBeNull();

  const frames = session.all('frame').filter(({ frame }) => !['ping', 'pong', 'close'].includes(frame.kind));
  const har = JSON.parse(await text((await client.exchanges.har({ ids: [session.id] })).id));
  expect(har.log.entries[0]._webSocketMessages).toHaveLength(frames.length);
  expect(har.log.entries[0]._webSocketMessages[0]).toMatchObject({ type: 'receive', opcode: 1 });

  const rows = [];
  for await (const row of client.exchanges.events({ id: session.id })) rows.push(row);
  expect(rows.map(({ kind }) => kind)).toEqual(session.all('frame').map(({ frame }) => frame.kind));

  const lines = (await text((await client.realtime.export({ id: session.id, form: 'jsonl' })).id)).trim().split('\n');
  expect(lines).toHaveLength(session.all('frame').length);
  expect(await text((await client.realtime.export({ id: session.id, form: 'text' })).id)).toMatch(
    /You: Hello there\n\nModel: \w/,
  );

  await client.realtime.rename({ id: session.id, title: '  A talk  ' });
  expect((await client.realtime.sessions({}))[0]?.title).toBe('A talk');

  expect(readdirSync(path.join(bench.dataFolder, 'sessions'))).toEqual([`${session.id}.model.pcm`]);
  await client.exchanges.forget({ ids: [session.id] });
  expect(readdirSync(path.join(bench.dataFolder, 'sessions'))).toEqual([]);
  expect(await client.realtime.sessions({})).toEqual([]);
});

test('the key is in no part, frame, file or export of a session, whoever sends it', async () => {
  const gateway = await openDemo();
  const canary = 'demo-key-quota';
  const bench = await openRealtime(gateway.url, { secret: canary });
  const { client } = bench;
  // The gateway repeats the key in its words, and the user types it.
  gateway.setScenario(null);
  const session = await bench.open({
    auth: 'subprotocol',
    settings: { output: 'text', instructions: `never say ${canary}` },
  });
  await session.ended();
  const frames = await client.realtime.frames({ id: session.id });
  const har = await client.exchanges.har({ ids: [session.id] });
  const output = JSON.stringify([session.parts, frames, await client.exchanges.get({ id: session.id }), har]);
  expect(output).not.toContain(canary);
  expect(output).toContain('[redacted key]');
  await bench.close();
  const names = readdirSync(bench.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    if (!entry.isFile()) continue;
    expect(readFileSync(path.join(entry.parentPath, entry.name)).includes(canary), entry.name).toBe(false);
  }
});

test('a key hidden in a frame by JSON escapes is found as well', async () => {
  const gateway = await openDemo();
  const { client, open } = await openRealtime(gateway.url);
  const session = await open({ settings: { output: 'text' } });
  await session.live();
  const escaped = [...'demo-key'].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
  session.act({ kind: 'event', text: `{"type":"conversation.item.retrieve","item_id":"${escaped}"}` });
  await session.until('problem');
  const output = JSON.stringify([session.parts, await client.realtime.frame({ id: session.id, index: 3 })]);
  expect(output).not.toMatch(/demo-key|\\u0064/);
  expect(output).toContain('[redacted key]');
});

test('turns of an earlier session are sent again as text at the start of the next', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url);
  const first = await finished(bench);
  const second = await bench.open({ continueFrom: first.id, settings: { output: 'text' } });
  await second.live();
  await second.say('And now?');
  const output = second.all('words-done').map(({ who, text }) => [who, text]);
  const before = first.all('words-done').map(({ who, text }) => [who, text]);
  expect(output.slice(0, 2)).toEqual(before);
  expect(output[2]).toEqual(['person', 'And now?']);
});
