import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devPolicy, openDevPage } from '../../../../../electron/desktop/page/page-response.ts';

const server = createServer((request, response) => {
  if (request.url === '/') return response.setHeader('content-type', 'text/html').end('<i nonce="__CSP_NONCE__">');
  if (request.url === '/main.tsx?t=1') return response.setHeader('content-type', 'text/javascript').end('export {}');
  response.statusCode = 404;
  response.end('no');
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('the document of the development server gets a nonce and the relaxed policy', async () => {
  const answer = await openDevPage(address)('/', false);
  const [, nonce = ''] = /nonce="([^"]+)"/.exec(await answer.text()) ?? [];
  expect(nonce).not.toBe('__CSP_NONCE__');
  expect(answer.headers.get('content-security-policy')).toBe(devPolicy(nonce, address));
});

test('its modules are served with their query, and missing ones are missing', async () => {
  const module = await openDevPage(address)('/main.tsx?t=1', false);
  expect([module.headers.get('content-type'), await module.text()]).toEqual(['text/javascript', 'export {}']);
  expect((await openDevPage(address)('/nope', false)).status).toBe(404);
});

test('the relaxed policy allows the socket of hot reload and nothing else', () => {
  const rules = devPolicy('n', 'http://127.0.0.1:5173').split('; ');
  expect(rules).toContain("connect-src 'self' ws://127.0.0.1:5173");
  expect(rules).toContain("default-src 'none'");
  expect(rules.filter((rule) => rule.includes('127.0.0.1'))).toHaveLength(1);
  expect(rules.join()).not.toMatch(/unsafe|trusted-types/);
});
