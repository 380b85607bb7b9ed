import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { findProxy } from '#core/http/proxy/find-proxy.ts';
import type { ProxyChoice } from '#shared/contract/connections.ts';

const choice = (change: Partial<ProxyChoice & { hasPassword: boolean }> = {}) => ({
  mode: 'custom' as const,
  address: 'http://own.example:3128',
  bypass: '',
  user: '',
  hasPassword: false,
  ...change,
});
const sources = { system: async () => 'http://sys:tem-pass-1@system.example:8080', password: async () => 'own-pass-1' };
const find = async (address: string, change: Parameters<typeof choice>[0]) =>
  (await findProxy(address, choice(change), sources))?.address ?? null;

test.each<[what: string, address: string, change: Parameters<typeof choice>[0], proxy: string | null]>([
  ['the own one', 'https://gw.example', {}, 'http://own.example:3128'],
  ['the own one without a scheme', 'https://gw.example', { address: 'own.example:3128' }, 'http://own.example:3128'],
  ['the own one over TLS', 'https://gw.example', { address: 'https://own.example' }, 'https://own.example:443'],
  ['the own one by IPv6', 'https://gw.example', { address: '[fd00::1]:3128' }, 'http://[fd00::1]:3128'],
  ['excepted', 'https://gw.example', { bypass: 'gw.example' }, null],
  ['none', 'https://gw.example', { mode: 'none' }, null],
  ["the computer's", 'https://gw.example', { mode: 'system' }, 'http://system.example:8080'],
  [
    "the own exceptions are not the computer's",
    'https://gw.example',
    { mode: 'system', bypass: '*' },
    'http://system.example:8080',
  ],
  ...['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:8080', 'http://a.localhost'].flatMap(
    (address): [string, string, Parameters<typeof choice>[0], string | null][] => [
      [`${address} by the own`, address, {}, null],
      [`${address} by the computer's`, address, { mode: 'system' }, null],
    ],
  ),
])('%s', async (_, address, change, proxy) => {
  expect(await find(address, change)).toBe(proxy);
});

test('a login is in the header and nowhere else', async () => {
  for (const change of [{ user: 'me', hasPassword: true }, { mode: 'system' as const }]) {
    const proxy = await findProxy('https://gw.example', choice(change), sources);
    expect(proxy?.loginHeaders).toEqual([['Proxy-Authorization', expect.stringMatching(/^Basic /)]]);
    expect(proxy?.secrets.some((secret) => secret.endsWith('-pass-1'))).toBe(true);
    expect(inspect(proxy, { depth: 9, showHidden: true }) + JSON.stringify(proxy) + proxy?.identity).not.toMatch(
      /pass-1/,
    );
  }
});

test('a literal percent sign is not an error', async () => {
  const system = async () => 'http://me:100%@system.example:8080';
  const proxy = await findProxy('https://gw.example', choice({ mode: 'system' }), { ...sources, system });
  expect(proxy?.loginHeaders[0]?.[1]).toBe(`Basic ${btoa('me:100%')}`);
});

test('a proxy of another kind, and one that cannot be parsed, are named without their login', async () => {
  for (const address of ['socks5://me:own-pass-1@own.example:1080', 'http://me:own-pass-1@[', '']) {
    const thrown = await findProxy('https://gw.example', choice({ address }), sources).catch((error: Error) => error);
    expect(thrown).toMatchObject({ fault: { sent: 'not-sent', failure: { code: 'proxy' } } });
    expect(inspect(thrown, { depth: 9 })).not.toContain('own-pass-1');
  }
});
