import { expect, test } from 'vitest';
import { startHost } from '../../../support/browser-host/harness.ts';
import { ask, raw, statusOf, upgradeHeaders } from '../../../support/browser-host/raw-http.ts';

const strangeHosts = (port: number): string[] => [
  '',
  ' ',
  'evil.test',
  `evil.test:${port}`,
  '127.0.0.1',
  'localhost',
  `127.0.0.1:${port + 1}`,
  `localhost:${port + 1}`,
  '127.0.0.1:80',
  `127.0.0.1.evil.test:${port}`,
  `localhost.evil.test:${port}`,
  `evil.test#127.0.0.1:${port}`,
  `evil.test?127.0.0.1:${port}`,
  `evil127.0.0.1:${port}`,
  `notlocalhost:${port}`,
  `a.localhost:${port}`,
  `127.0.0.1.:${port}`,
  `localhost.:${port}`,
  `0.0.0.0:${port}`,
  `0:${port}`,
  `[::]:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `::1:${port}`,
  `127.1:${port}`,
  `127.0.0.2:${port}`,
  `2130706433:${port}`,
  `017700000001:${port}`,
  `0x7f000001:${port}`,
  `0x7f.0.0.1:${port}`,
  `127.000.000.001:${port}`,
  `192.168.0.1:${port}`,
  `10.0.0.1:${port}`,
  `printer.local:${port}`,
  `service.internal:${port}`,
  `user@127.0.0.1:${port}`,
  `user:pass@localhost:${port}`,
  `127.0.0.1:${port}/`,
  `127.0.0.1:${port},evil.test`,
  `http://127.0.0.1:${port}`,
  `127.0.0.1:0${port}`,
  `127.0.0.1:+${port}`,
];

test('only the two names of this server are admitted, whatever is requested', async () => {
  const { port, links, files, seen } = await startHost();
  await files.admit(
    { name: 'a.png', type: 'image/png', sizeBytes: 1 },
    (async function* () {
      yield Buffer.from('x');
    })(),
  );
  const targets: [string, string, Record<string, string>][] = [
    ['GET', '/', {}],
    ['GET', '/assets/app.js', {}],
    ['GET', '/absent', {}],
    ['GET', links.addressFor('f1'), {}],
    ['POST', '/files', {}],
    ['GET', '/wire', upgradeHeaders(port)],
  ];
  for (const host of strangeHosts(port)) {
    const answers = await Promise.all(
      targets.map(([method, target, headers]) =>
        ask(port, target, { ...headers, host, origin: `http://${host}` }, method, method === 'POST' ? 'x' : ''),
      ),
    );
    // Node's own parser rejects a few spellings with 400, without a body.
    for (const answer of answers)
      expect([statusOf(answer), host]).toEqual([expect.toSatisfy((status) => status === 403 || status === 400), host]);
  }
  expect(seen.calls).toBe(0);
  expect(files.kept.size).toBe(1);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
    expect(statusOf(await ask(port, '/', { host }))).toBe(200);
});

test('a forwarded port or [::1] gets a hint with the right address; an unknown name does not', async () => {
  const { port } = await startHost();
  for (const host of [`localhost:${port + 1}`, '127.0.0.1', `[::1]:${port}`]) {
    const answer = await ask(port, '/', { host });
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain(`ssh -L ${port}:127.0.0.1:${port} `);
  }
  expect(await ask(port, '/', { host: `127.0.0.1.evil.test:${port}` })).not.toContain('ssh');
});

test('a missing, duplicate or bypassed Host is refused before the body is read', async () => {
  const { port } = await startHost();
  const own = `127.0.0.1:${port}`;
  const heads = [
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: ${own}\r\nhost: evil.test\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: evil.test\r\nhost: ${own}\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${own}\r\nHost: ${own}\r\n\r\n`,
    `GET http://evil.test/ HTTP/1.1\r\nhost: ${own}\r\n\r\n`,
    `GET http://${own}/ HTTP/1.1\r\nhost: ${own}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nhost: ${own}\r\n\r\n`,
    // The body never arrives: a response proves that the server did not wait for it.
    'POST /files HTTP/1.1\r\nhost: evil.test\r\ncontent-length: 1000000\r\n\r\n',
    'POST /files HTTP/1.1\r\nhost: evil.test\r\ncontent-length: 1000000\r\nexpect: 100-continue\r\n\r\n',
  ];
  for (const head of heads) expect([head, statusOf(await raw(port, head))]).toEqual([head, 403]);
});

test('anything but a plain read must name our own origin', async () => {
  const { port, token } = await startHost();
  const own = `http://127.0.0.1:${port}`;
  const wrong = [
    null,
    'null',
    `http://127.0.0.1:${port + 1}`,
    `https://127.0.0.1:${port}`,
    'http://evil.test',
    `${own}.evil.test`,
    `http://localhost:${port}`,
  ];
  for (const origin of wrong) {
    const post = await ask(port, '/files', { origin, authorization: `Bearer ${token}` }, 'POST', 'x');
    const upgrade = await ask(port, '/wire', { ...upgradeHeaders(port), origin });
    const head = await ask(port, '/', { origin }, 'HEAD');
    expect([origin, statusOf(post), statusOf(upgrade), statusOf(head)]).toEqual([origin, 403, 403, 403]);
  }
  for (const origin of wrong.slice(1)) expect(statusOf(await ask(port, '/', { origin }))).toBe(403);
  expect(statusOf(await ask(port, '/files', { origin: own, authorization: `Bearer ${token}` }, 'POST', 'x'))).toBe(201);
});

test('no other origin is ever allowed', async () => {
  const { port } = await startHost();
  const preflight = { origin: 'http://evil.test', 'access-control-request-method': 'POST' };
  for (const headers of [preflight, { ...preflight, origin: `http://127.0.0.1:${port}` }]) {
    const answer = await ask(port, '/files', headers, 'OPTIONS');
    expect(statusOf(answer)).toBe(403);
    expect(answer.toLowerCase()).not.toContain('access-control');
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'])
    expect(statusOf(await ask(port, '/', { origin: `http://127.0.0.1:${port}` }, method))).toBe(405);
});

test("the browser's Sec-Fetch headers are trusted", async () => {
  const { port } = await startHost();
  const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const cases: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [typed, 200],
    [{ ...typed, 'sec-fetch-dest': 'iframe' }, 403],
    [{ ...typed, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ ...typed, 'sec-fetch-site': 'same-site' }, 403],
    [{ ...typed, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...typed, 'sec-fetch-site': 'nonsense' }, 403],
  ];
  for (const [headers, status] of cases)
    for (const target of ['/', '/assets/app.js'])
      expect([headers, statusOf(await ask(port, target, headers))]).toEqual([headers, status]);
});

test('security headers may appear only once', async () => {
  const { port, token } = await startHost();
  const own = `http://127.0.0.1:${port}`;
  const twice = (name: string, first: string, second: string) =>
    `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own}\r\nauthorization: Bearer ${token}\r\n${name}: ${first}\r\n${name}: ${second}\r\ncontent-length: 1\r\n\r\nx`;
  for (const [name, value] of [
    ['origin', own],
    ['sec-fetch-site', 'same-origin'],
    ['authorization', `Bearer ${token}`],
  ] as const)
    expect(statusOf(await raw(port, twice(name, value, value)))).toBe(403);
});
