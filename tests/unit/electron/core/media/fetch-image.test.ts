import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import type { HttpProxy } from '#core/http/proxy/http-proxy.ts';
import { fetchImage } from '#core/media/fetch-image.ts';
import type { MediaFetch } from '#core/media/media-fetch.ts';
import { mediaDestination, NotFetched } from '#core/media/media-fetch.ts';
import { systemClock } from '#core/ports.ts';
import { all, never } from '../../../../support/exchange/bench.ts';
import { chunk, chunkedHead, type Received, respond } from '../../../../support/exchange/wire-server.ts';
import { serve } from '../http/send-to.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(5000, 7)]);

const mediaFetchOf = (origin: string, change: Partial<MediaFetch> = {}): MediaFetch => ({
  connection: { origin, extraCa: { name: '', pem: '' } },
  findProxy: async () => null,
  clock: systemClock,
  signal: never,
  version: '1.2.3',
  ...change,
});

const sendPng = ({ socket }: Received) => socket.write(respond(200, { 'content-type': 'image/png' }, png));
const sendTo =
  (location: string) =>
  ({ socket }: Received) =>
    socket.write(respond(302, { location }, ''));

async function bytesOf(address: string, mediaFetch: MediaFetch): Promise<{ type: string; bytes: Buffer }> {
  const { type, bytes } = await fetchImage(address, mediaFetch);
  return { type, bytes: Buffer.concat(await all(bytes)) };
}

test('takes an image by its bytes, whatever its label, and sends nothing of the connection', async () => {
  const server = await serve(({ socket }) => socket.write(respond(200, { 'content-type': 'text/html' }, png)));
  expect(await bytesOf(`${server.url}/p.png?sig=1`, mediaFetchOf(server.url))).toEqual({
    type: 'image/png',
    bytes: png,
  });
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'GET', target: '/p.png?sig=1' });
  expect(request?.headers.map(([name]) => name.toLowerCase()).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  await server.idle();
});

describe('does not take', () => {
  test.each<[string, (request: Received) => unknown, RegExp]>([
    [
      'a page',
      ({ socket }) => socket.write(respond(200, { 'content-type': 'text/html' }, '<html>log in</html>')),
      /isn't an image \(text\/html\)/,
    ],
    [
      'a drawing that is a program',
      ({ socket }) => socket.write(respond(200, { 'content-type': 'image/svg+xml' }, '<svg onload="x()"></svg>')),
      /isn't an image/,
    ],
    ['nothing', ({ socket }) => socket.write(respond(200, {}, '')), /isn't an image/],
    ['a refusal', ({ socket }) => socket.write(respond(403, {}, '<Error/>')), /returned 403/],
    ['an answer that says nothing', ({ socket }) => socket.destroy(), /closed the connection/],
  ])('%s', async (_, response, words) => {
    const server = await serve(response);
    const mediaFetch = mediaFetchOf(server.url);
    await expect(fetchImage(`${server.url}/p.png`, mediaFetch)).rejects.toThrow(NotFetched);
    await expect(fetchImage(`${server.url}/p.png`, mediaFetch)).rejects.toThrow(words);
    await server.idle();
  });

  test('one that breaks off, after what had arrived', async () => {
    const server = await serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n');
      socket.end(png.subarray(0, 1000));
    });
    const { bytes } = await fetchImage(`${server.url}/p.png`, mediaFetchOf(server.url));
    await expect(all(bytes)).rejects.toMatchObject({ failure: { code: expect.stringMatching(/truncated|reset/) } });
  });

  test('one that grows past every limit', async () => {
    const server = await serve(({ socket }) => {
      socket.write(chunkedHead());
      const block = Buffer.concat([png, Buffer.alloc(1024 * 1024 - png.length)]);
      const framed = chunk(block);
      const more = () => {
        while (socket.writable && socket.write(framed));
      };
      socket.on('drain', more);
      more();
    });
    const { bytes } = await fetchImage(`${server.url}/p.png`, mediaFetchOf(server.url));
    let taken = 0;
    const read = async () => {
      for await (const piece of bytes) taken += piece.length;
    };
    await expect(read()).rejects.toMatchObject({ failure: { code: 'too-large' } });
    expect(taken).toBeLessThanOrEqual(64 * 1024 * 1024);
  });
});

