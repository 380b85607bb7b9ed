import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../../support/cli/run-program.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { otherName, selfSigned } from '../../support/exchange/certificates.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { startTunnelProxy } from '../../support/exchange/tunnel-proxy.ts';
import { json, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';

/** The program sends one request to a gateway, with the given environment. */
const ask = (address: string, env: Record<string, string>, args: string[] = []) =>
  program(['run', 'chat.completions', 'Hi', '-m', 'm-1', '--base-url', address, ...args], {
    env: { PATCHBAY_API_KEY: canaryKey, ...env },
  });

async function serve(...given: Parameters<typeof startRecordingServer>) {
  const server = await startRecordingServer(...given);
  onTestFinished(() => server.close());
  return server;
}

async function openTunnel(...given: Parameters<typeof startTunnelProxy>) {
  const proxy = await startTunnelProxy(...given);
  onTestFinished(() => proxy.close());
  return proxy;
}

const proxyPassword = 'proxy-pass-77aa';
const login = btoa(`me:${proxyPassword}`);

test('a program started with certificate checks disabled performs them anyway', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion('Hello.'))), selfSigned);
  const address = `https://localhost:${server.port}`;
  const { code, stdout, stderr } = await ask(address, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(code).not.toBe(0);
  expect(stderr).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(server.requests).toEqual([]);
  expect(canariesIn(stdout + stderr)).toEqual([]);
});

const root = path.join(import.meta.dirname, '../../..');

test('there is no switch that accepts every certificate', () => {
  const switches = /rejectUnauthorized:\s*false|setCertificateVerifyProc|'certificate-error'|checkServerIdentity/;
  const files = ['electron', 'shared', 'renderer', 'bin'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((name) => switches.test(readFileSync(path.join(root, name), 'utf8')))).toEqual([]);
});

test('HTTPS_PROXY gets a CONNECT with its own login, and neither header nor key of the request', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion('Hello.'))), otherName);
  const proxy = await openTunnel(server.port);
  const env = { HTTPS_PROXY: `http://me:${proxyPassword}@${proxy.address}` };
  // The certificate is from an unknown authority, so nothing of the request is sent beyond the tunnel either.
  const { code, stdout, stderr } = await ask('https://other.test', env);
  expect(code).not.toBe(0);
  // Nothing was sent, so it may have retried: each time with the same words.
  expect([...new Set(proxy.heads)]).toEqual([
    `CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
  ]);
  expect(server.requests).toEqual([]);
  expect(stdout + stderr).not.toMatch(new RegExp(`${proxyPassword}|${login}`));
  expect(canariesIn(stdout + stderr)).toEqual([]);
});

test('HTTP_PROXY carries plain http, and its login is printed nowhere', async () => {
  const proxy = await serve(({ socket, head }) => socket.write(json({ ...completion(head), echo: head })));
  const env = { HTTP_PROXY: `http://me:${proxyPassword}@127.0.0.1:${proxy.port}` };
  const { code, stdout, stderr } = await ask('http://gateway.invalid', env, ['--allow-insecure', '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(proxy.requests[0]?.target).toBe('http://gateway.invalid/v1/chat/completions');
  expect(proxy.requests[0]?.head).toContain(`Proxy-Authorization: Basic ${login}`);
  expect(stdout + stderr).not.toMatch(new RegExp(`${proxyPassword}|${login}`));
  expect(canariesIn(stdout + stderr)).toEqual([]);
});

test('this computer is never reached through a proxy, nor what NO_PROXY names', async () => {
  const server = await serve(({ socket }) => socket.write(json(completion('Hello.'))));
  const proxy = await openTunnel(server.port);
  const every = { HTTP_PROXY: `http://${proxy.address}`, HTTPS_PROXY: `http://${proxy.address}` };
  const here = await ask(server.url, every);
  expect([here.code, here.stdout.trim()]).toEqual([0, 'Hello.']);
  const excepted = await ask('https://gateway.invalid', { ...every, NO_PROXY: 'gateway.invalid' });
  expect(excepted.code).not.toBe(0);
  expect(excepted.stderr).toMatch(/gateway\.invalid/);
  expect(proxy.heads).toEqual([]);
});

test('a proxy that requires a login is an error of its own, for a tunnel and for plain http', async () => {
  const tunnel = await openTunnel(1, { refuse: 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n' });
  const plain = await serve(({ socket }) => socket.write(respond(407, {}, 'no')));
  const runs = [
    await ask('https://other.test', { HTTPS_PROXY: `http://me:${proxyPassword}@${tunnel.address}` }),
    await ask('http://gateway.invalid', { HTTP_PROXY: `http://me:${proxyPassword}@127.0.0.1:${plain.port}` }, [
      '--allow-insecure',
    ]),
  ];
  for (const { code, stderr } of runs) {
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/proxy.*\(407\)/i);
    expect(stderr).not.toContain(proxyPassword);
  }
});
