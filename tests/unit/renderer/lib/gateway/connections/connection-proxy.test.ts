import { expect, test } from 'vitest';
import { isProxyOpen, proxyProblem } from '../../../../../../renderer/lib/gateway/connections/connection-proxy.ts';

test.each([
  ['http://proxy.example:3128', null],
  ['proxy.example:3128', null],
  ['', 'empty'],
  ['socks5://proxy.example:1080', 'scheme'],
  ['https://proxy.example', 'scheme'],
  ['http://proxy example', 'malformed'],
  ['http://ada:secret@proxy.example', 'userinfo'],
])('the proxy address %s has the problem %s', (address, problem) => expect(proxyProblem(address)).toBe(problem));

test('a log-in is readable on the way to another machine, not on this one', () => {
  expect(isProxyOpen('proxy.example:3128')).toBe(true);
  expect(isProxyOpen('http://127.0.0.1:3128')).toBe(false);
  expect(isProxyOpen('')).toBe(false);
});
