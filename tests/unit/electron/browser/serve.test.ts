import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { diagramFramePath } from '#shared/diagram-frame.ts';
import { connect } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';
import { pagePolicy } from '../../../../electron/hosting/page-policy.ts';
import { later, openRaw, openSocket, startHost } from '../../../support/browser-host/harness.ts';
import { ask, own, raw, statusOf, upgradeHeaders } from '../../../support/browser-host/raw-http.ts';

test('listens on 127.0.0.1 and nowhere else', async () => {
  const { port, host } = await startHost();
  expect(host.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
      .map(([, local]) => local),
  );
  expect(listening).toEqual([`0100007F:${hex}`]);
});

test('a taken port is an error, not another port', async () => {
  const { port } = await startHost();
  await expect(startHost({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('every response carries the guard headers, errors and media included', async () => {
  const { port, token, files, links } = await startHost();
  const upload = await ask(
    port,
    '/files',
    { origin: own(port), authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    'POST',
    'png',
  );
  const answers = {
    upload,
    page: await ask(port, '/'),
    script: await ask(port, '/assets/app.js'),
    head: await ask(port, '/', { origin: own(port) }, 'HEAD'),
    absent: await ask(port, '/absent'),
    refused: await ask(port, '/', { host: 'evil.test' }),
    stranger: await ask(port, '/files', { origin: own(port) }, 'POST', 'x'),
    media: await ask(port, links.addressFor([...files.kept.keys()][0] as string)),
    deadLink: await ask(port, '/files/f1?exp=1&sig=x'),
    launch: await ask(port, '/?launch=nothing'),
    upgrade: await ask(port, '/elsewhere', upgradeHeaders(port)),
    refusedUpgrade: await ask(port, '/wire', { ...upgradeHeaders(port), origin: 'http://evil.test' }),
    noHttp: await raw(port, 'hello\r\n\r\n'),
    longHeaders: await ask(port, '/', { 'x-long': 'x'.repeat(20_000) }),
    expectation: await ask(port, '/', { expect: 'miracles' }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const head = (answer.split('\r\n\r\n')[0] as string).toLowerCase();
    for (const header of [
      "content-security-policy: default-src 'none';",
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'cache-control: no-store',
      'permissions-policy: ',
    ])
      expect([name, head]).toEqual([name, expect.stringContaining(header)]);
    expect(head).not.toMatch(/set-cookie|access-control|server:|x-powered-by/);
    expect(head).toContain("frame-ancestors 'none'");
  }
  expect(statusOf(answers.longHeaders)).toBe(431);
  expect(statusOf(answers.noHttp)).toBe(400);
});

test('the page has a fresh nonce in every response, and contains no token', async () => {
  const { port, token } = await startHost();
  const nonces = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const answer = await ask(port, '/');
    const nonce = /'nonce-([^']+)'/.exec(answer)?.[1] ?? '';
    nonces.add(nonce);
    expect(answer).toContain(`content-security-policy: ${pagePolicy(nonce)}\r\n`);
    expect(answer.match(new RegExp(`nonce="${nonce.replace(/[+/=]/g, '\\$&')}"`, 'g'))).toHaveLength(2);
    expect(answer).not.toContain('__CSP_NONCE__');
    expect(answer).not.toContain(token);
  }
  expect(nonces.size).toBe(3);
});

test('the content security policy of the page, word for word', () => {
  expect(pagePolicy('N')).toBe(
    "default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; img-src 'self' blob:; " +
      "media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; " +
      "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types patchbay-workers",
  );
});

test('the frame that draws diagrams has an origin of its own, no network, and one script', async () => {
  const { port } = await startHost();
  const answer = await ask(port, diagramFramePath);
  const nonce = /'nonce-([^']+)'/.exec(answer)?.[1] ?? '';
  expect(answer).toContain(
    `content-security-policy: default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts\r\n`,
  );
  expect(answer.match(/<script/g)).toHaveLength(1);
  expect(answer).toContain(`<script nonce="${nonce}">`);
  expect(await ask(port, diagramFramePath)).not.toContain(nonce);
});

test('data another program left in the browser under this port is cleared once', async () => {
  const { port } = await startHost();
  expect(await ask(port, '/')).toContain('clear-site-data: "storage"');
  expect(await ask(port, '/')).not.toContain('clear-site-data');
});

test('a browser may keep the hashed files of this start, and nothing else', async () => {
  const [first, second] = [await startHost(), await startHost()];
  const page = await ask(first.port, '/');
  const [, script = ''] = /src="\.(\/[0-9a-f]{32}\/app\.js)"/.exec(page) ?? [];
  const answer = await ask(first.port, script);
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain('cache-control: public, max-age=31536000, immutable\r\n');
  expect(statusOf(await ask(second.port, script))).toBe(404);
  expect(statusOf(await ask(first.port, script.replace('app.js', '../index.html')))).toBe(404);
  for (const target of ['/', '/index.html', '/assets/app.js', script.replace('app.js', 'absent.js')])
    expect([target, await ask(first.port, target)]).toEqual([
      target,
      expect.stringContaining('cache-control: no-store'),
    ]);
});

test('only files of the build are served', async () => {
  const { port } = await startHost();
  expect(statusOf(await ask(port, '/assets/app.js'))).toBe(200);
  expect(statusOf(await ask(port, '/assets/app.js?v=1'))).toBe(200);
  const refused = [
    '/..',
    '/../outside.js',
    '/assets/../../outside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/%2e%2e/outside.js',
    '/assets/..%5c..%5coutside.js',
    '/assets\\..\\..\\outside.js',
    '//evil.test/',
    '//127.0.0.1/assets/app.js',
    '/assets/app.js%00',
    '/assets/app.js/',
    '/assets/',
    '/assets',
    '/assets/link.js',
    '/assets/.secret.js',
    '/assets/.git/config.json',
    '/assets/app.js.map',
    '/./assets/app.js',
    '/assets//app.js',
    '/ASSETS/app.js',
    '/__proto__',
    '/constructor',
    '/etc/passwd',
  ];
  for (const target of refused) {
    const answer = await ask(port, target);
    expect([target, statusOf(answer)]).toEqual([target, 404]);
    expect(answer).not.toContain('secret');
  }
});

test('slow connections do not block others', async () => {
  const { port, token } = await startHost();
  const stuckUpload = `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\ncontent-length: 100\r\n\r\nx`;
  const heads = Array.from({ length: 350 }, (_, count) => (count < 300 ? 'GET / HTTP/1.1\r\nhost: 127' : stuckUpload));
  await Promise.all(heads.map((head) => openRaw(port, head)));
  expect(statusOf(await ask(port, '/'))).toBe(200);
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('six hundred silent connections of another user take no slot from the owner', async () => {
  const { port } = await startHost();
  const script = `
    import net from 'node:net';
    process.setuid(65534);
    let closed = 0;
    for (let count = 0; count < 600; count += 1) {
      const socket = net.connect(${port}, '127.0.0.1');
      socket.on('error', () => {}).on('close', () => {
        closed += 1;
        if (closed === 600) console.log('all closed');
      });
      socket.resume();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  later(() => child.kill());
  expect(String((await once(child.stdout, 'data'))[0])).toContain('all closed');
  expect(statusOf(await ask(port, '/'))).toBe(200);
});

test.runIf(isRoot)('another user of this computer is refused, with or without the token', async () => {
  const { port, token } = await startHost();
  const script = `
    import net from 'node:net';
    process.setuid(65534);
    const socket = net.connect(${port}, '127.0.0.1', () => socket.write('GET / HTTP/1.1\\r\\nhost: 127.0.0.1:${port}\\r\\nauthorization: Bearer ${token}\\r\\nconnection: close\\r\\n\\r\\n'));
    socket.pipe(process.stdout);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let answer = '';
  child.stdout.on('data', (data) => {
    answer += data;
  });
  await once(child, 'close');
  expect(statusOf(answer)).toBe(403);
  expect(answer).toContain('Another user');
});

test('closing ends the RPC connections and frees the port, and the old token stops working', async () => {
  const { host, port, token } = await startHost();
  const socket = openSocket(port);
  const wire = await greet(socket, token);
  const asking = connect(contract, wire);
  const closed = once(socket, 'close');
  await host.close();
  expect((await closed)[0]).toBe(1001);
  await expect(asking.host.info({})).rejects.toMatchObject({ failure: { code: 'connection-lost' } });
  const refused = connectSocket(port, '127.0.0.1');
  later(() => refused.destroy());
  const [error] = await once(refused, 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
  const next = await startHost({ port });
  expect((await greet(openSocket(next.port), token).catch((thrown) => thrown)).failure.code).toBe('auth');
});
