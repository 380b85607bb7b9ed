import { describe, expect, test } from 'vitest';
import type { HttpProxy } from '#core/http/proxy/http-proxy.ts';
import type { MediaFetch } from '#core/media/media-fetch.ts';
import { mediaDestination, NotFetched } from '#core/media/media-fetch.ts';
import { systemClock } from '#core/ports.ts';
import { never } from '../../../../support/exchange/bench.ts';

const mediaFetchOf = (origin: string, change: Partial<MediaFetch> = {}): MediaFetch => ({
  connection: { origin, extraCa: { name: '', pem: '' } },
  findProxy: async () => null,
  clock: systemClock,
  signal: never,
  version: '1.2.3',
  ...change,
});

describe('where media may be', () => {
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

  test('anywhere, where the connection allows it', async () => {
    const connection = { origin: 'https://gate.example', extraCa: { name: '', pem: '' }, mediaOrigins: 'any' as const };
    const any = mediaFetchOf('https://gate.example', { connection });
    for (const address of ['http://8.8.8.8/p.png', 'http://192.168.1.9:3000/p.png', 'http://files.lan/p.png'])
      expect(await mediaDestination(new URL(address), any, true)).toMatchObject({ secure: false });
    await expect(mediaDestination(new URL('file:///etc/passwd'), any, false)).rejects.toThrow(NotFetched);
  });
});
