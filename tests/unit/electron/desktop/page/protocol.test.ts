import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileSource } from '../../../../../electron/desktop/page/file-response.ts';
import { openBuiltPage } from '../../../../../electron/desktop/page/page-response.ts';
import { createAppHandler, schemePrivileges } from '../../../../../electron/desktop/page/protocol.ts';
import { pagePolicy } from '../../../../../electron/hosting/page-policy.ts';

const bytes = Buffer.from('0123456789');
const refs: Record<string, FileRef> = {
  'file-1': { id: 'file-1', name: 'a.txt', type: 'text/plain', sizeBytes: 10 },
  empty: { id: 'empty', name: 'e', type: 'text/plain', sizeBytes: 0 },
  page: { id: 'page', name: 'x.html', type: 'text/html', sizeBytes: 10 },
  odd: { id: 'odd', name: 'x', type: 'a\r\nb: c', sizeBytes: 10 },
};
const taken: string[] = [];
const store: FileSource = {
  async open(id) {
    const ref = refs[id];
    if (!ref) return null;
    return {
      ref,
      ...ref,
      async *stream(start = 0, end = ref.sizeBytes - 1) {
        yield bytes.subarray(start, end + 1);
      },
    };
  },
  async admit(file, pieces) {
    const chunks: Uint8Array[] = [];
    for await (const piece of pieces) chunks.push(piece);
    const body = Buffer.concat(chunks).toString();
    if (body === 'full') throw new AppError(failure('storage', `No room for ${file.name}.`));
    taken.push(body);
    return { id: 'new', ...file, sizeBytes: body.length };
  },
};

let handle: (request: Request) => Promise<Response>;

beforeAll(async () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'outside-'));
  writeFileSync(path.join(outside, 'secret.js'), 'secret');
  const folder = path.join(outside, 'page');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(
    path.join(folder, 'index.html'),
    '<meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="a.js">',
  );
  writeFileSync(path.join(folder, 'assets/a.js'), 'export {}');
  writeFileSync(path.join(folder, 'assets/a.woff2'), 'font');
  writeFileSync(path.join(folder, 'assets/a.js.map'), '{}');
  writeFileSync(path.join(folder, '.env'), 'KEY=1');
  symlinkSync(path.join(outside, 'secret.js'), path.join(folder, 'assets/link.js'));
  symlinkSync(outside, path.join(folder, 'up'));
  handle = createAppHandler(await openBuiltPage(folder), store);
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  initiatorOrigin?: string;
}

/** Requests the address as written: `Request` would normalize it, and the handler must not rely on that. */
async function ask(url: string, { initiatorOrigin = 'app://patchbay', ...init }: Asked = {}): Promise<Response> {
  const request = new Request('app://patchbay/', init);
  return handle(Object.defineProperties(request, { url: { value: url }, initiatorOrigin: { value: initiatorOrigin } }));
}

test('the scheme is as strict as https and never bypasses a policy', () => {
  expect(schemePrivileges).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  });
});

