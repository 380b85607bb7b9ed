import { appendFileSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openFileStore } from '#core/files/file-store.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { all, collect, never } from '../../../../support/exchange/bench.ts';
import { json, type Received } from '../../../../support/exchange/wire-server.ts';
import { setUp } from '../exchange/set-up.ts';

const sizeBytes = 40 * 1024 * 1024;

async function* zeros(bytes: number) {
  const block = Buffer.alloc(1024 * 1024, 7);
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

/** Sends a form with a stored file to a server with a scripted response. */
async function setUpload(response: (request: Received) => unknown, bytes = sizeBytes) {
  const db = tempDatabase();
  const store = await openFileStore(db, db.folder);
  const ref = await store.admit({ name: 'talk.wav', type: 'audio/wav', sizeBytes: bytes }, zeros(bytes));
  const file = path.join(db.folder, 'files', ref.id);
  const patient = { idleMs: 30_000, headersMs: 30_000, connectMs: 30_000, totalMs: null };
  const { server, bench } = await setUp(response, { files: store, deadlines: () => patient });
  const draft = bench.draft({
    routeId: 'audio.transcriptions',
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'm-1' },
        { kind: 'file', name: 'file', fileId: ref.id },
      ],
    },
  });
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === file;
      } catch {
        return false;
      }
    });
  const run = (signal = never) => bench.exchanges.handlers.run(draft, { signal });
  return { server, bench, file, run, isOpen };
}

/** Reads some of the upload and then stops, so that it stalls midway. */
function stalling() {
  const standing = Promise.withResolvers<Received>();
  const response = (request: Received) => {
    let received = 0;
    const count = (bytes: Buffer) => {
      received += bytes.length;
      if (received < 4 * 1024 * 1024) return;
      request.socket.pause().off('data', count);
      standing.resolve(request);
    };
    request.socket.on('data', count);
  };
  return { answer: response, standing: standing.promise };
}

test.each<[string, (file: string) => void, RegExp]>([
  [
    'becomes shorter',
    (file) => truncateSync(file, 20 * 1024 * 1024),
    /"talk.wav" changed while .* ended after [\d,]+ of 41,943,040 bytes/,
  ],
  ['grows', (file) => appendFileSync(file, 'more'), /"talk.wav" changed while .* it grew/],
])('a file that %s while it is sent is named, and the request ends', async (_, change, words) => {
  const { answer: response, standing } = stalling();
  const { server, file, run, isOpen } = await setUpload(response);
  const parts = all(run());
  const { socket } = await standing;
  change(file);
  socket.resume();
  const { end } = collect(await parts);
  expect(end).toMatchObject({ state: 'failed', error: { code: 'bad-draft', message: expect.stringMatching(words) } });
  await server.idle();
  await expect.poll(isOpen).toBe(false);
});

test('a file that disappears before it is sent, and one during sending', async () => {
  const removed = await setUpload(({ socket }) => socket.write(json({ text: 'heard' })));
  rmSync(removed.file);
  expect(collect(await all(removed.run())).end).toMatchObject({
    state: 'failed',
    sent: 'not-sent',
    error: { code: 'bad-draft' },
  });
  expect(removed.server.requests).toEqual([]);
  // An open file can be read to its end, on systems where it can be removed at all.
  const { answer: response, standing } = stalling();
  const going = await setUpload(async (request) => {
    response(request);
    await request.body;
    request.socket.write(json({ text: 'heard' }));
  });
  const parts = all(going.run());
  const { socket } = await standing;
  rmSync(going.file);
  socket.resume();
  expect(collect(await parts).end.state).toBe('done');
  expect((await going.server.requests[0]?.body)?.length).toBeGreaterThan(sizeBytes);
});

test('an empty file is sent as one', async () => {
  const { server, run } = await setUpload(async ({ socket, body }) => {
    await body;
    socket.write(json({ text: 'nothing' }));
  }, 0);
  expect(collect(await all(run())).end.state).toBe('done');
  const body = (await server.requests[0]?.body)?.toString() ?? '';
  expect(body).toMatch(/filename="talk.wav"\r\nContent-Type: audio\/wav\r\n\r\n\r\n--/);
  expect(server.requests[0]?.headers).toContainEqual(['Content-Length', String(body.length)]);
});

test('canceling closes the socket and the file', async () => {
  const { answer: response, standing } = stalling();
  const { server, run, bench, isOpen } = await setUpload(response);
  const parts = all(run());
  const { socket } = await standing;
  expect(isOpen()).toBe(true);
  const [running] = await bench.exchanges.handlers.list({ limit: 1 }, { signal: never });
  await bench.exchanges.handlers.cancel({ id: running?.id ?? '' }, { signal: never });
  expect(collect(await parts).end).toMatchObject({ state: 'cancelled', sent: 'maybe-processed' });
  socket.resume();
  await server.idle();
  await expect.poll(isOpen).toBe(false);
  expect(server.receivedBytes()).toBeLessThan(sizeBytes);
});

test.each([413, 401])('an early %i is shown at once, the upload stops, and its bytes are counted', async (status) => {
  const { answer: response, standing } = stalling();
  const { server, bench, run, isOpen } = await setUpload(response);
  const parts = all(run());
  const { socket } = await standing;
  socket.write(json({ error: { message: 'no' } }, status));
  const { end, id } = collect(await parts);
  expect(end).toMatchObject({ state: 'failed', sent: 'answered', error: { status } });
  socket.resume();
  await server.idle();
  await expect.poll(isOpen).toBe(false);
  const { sentBytes } = await bench.exchanges.handlers.get({ id }, { signal: never });
  expect(sentBytes).toBeGreaterThan(0);
  expect(sentBytes).toBeLessThan(sizeBytes);
});
