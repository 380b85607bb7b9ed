import { expect, test } from 'vitest';
import { readProxyRule } from '../../../../../electron/desktop/host-services.ts';

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.test:3128', 'http://proxy.test:3128'],
  ['proxy proxy.test:3128', 'http://proxy.test:3128'],
  ['HTTPS proxy.test:443', 'https://proxy.test:443'],
  ['SOCKS proxy.test:1080', 'socks4://proxy.test:1080'],
  ['SOCKS5 proxy.test:1080', 'socks5://proxy.test:1080'],
  ['SOCKS4 proxy.test:1080', 'socks4://proxy.test:1080'],
  ['SOCKS5 a.test:1080; PROXY b.test:3128; DIRECT', 'http://b.test:3128'],
  ['SOCKS a.test:1080; HTTPS b.test:443', 'https://b.test:443'],
  ['SOCKS5 a.test:1080; DIRECT', null],
  // No direct connection where the list does not allow one.
  ['SOCKS5 a.test:1080; SOCKS b.test:1080', 'socks5://a.test:1080'],
  ['SOCKS5 a.test:1080; QUIC b.test:1', 'socks5://a.test:1080'],
  ['PROXY [::1]:3128', 'http://[::1]:3128'],
  ['PROXY a.test:1; PROXY b.test:2; DIRECT', 'http://a.test:1'],
  ['DIRECT; PROXY a.test:1', null],
  ['QUIC a.test:1;PROXY b.test:2', 'http://b.test:2'],
  ['PROXY; PROXY b.test:2', 'http://b.test:2'],
  ['PROXY not a host', 'http://not'],
  ['PROXY :::bad; DIRECT', null],
])('%s', (list, address) => expect(readProxyRule(list)).toBe(address));