describe('redirects', () => {
  test('within the gateway are followed', async () => {
    const server = await serve((request) => (request.target === '/a' ? sendTo('/b')(request) : sendPng(request)));
    expect((await bytesOf(`${server.url}/a`, mediaFetchOf(server.url))).bytes).toEqual(png);
  });

  test('in circles are not followed forever', async () => {
    const server = await serve(sendTo('/a'));
    await expect(fetchImage(`${server.url}/a`, mediaFetchOf(server.url))).rejects.toThrow(/more than 5 times/);
    expect(server.requests).toHaveLength(6);
  });

  test('away from the gateway do not lead to this computer', async () => {
    const inner = await serve(sendPng);
    const outer = await serve(sendTo(`${inner.url}/secret`));
    const mediaFetch = mediaFetchOf(outer.url);
    await expect(fetchImage(`${outer.url}/a`, mediaFetch)).resolves.toMatchObject({ type: 'image/png' });
    // The same from a gateway elsewhere: its host may not redirect to this computer.
    const elsewhere = mediaFetchOf('https://gate.example');
    await expect(fetchImage(`${outer.url}/a`, elsewhere)).rejects.toThrow(NotFetched);
    expect(inner.requests).toHaveLength(1);
    expect(outer.requests).toHaveLength(1);
  });

  test.each(['file:///etc/passwd', 'ftp://h/p.png', 'javascript:alert(1)', 'data:image/png;base64,AA=='])(
    'to %s are not followed',
    async (location) => {
      const server = await serve(sendTo(location));
      await expect(fetchImage(`${server.url}/a`, mediaFetchOf(server.url))).rejects.toThrow(/isn't a web address/);
    },
  );
});

describe('where an image may be', () => {
  const public1 = mediaFetchOf('https://gate.example');
  test.each<[string, string, RegExp]>([
    ['the address of a cloud machine', 'http://169.254.169.254/latest', /plain HTTP/],
    ['the same over https', 'https://169.254.169.254/latest', /private network/],
    ['this computer', 'https://127.0.0.1/p.png', /private network/],
    ['this computer by name', 'https://localhost/p.png', /private network/],
    ['this computer in six', 'https://[::1]/p.png', /private network/],
    ['the network at home', 'https://192.168.1.1/p.png', /private network/],
    ['plain http', 'http://8.8.8.8/p.png', /plain HTTP/],
    ['the gateway on another port, plain', 'http://gate.example:8080/p.png', /plain HTTP/],
    ['an address with a login', 'https://me:pw@8.8.8.8/p.png', /login/],
    ['a file', 'file:///etc/passwd', /isn't a web address/],
  ])('not at %s', async (_, address, words) => {
    await expect(mediaDestination(new URL(address), public1, false)).rejects.toThrow(words);
  });

  test('at a public address, which is used as found', async () => {
    expect(await mediaDestination(new URL('https://8.8.8.8/p.png'), public1, true)).toMatchObject({
      host: '8.8.8.8',
      address: '8.8.8.8',
      port: 443,
      secure: true,
    });
  });

  test('at the gateway itself, but not on the way back from elsewhere', async () => {
    const home = mediaFetchOf('http://192.168.1.1:3000');
    const url = new URL('http://192.168.1.1:3000/p.png');
    expect(await mediaDestination(url, home, false)).toMatchObject({
      host: '192.168.1.1',
      port: 3000,
      secure: false,
    });
    await expect(mediaDestination(url, home, true)).rejects.toThrow(NotFetched);
  });

  test('through a proxy, which resolves names itself', async () => {
    const proxy = { endpoint: 'proxy:3128' } as HttpProxy;
    const mediaFetch = mediaFetchOf('https://gate.example', { findProxy: async () => proxy });
    const to = await mediaDestination(new URL('https://pictures.example/p.png'), mediaFetch, false);
    expect(to).toMatchObject({ host: 'pictures.example', proxy });
    expect(to.address).toBeUndefined();
    await expect(mediaDestination(new URL('https://10.0.0.1/p.png'), mediaFetch, false)).rejects.toThrow(
      /private network/,
    );
  });
});
