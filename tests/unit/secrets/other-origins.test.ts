import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWebSocket } from '../../../electron/core/realtime/socket/open-web-socket.ts';
import { callContext } from '../../support/core/call-context.ts';
import { failureOf } from '../../support/core/failure-of.ts';
import { openCore, readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { all, collect, never, startBench } from '../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { authority, trusted } from '../../support/exchange/certificates.ts';
import { json, type Received, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { openConnections } from '../electron/core/connections/open-connections.ts';

async function serve(answer: (request: Received) => unknown, ...secure: [{ cert: string; key: string }?]) {
  const server = await startRecordingServer(answer, ...secure);
  onTestFinished(() => server.close());
  return server;
}

test('no redirect takes a key in the subprotocol of a handshake to another origin', async () => {
  const other = await serve(({ socket }) => socket.end());
  let status = 301;
  const server = await serve(({ socket }) =>
    socket.end(respond(status, { location: `${other.url.replace('http', 'ws')}/v1/realtime` }, 'elsewhere')),
  );
  for (status of [301, 302, 303, 307, 308]) {
    const opened = await openWebSocket(
      {
        address: `ws://127.0.0.1:${server.port}/v1/realtime`,
        to: { secure: false, host: '127.0.0.1', port: server.port, tunnel: true, proxy: null, extraCa: [] },
        headers: [],
        protocols: ['realtime', `openai-insecure-api-key.${canaryKey}`],
      },
      { signal: never, limitMs: 5000, mark() {}, onConnected() {}, onRequest() {} },
    );
    expect(opened).toMatchObject({ kind: 'refused', head: { status } });
  }
  expect(server.requests.length).toBe(5);
  expect(server.requests.every(({ head }) => head.includes(canaryKey))).toBe(true);
  expect(other.receivedBytes()).toBe(0);
});

test('a GET is never redirected from https to plain http, even to the same host', async () => {
  const plain = await serve(({ socket }) => socket.write(json({ data: [] })));
  const secure = await serve(
    ({ socket }) => socket.write(respond(302, { location: `http://localhost:${plain.port}/v1/models` }, '')),
    trusted,
  );
  const bench = startBench(`https://localhost:${secure.port}`, {
    connection: { extraCa: { name: 'test', pem: authority } },
  });
  onTestFinished(() => bench.close());
  const draft = bench.draft({ routeId: 'models', body: { kind: 'none' } });
  const { end } = collect(await all(bench.exchanges.perform(draft, { signal: never, repeat: false })));
  expect(secure.requests.length).toBe(1);
  expect(end).toMatchObject({ state: 'failed', error: { code: 'redirect' } });
  expect(end.error?.message).toContain(`http://localhost:${plain.port}/v1/models`);
  expect(plain.receivedBytes()).toBe(0);
});

test('after the URL was changed no key is sent to the new origin before it was entered for it', async () => {
  const first = await serve(({ socket }) => socket.write(json({ object: 'list', data: [] })));
  const second = await serve(({ socket }) => socket.write(json({ object: 'list', data: [] })));
  const { client } = await openCore({ dataFolder: tempFolder() });
  const draft = { name: 'Moving', baseAddress: first.url };
  const { id } = await client.connections.save(draft);
  const key = await client.keys.put({ connectionId: id, alias: 'work', secret: canaryKey });
  const list = async () => {
    const end = (
      await readParts(client.exchanges.run({ connectionId: id, routeId: 'models', body: { kind: 'none' } }))
    ).at(-1);
    return end?.type === 'run-end' ? end : null;
  };
  await list();
  expect(first.requests[0]?.head).toContain(canaryKey);

  await client.connections.save({ ...draft, id, baseAddress: second.url });
  expect(await list()).toMatchObject({ sent: 'not-sent', error: { code: 'no-key' } });
  expect(await client.keys.status({ connectionId: id })).toMatchObject([{ id: key.id, state: 'other-origin' }]);
  expect(second.receivedBytes()).toBe(0);

  await client.keys.put({ id: key.id, connectionId: id, alias: 'work', secret: canaryKey });
  await list();
  expect(second.requests[0]?.head).toContain(canaryKey);
});

test('a key in the query of a base URL is removed from it, and stored nowhere', async () => {
  const { save, area, db } = await openConnections();
  const saved = await save({ name: 'Gate', baseAddress: `https://gate.example/v1?key=${canaryKey}` });
  expect(saved.baseAddress).toBe('https://gate.example');
  expect(canariesIn([saved, area.list({}, callContext)])).toEqual([]);
  for (const name of ['patchbay.db', 'patchbay.db-wal'])
    expect(canariesIn(readIfThere(path.join(db.folder, name)))).toEqual([]);
});

test('a login in a base URL is rejected before it is saved, and reported without its password', async () => {
  const { save, area } = await openConnections();
  const failed = await failureOf(() => save({ name: 'Gate', baseAddress: `https://me:${canaryKey}@gate.example` }));
  expect(failed.code).toBe('invalid-address');
  expect(canariesIn(failed)).toEqual([]);
  expect(area.list({}, callContext)).toEqual([]);
});

function readIfThere(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array(0);
  }
}
