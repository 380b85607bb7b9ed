import { Buffer } from 'node:buffer';
import { expect, onTestFinished, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { all, never, startBench } from '../../../../support/exchange/bench.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';
import { type Received, respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(5000, 7)]);
const bearer = ['Authorization', `Bearer ${canaryKey}`];

type Respond = (request: Received) => unknown;
const file = ({ socket }: Received) => socket.write(respond(200, { 'content-type': 'image/png' }, png));
const redirect =
  (location: string): Respond =>
  ({ socket }) =>
    socket.write(respond(302, { location }, ''));

async function serve(response: Respond) {
  const server = await startRecordingServer(response);
  onTestFinished(() => server.close());
  return server;
}

/** A gateway whose image route names `address`, and whose other paths answer with `files`. */
async function openGateway(address: (url: string) => string, files: Respond, routeId = 'images.generations' as const) {
  const server = await serve((request) => {
    if (!request.target.startsWith('/v1/')) return files(request);
    const body = JSON.stringify({ data: [{ url: address(server.url) }] });
    return request.socket.write(respond(200, { 'content-type': 'application/json' }, body));
  });
  const bench = startBench(server.url, { downloadTimings: { waitsMs: [5], limitedMs: 5 } });
  onTestFinished(() => bench.close());
  const text = JSON.stringify({ model: 'm', prompt: 'a hat' });
  const ran = await bench.run({ routeId, body: { kind: 'json', text } });
  const image = ran.parts.find((part) => part.type === 'image');
  const fetched = server.requests.slice(1);
  return { server, bench, ...ran, image, fetched };
}

const warningOf = (parts: readonly Part[]) => parts.find((part) => part.type === 'warning');
const headsOf = (requests: readonly Received[]) => requests.map(({ head }) => head).join();

test('an image of the gateway itself is requested with the key', async () => {
  const { fetched, image, bench, end } = await openGateway((url) => `${url}/files/a.png?sig=a%2Fb`, file);
  expect(end.state).toBe('done');
  expect(fetched).toMatchObject([{ method: 'GET', target: '/files/a.png?sig=a%2Fb' }]);
  expect(fetched[0]?.headers).toContainEqual(bearer);
  expect(image).toMatchObject({ mediaType: 'image/png', ref: { name: 'image-1.png', type: 'image/png' } });
  expect(bench.made.get(image?.ref?.id ?? '')?.bytes).toEqual(png);
});

test('a relative address is one of the gateway', async () => {
  const { fetched, image, server } = await openGateway(() => '/generated/a.png', file);
  expect(fetched[0]?.headers).toContainEqual(bearer);
  expect(image).toMatchObject({ url: `${server.url}/generated/a.png`, ref: { type: 'image/png' } });
});

test('another origin gets nothing of the connection', async () => {
  const elsewhere = await serve(file);
  const { image, end } = await openGateway(() => `${elsewhere.url}/a.png`, file);
  expect(end.state).toBe('done');
  expect(image?.ref).toBeDefined();
  expect(headsOf(elsewhere.requests)).not.toContain(canaryKey);
});

test('a redirect away from the gateway gets no key, and none leads back', async () => {
  const elsewhere = await serve((request) =>
    request.target === '/back' ? redirect(`${server.url}/again`)(request) : file(request),
  );
  const { server, image, fetched } = await openGateway(
    (url) => `${url}/files/a.png`,
    redirect(`${elsewhere.url}/a.png`),
  );
  expect(image?.ref).toBeDefined();
  expect(fetched[0]?.headers).toContainEqual(bearer);
  expect(headsOf(elsewhere.requests)).not.toContain(canaryKey);
  const back = await openGateway((url) => `${url}/files/a.png`, redirect(`${elsewhere.url}/back`));
  expect(back.image?.ref).toBeUndefined();
});

