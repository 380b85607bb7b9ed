import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { pagePolicy } from '#shared/page-policy.ts';
import { connect } from '#shared/wire/connect.ts';
import { greet } from '#shared/wire/greeting.ts';
import { ask, later, openRaw, openSocket, raw, startHost, statusOf, upgradeHeaders } from './harness.ts';

const own = (port: number) => `http://127.0.0.1:${port}`;

test('it listens on 127.0.0.1 and nowhere else', async () => {
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

test('a port that is taken is an error, not another port', async () => {
  const { port } = await startHost();
  await expect(startHost({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('every answer carries the guard headers, errors and media included', async () => {
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

test('the page has a nonce of its own in every response, and holds no token', async () => {
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

test('the policy of the page, word for word', () => {
  expect(pagePolicy('N')).toBe(
    "default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; img-src 'self' blob:; " +
      "media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'none'; " +
      "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types patchbay-workers",
  );
});

test('what another program left in the browser under this port is cleared once', async () => {
  const { port } = await startHost();
  expect(await ask(port, '/')).toContain('clear-site-data: "storage"');
  expect(await ask(port, '/')).not.toContain('clear-site-data');
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

test('the printed token opens the wire, again and again: a reload, a second tab', async () => {
  const { port, token, seen } = await startHost();
  for (let tab = 0; tab < 3; tab += 1) {
    const client = connect(contract, await greet(openSocket(port), token));
    expect(await client.host.info({})).toMatchObject({ name: 'browser' });
  }
  expect(seen.calls).toBe(3);
});

test('a page that goes takes its work with it', async () => {
  const { port, token, seen } = await startHost();
  const socket = openSocket(port);
  const client = connect(contract, await greet(socket, token));
  for await (const change of client.host.changes({})) {
    expect(change).toEqual({ area: 'host' });
    socket.terminate();
    break;
  }
  await vi.waitFor(() => expect(seen.aborted).toBe(1));
});

test('a wrong token gets no wire and no upload, and another start’s is wrong', async () => {
  const { port, seen, files } = await startHost();
  const other = await startHost();
  for (const token of ['', 'A'.repeat(43), other.token]) {
    const thrown = await greet(openSocket(port), token).catch((error) => error);
    expect(thrown.failure.code).toBe('auth');
  }
  for (const token of ['A'.repeat(43), other.token]) {
    const answer = await ask(port, '/files', { origin: own(port), authorization: `Bearer ${token}` }, 'POST', 'x');
    expect(statusOf(answer)).toBe(401);
  }
  expect(statusOf(await ask(port, '/files', { origin: own(port) }, 'POST', 'x'))).toBe(401);
  expect(seen.calls).toBe(0);
  expect(files.kept.size).toBe(0);
});

test.each<[string, (socket: ReturnType<typeof openSocket>) => void]>([
  ['says nothing', () => {}],
  [
    'says something else',
    (socket) => socket.send(JSON.stringify({ kind: 'open', id: 1, name: 'host.info', input: {} })),
  ],
  ['says hello in bytes', (socket) => socket.send(Buffer.from('{"kind":"hello"}'))],
  ['talks too long', (socket) => socket.send('x'.repeat(10_000))],
])('a stranger who %s is put out and hears nothing', async (_name, act) => {
  const { port, seen } = await startHost();
  const socket = openSocket(port);
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(data));
  await once(socket, 'open');
  act(socket);
  await once(socket, 'close');
  expect([heard, seen.calls]).toEqual([[], 0]);
});

test('eight wires are enough for one person', async () => {
  const { port, token } = await startHost();
  const sockets = Array.from({ length: 8 }, () => openSocket(port));
  await Promise.all(sockets.map((socket) => greet(socket, token)));
  const thrown = await greet(openSocket(port), token).catch((error) => error);
  expect(thrown.failure.message).toContain('Too many windows');
  sockets[0]?.close();
  await once(sockets[0] as (typeof sockets)[0], 'close');
  await vi.waitFor(async () => expect(await greet(openSocket(port), token)).toBeDefined());
});

test('guessing gets slower and slower, and does not slow the one who knows', async () => {
  const told: number[] = [];
  const { port, token } = await startHost({ onIntruder: (count) => told.push(count) });
  const guess = async () => {
    const began = performance.now();
    await ask(port, '/files', { origin: own(port), authorization: 'Bearer guess' }, 'POST', 'x');
    return performance.now() - began;
  };
  for (let round = 0; round < 6; round += 1) await guess();
  const late = Array.from({ length: 20 }, guess);
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
  expect(Math.min(...(await Promise.all(late)))).toBeGreaterThan(300);
  expect(told).toEqual([1]);
});

test('a launch code leads to the token once, and only the code stands on the command line', async () => {
  const { host, port, token } = await startHost();
  const address = host.launchAddress();
  expect(address).not.toContain(token);
  const target = address.slice(own(port).length);
  const first = await ask(port, target);
  expect(statusOf(first)).toBe(303);
  expect(first).toContain(`location: /#token=${token}\r\n`);
  const second = await ask(port, target);
  expect(second).toContain('location: /\r\n');
  expect(second).not.toContain(token);
});

test('a file goes up as a stream and comes down by a signed link, whole or in part', async () => {
  const { port, token, files, links } = await startHost();
  const bytes = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  const headers = {
    origin: own(port),
    authorization: `Bearer ${token}`,
    'content-type': 'image/png',
    'x-file-name': encodeURIComponent('Bild "ö"\r\n.png'),
  };
  const taken = await ask(port, '/files', headers, 'POST', bytes);
  expect(statusOf(taken)).toBe(201);
  const ref = JSON.parse(Buffer.from(taken.split('\r\n\r\n')[1] as string, 'latin1').toString());
  expect(ref).toEqual({ id: 'f1', name: 'Bild "ö"\r\n.png', type: 'image/png', sizeBytes: 5000 });
  expect(files.kept.get('f1')?.toString()).toBe(bytes);

  const link = links.addressFor('f1');
  const get = async (range?: string) => {
    const answer = await ask(port, link, range ? { range } : {});
    const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
    return { status: statusOf(answer), head, body };
  };
  const whole = await get();
  expect([whole.status, whole.body]).toEqual([200, bytes]);
  expect(whole.head).toContain("content-disposition: inline; filename*=UTF-8''Bild%20%22%C3%B6%22%0D%0A.png\r\n");
  expect(whole.head).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(whole.head).toContain('accept-ranges: bytes');
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-2999', 100, 2999],
    ['bytes=4990-', 4990, 4999],
    ['bytes=-10', 4990, 4999],
    ['bytes=4000-9999', 4000, 4999],
  ] as const) {
    const part = await get(range);
    expect([part.status, part.body]).toEqual([206, bytes.slice(start, end + 1)]);
    expect(part.head).toContain(`content-range: bytes ${start}-${end}/5000`);
    expect(part.head).toContain(`content-length: ${end - start + 1}`);
  }
  expect((await get('bytes=5000-')).status).toBe(416);
  for (const ignored of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-1', 'bytes=-'])
    expect((await get(ignored)).status).toBe(200);
});

test('a link is for one file, for one start, for ten minutes', async () => {
  const { port, token, links } = await startHost();
  const other = await startHost();
  const headers = { origin: own(port), authorization: `Bearer ${token}`, 'content-type': 'text/html' };
  for (let count = 0; count < 2; count += 1) await ask(port, '/files', headers, 'POST', '<script>');
  const link = links.addressFor('f1');
  const answer = await ask(port, link);
  expect(answer).toContain('content-disposition: attachment');
  expect(answer).toContain('content-type: application/octet-stream');
  const dead = [
    link.replace('/f1?', '/f2?'),
    link.replace(/exp=\d+/, `exp=${Date.now() + 9e9}`),
    link.replace(/sig=./, 'sig=_'),
    link.replace(/&sig=.*/, ''),
    link.split('?')[0] as string,
    other.links.addressFor('f1'),
    '/files/..%2f..%2fetc%2fpasswd?exp=1&sig=1',
    '/files/%ff',
  ];
  for (const target of dead) expect([target, statusOf(await ask(port, target))]).toEqual([target, 404]);
});

test('an upload that breaks off leaves nothing', async () => {
  const { port, token, files } = await startHost();
  const socket = await openRaw(
    port,
    `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000\r\n\r\nhalf`,
  );
  await files.begun;
  socket.destroy();
  const whole = await ask(port, '/files', { origin: own(port), authorization: `Bearer ${token}` }, 'POST', 'whole');
  expect(statusOf(whole)).toBe(201);
  expect([...files.kept.values()].map(String)).toEqual(['whole']);
});

test('an upload without a length, or too large, is refused before its body', async () => {
  const { port, token } = await startHost();
  const head = (more: string) =>
    raw(
      port,
      `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\nauthorization: Bearer ${token}\r\n${more}\r\n\r\n`,
    );
  expect(statusOf(await head('transfer-encoding: chunked'))).toBe(411);
  const large = await head('content-length: 5000000000');
  expect(statusOf(large)).toBe(413);
  expect(JSON.parse(large.split('\r\n\r\n')[1] as string)).toMatchObject({ code: 'too-large' });
});

test('a store that gives up in the middle says why', async () => {
  const { port, token } = await startHost();
  const head = `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000\r\n\r\n`;
  const answer = await raw(port, `${head}full`);
  expect(statusOf(answer)).toBe(507);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({
    code: 'storage',
    message: 'The disk is full.',
  });
});

test('connections that dawdle do not hold up the others', async () => {
  const { port, token } = await startHost();
  const stuckUpload = `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\ncontent-length: 100\r\n\r\nx`;
  const heads = Array.from({ length: 350 }, (_, count) => (count < 300 ? 'GET / HTTP/1.1\r\nhost: 127' : stuckUpload));
  await Promise.all(heads.map((head) => openRaw(port, head)));
  expect(statusOf(await ask(port, '/'))).toBe(200);
  const client = connect(contract, await greet(openSocket(port), token));
  expect(await client.host.info({})).toBeDefined();
});

test.runIf(process.getuid?.() === 0)('another user of this computer is refused, token or not', async () => {
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

test('an end closes the wires and the port, and the old token is good for nothing', async () => {
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