test('the document carries the policy with its own nonce', async () => {
  const nonces = new Set<string>();
  for (const address of ['app://patchbay/', 'app://patchbay/index.html', 'app://patchbay/#chat']) {
    const answer = await ask(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await answer.text();
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(html) ?? [];
    expect(html).toBe(`<meta nonce="${nonce}"><script nonce="${nonce}" src="a.js">`);
    expect(answer.headers.get('content-security-policy')).toBe(pagePolicy(nonce));
    expect(Buffer.from(nonce, 'base64').length).toBe(16);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test.each([
  ['/assets/a.js', 'text/javascript; charset=utf-8'],
  ['/assets/a.woff2', 'font/woff2'],
])('%s of the build is served as %s, with guard headers', async (target, type) => {
  const answer = await ask(`app://patchbay${target}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

test.each([
  '/../secret.js',
  '/..',
  '/assets/../../secret.js',
  '/assets/../index.html',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/assets%2fa.js',
  '/assets%5ca.js',
  '/assets\\a.js',
  '/assets/a.js\0',
  '/assets/a.js%00',
  '//etc/passwd',
  '//patchbay/assets/a.js',
  '/./assets/a.js',
  '/assets//a.js',
  '/assets/',
  '/assets',
  '/assets/a.js/',
  '/assets/a.js?x',
  '/?x',
  '/assets/a.js.map',
  '/.env',
  '/assets/link.js',
  '/up/secret.js',
  '/etc/passwd',
  '/ASSETS/A.JS',
  '/files/',
  '/files/nope',
  '/files/../index.html',
  '/files/%66ile-1',
  '/files/file-1/x',
])('%s is missing', async (target) => {
  const answer = await ask(`app://patchbay${target}`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toMatch(/secret|KEY|root:/);
});

test.each([
  'app://evil/',
  'app://patchbay',
  'app://patchbay.evil/',
  'app://patchbay:80/',
  'app://x@patchbay/',
  'http://patchbay/',
  '',
])('another authority (%s) is not served', async (address) => expect((await ask(address)).status).toBe(404));

test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'POST'])('the page does not support %s', async (method) => {
  expect((await ask('app://patchbay/', { method })).status).toBe(405);
});

test('only our document may request; the window itself may request the first one', async () => {
  for (const initiatorOrigin of ['https://example.test', 'null', 'app://evil', ''])
    expect((await ask('app://patchbay/files/file-1', { initiatorOrigin })).status).toBe(403);
  const first = await handle(new Request('app://patchbay/'));
  expect(first.status).toBe(200);
});

test.each([
  [undefined, 200, null, '0123456789'],
  ['bytes=0-', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
  ['bytes=8-100', 206, 'bytes 8-9/10', '89'],
  ['bytes=-3', 206, 'bytes 7-9/10', '789'],
  ['bytes=0-1,3-4', 200, null, '0123456789'],
  ['items=0-1', 200, null, '0123456789'],
])('a stored file responds to range %s with %i', async (range, status, contentRange, body) => {
  const answer = await ask('app://patchbay/files/file-1', range ? { headers: { range } } : {});
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-range')).toBe(contentRange);
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('content-length')).toBe(String(body.length));
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(await answer.text()).toBe(body);
});

test('a range beyond the end is refused with the size', async () => {
  const answer = await ask('app://patchbay/files/file-1', { headers: { range: 'bytes=10-' } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
});

test('HEAD gives the same headers and no body', async () => {
  const answer = await ask('app://patchbay/files/file-1', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
});

test('an empty file is empty, and a type that could run or break a header is not passed on', async () => {
  expect(await (await ask('app://patchbay/files/empty')).text()).toBe('');
  for (const id of ['page', 'odd'])
    expect((await ask(`app://patchbay/files/${id}`)).headers.get('content-type')).toBe('application/octet-stream');
});

test('an upload reaches the store whole, with its name, type and size', async () => {
  const answer = await ask('app://patchbay/files', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-file-name': 'B%C3%BCcher.txt' },
    body: 'twelve bytes',
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ id: 'new', name: 'Bücher.txt', type: 'text/plain', sizeBytes: 12 });
  expect(taken.at(-1)).toBe('twelve bytes');
});

test('an upload that the store rejects is answered with its reason', async () => {
  const upload = { method: 'POST', headers: { 'x-file-name': '%E0%A4%A' }, body: 'full' };
  const answer = await ask('app://patchbay/files', upload);
  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({ code: 'storage', message: 'No room for %E0%A4%A.' });
});

test('nothing but our document uploads', async () => {
  const before = taken.length;
  const upload = { method: 'POST', body: 'x' };
  expect((await ask('app://patchbay/files', { ...upload, initiatorOrigin: 'null' })).status).toBe(403);
  expect((await handle(new Request('app://patchbay/files', upload))).status).toBe(403);
  expect(taken.length).toBe(before);
});

test('a page that was never built is reported', async () => {
  await expect(openBuiltPage(mkdtempSync(path.join(os.tmpdir(), 'empty-')))).rejects.toThrow('npm run build');
});

test('files of the page are listed at the start and read when they are requested', async () => {
  const built = mkdtempSync(path.join(os.tmpdir(), 'page-'));
  writeFileSync(path.join(built, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(built, 'early.js'), 'first');
  const page = await openBuiltPage(built);
  writeFileSync(path.join(built, 'early.js'), 'second');
  writeFileSync(path.join(built, 'late.js'), 'late');
  expect(await (await page('/early.js', false)).text()).toBe('second');
  expect((await page('/late.js', false)).status).toBe(404);
});

test('the document that draws diagrams has an origin of its own and no network', async () => {
  const response = await handle(new Request('app://patchbay/diagram-frame'));
  const policy = response.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+'; style-src 'unsafe-inline';/);
  expect(policy).toMatch(/frame-ancestors 'self'; sandbox allow-scripts$/);
  expect(await response.text()).toContain('<script nonce="');
});