test('an address that the operator left is requested from the gateway', async () => {
  const { fetched, image } = await openGateway(() => 'http://internal-worker:8000/outputs/a.png', file);
  expect(fetched).toMatchObject([{ target: '/outputs/a.png' }]);
  expect(fetched[0]?.headers).toContainEqual(bearer);
  expect(image?.ref).toBeDefined();
});

test('a transient failure is tried again, visibly, and each try is recorded', async () => {
  let tries = 0;
  const { parts, image, end, bench, id } = await openGateway(
    (url) => `${url}/a.png`,
    (request) => {
      tries += 1;
      return tries < 3 ? request.socket.write(respond(503, {}, '{"error":"busy"}')) : file(request);
    },
  );
  expect([end.state, tries]).toEqual(['done', 3]);
  expect(image?.ref).toBeDefined();
  const notes = parts.flatMap((part) => (part.type === 'progress' && part.note ? [part.note] : []));
  expect(notes.join(' ')).toMatch(/Resuming in/);
  const recorded = await bench.exchanges.handlers.list({ limit: 10 }, { signal: new AbortController().signal });
  expect(recorded.filter((one) => one.id !== id).map(({ method, status }) => [method, status])).toEqual([
    ['GET', 200],
    ['GET', 503],
    ['GET', 503],
  ]);
});

test.each<[string, Respond, RegExp]>([
  [
    'a page',
    ({ socket }) => socket.write(respond(200, { 'content-type': 'text/html' }, '<html>log in</html>')),
    /page/,
  ],
  ['a refusal', ({ socket }) => socket.write(respond(403, {}, '{"error":{"message":"no access"}}')), /no access/],
  [
    'an error labeled as an image',
    ({ socket }) => socket.write(respond(200, { 'content-type': 'image/png' }, '{"error":{"message":"gone"}}')),
    /gone/,
  ],
  [
    'a video',
    ({ socket }) => socket.write(respond(200, {}, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0abcd'))),
    /not an image/,
  ],
])('%s is no image: its address is kept, with a warning', async (_, response, words) => {
  const { parts, image, end, server } = await openGateway((url) => `${url}/a.png`, response);
  expect(end.state).toBe('done-with-warnings');
  expect(image?.url).toBe(`${server.url}/a.png`);
  expect(image?.ref).toBeUndefined();
  expect(warningOf(parts)?.code).toBe('not-kept');
  expect(warningOf(parts)?.message).toMatch(words);
});

test('a drawing is stored as one', async () => {
  const { image } = await openGateway(
    (url) => `${url}/a.svg`,
    ({ socket }) =>
      socket.write(respond(200, { 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>')),
  );
  expect(image).toMatchObject({ mediaType: 'image/svg+xml', ref: { name: 'image-1.svg', type: 'image/svg+xml' } });
});

test('a failed download can be repeated later, and the record shows its file', async () => {
  let isUp = false;
  const { bench, id, image, server, parts } = await openGateway(
    () => '/a.png',
    (request) => (isUp ? file(request) : request.socket.write(respond(404, {}, 'not yet'))),
  );
  expect(image).toMatchObject({ url: '/a.png' });
  expect(warningOf(parts)?.message).toContain('can be downloaded again');
  const again = (url: string) => bench.exchanges.handlers.fetchMedia({ id, url }, { signal: never });
  isUp = true;
  await expect(again('https://files.example/other.png')).rejects.toMatchObject({ failure: { code: 'not-found-here' } });
  const ref = await again(`${server.url}/a.png`);
  expect(bench.made.get(ref.id)?.bytes).toEqual(png);
  bench.files.set(ref.id, { name: ref.name, type: ref.type, sizeBytes: png.length, async *stream() {} });
  const shown = await all(bench.exchanges.handlers.watch({ id }, { signal: never }));
  expect(shown.find((part) => part.type === 'image')).toMatchObject({ ref: { id: ref.id } });
  expect(await again(`${server.url}/a.png`)).toMatchObject({ id: ref.id });
});
