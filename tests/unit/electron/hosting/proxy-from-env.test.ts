import { expect, test } from 'vitest';
import { proxyFromEnv } from '../../../../electron/hosting/proxy-from-env.ts';

const both = { HTTP_PROXY: 'http://plain:3128', HTTPS_PROXY: 'http://secure:3128' };

test.each<[string, Record<string, string>, string | null]>([
  ['https://api.example/v1', {}, null],
  ['https://api.example/v1', both, 'http://secure:3128'],
  ['wss://api.example/v1', both, 'http://secure:3128'],
  ['http://api.example/v1', both, 'http://plain:3128'],
  ['ws://api.example/v1', both, 'http://plain:3128'],
  ['https://api.example', { ...both, https_proxy: 'http://lower:1' }, 'http://lower:1'],
  ['https://api.example', { ALL_PROXY: 'socks5://all:1080' }, 'socks5://all:1080'],
  ['https://api.example', { HTTPS_PROXY: 'bare:3128' }, 'http://bare:3128'],
  ['https://api.example', { HTTPS_PROXY: 'http://u:p@proxy:1' }, 'http://u:p@proxy:1'],
  ['https://api.example', { HTTPS_PROXY: ' ' }, null],
  ['https://api.example', { HTTPS_PROXY: 'http://[' }, null],
  ['http://localhost:4000', both, null],
  ['http://127.0.0.1:4000', both, null],
  ['http://127.9.9.9:4000', both, null],
  ['http://[::1]:4000', both, null],
  ['http://demo.localhost:4000', both, null],
  ['https://api.example', { ...both, NO_PROXY: '*' }, null],
  ['https://api.example', { ...both, NO_PROXY: 'other.test, api.example' }, null],
  ['https://a.api.example', { ...both, NO_PROXY: 'api.example' }, null],
  ['https://a.api.example', { ...both, NO_PROXY: '.api.example' }, null],
  ['https://a.api.example', { ...both, NO_PROXY: '*.api.example' }, null],
  ['https://evil-api.example', { ...both, NO_PROXY: 'api.example' }, 'http://secure:3128'],
  ['https://api.example', { ...both, NO_PROXY: 'api.example:443' }, null],
  ['https://api.example:8443', { ...both, NO_PROXY: 'api.example:443' }, 'http://secure:3128'],
  ['https://10.1.2.3', { ...both, NO_PROXY: '10.0.0.0/8' }, null],
  ['https://11.1.2.3', { ...both, NO_PROXY: '10.0.0.0/8' }, 'http://secure:3128'],
  ['https://api.example', { ...both, NO_PROXY: '0.0.0.0/0' }, 'http://secure:3128'],
  ['https://9.9.9.9', { ...both, NO_PROXY: '0.0.0.0/0,nonsense/99' }, null],
])('%s with %o', (address, env, proxy) => {
  expect(proxyFromEnv(address, env)).toBe(proxy);
});
