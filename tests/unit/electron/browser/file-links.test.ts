import { expect, test, vi } from 'vitest';
import { openRaw, startHost } from '../../../support/browser-host/harness.ts';
import { ask, own, raw, statusOf } from '../../../support/browser-host/raw-http.ts';

test('a file is uploaded as a stream and downloaded by a signed link, whole or in part', async () => {
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

test('a link is valid for one file, one start and ten minutes', async () => {
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

test('an aborted upload leaves nothing behind', async () => {
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

test('an upload without a length, or too large, is refused before its body is read', async () => {
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

test('a store that fails mid-upload reports the reason', async () => {
  const { port, token } = await startHost();
  const head = `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000\r\n\r\n`;
  const answer = await raw(port, `${head}full`);
  expect(statusOf(answer)).toBe(507);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({
    code: 'storage',
    message: 'The disk is full.',
  });
});

test('eight slow uploads occupy all slots; a ninth is told to wait, and pages are still served', async () => {
  const { port, token, files } = await startHost();
  const head = `POST /files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${own(port)}\r\nauthorization: Bearer ${token}\r\ncontent-length: 100\r\n\r\n`;
  const slow = await Promise.all(Array.from({ length: 8 }, () => openRaw(port, `${head}x`)));
  await vi.waitFor(() => expect(files.taking()).toBe(8));
  const ninth = await raw(port, head);
  expect(statusOf(ninth)).toBe(429);
  expect(JSON.parse(ninth.split('\r\n\r\n')[1] as string)).toMatchObject({ retryable: true });
  expect(statusOf(await ask(port, '/'))).toBe(200);
  for (const socket of slow) socket.destroy();
  await vi.waitFor(async () =>
    expect(
      statusOf(await ask(port, '/files', { origin: own(port), authorization: `Bearer ${token}` }, 'POST', 'x')),
    ).toBe(201),
  );
});
