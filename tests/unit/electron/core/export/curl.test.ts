import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Called,
  countEqualRoundTrips,
  key,
  request,
  runInShell as runIn,
  shellText,
  toCurl,
  values,
} from '../../../../support/export/shell-round-trip.ts';
import { expectSame } from './expect-same.ts';
import { randomRequests } from './random-requests.ts';
import { openSnippetRunner, works } from './snippet-runner.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'patchbay-curl-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runInShell = (...commands: string[]) => runIn(folder, ...commands);

function runOne(command: string): Called {
  return runInShell(command)[0] as Called;
}

test('a command names the request and takes the key from the environment', () => {
  const command = toCurl(request());
  expect(command).toContain('"Authorization: Bearer $PATCHBAY_API_KEY"');
  const { argv } = runOne(command);
  expect(argv[0]).toBe('https://gw.test/v1/chat/completions');
  expect(values(argv, '--request')).toEqual(['POST']);
  expect(values(argv, '--header')).toEqual(['Content-Type: application/json', `Authorization: Bearer ${key}`]);
  expect(values(argv, '--data-raw')).toEqual(['{}']);
});

test('10,000 random bodies pass through a shell unchanged', () => {
  for (let batch = 0; batch < 20; batch += 1) expect(countEqualRoundTrips(folder, 500, 25_000 + batch)).toBe(500);
});

test.skipIf(!works('curl', '--version'))('200 random requests arrive as recorded, run by curl', async () => {
  const shop = await openSnippetRunner();
  // curl writes a key into an address unescaped, as its notes say.
  const requests = randomRequests({ url: shop.url, count: 200, seed: 13, kinds: ['json', 'form', 'none'] });
  shop.write('all.sh', requests.map((one) => `${toCurl(one)}\n`).join(''));
  await shop.run('sh', ['all.sh']);
  expect(shop.arrived).toHaveLength(requests.length);
  for (const [index, one] of requests.entries()) expectSame(one, shop.arrived[index], { ...shop, adds: [] });
  await shop.close();
});

test('500 random addresses, header values and fields pass through a shell unchanged', () => {
  const texts = fc.sample(shellText, 500);
  const lines = texts.map((text) => text.replace(/[\r\n]/g, ''));
  const called = runInShell(
    ...texts.map((text, index) =>
      toCurl(
        request({
          address: `https://gw.test/${lines[index]}?key=[redacted key]`,
          headers: [
            ['X-One', `a${lines[index]}b`],
            ['X-Team', `t${lines[index]}[redacted key]${lines[index]}t`],
            ['X-Empty', ''],
          ],
          body: { kind: 'form', fields: [{ name: `n${lines[index]}`, value: text }] },
        }),
      ),
    ),
  );
  called.forEach(({ argv }, index) => {
    const line = lines[index];
    expect(argv[0]).toBe(`https://gw.test/${line}?key=${key}`);
    expect(values(argv, '--header')).toEqual([`X-One: a${line}b`, `X-Team: t${line}team secret${line}t`, 'X-Empty;']);
    expect(values(argv, '--form-string')).toEqual([`n${line}=${texts[index]}`]);
  });
});

test('a body that begins like a file name is still text', () => {
  const { argv } = runOne(toCurl(request({ body: { kind: 'text', text: '@/etc/passwd', inline: [] } })));
  expect(values(argv, '--data-raw')).toEqual(['@/etc/passwd']);
  expect(argv).not.toContain('--data-binary');
});

test('a long body is passed through standard input, exactly', () => {
  const text = `{"a":"${"it's %s \\n $x ".repeat(30_000)}"}\n\n`;
  const { argv, input } = runOne(toCurl(request({ body: { kind: 'text', text, inline: [] } })));
  expect(values(argv, '--data-binary')).toEqual(['@-']);
  expect(input).toBe(text);
});

test('files inside a text are read and encoded on the way', () => {
  writeFileSync(path.join(folder, "it's a photo.png"), Buffer.alloc(1000, 7));
  const inline = [{ token: '@@f@@', name: "it's a photo.png" }];
  const { input } = runOne(toCurl(request({ body: { kind: 'text', text: '{"a":"@@f@@","b":"@@f@@"}', inline } })));
  const base64 = Buffer.alloc(1000, 7).toString('base64');
  expect(input).toBe(`{"a":"${base64}","b":"${base64}"}`);
});

test('a form names its files, and curl writes the boundary', () => {
  const { argv } = runOne(
    toCurl(
      request({
        headers: [['Content-Type', 'multipart/form-data; boundary=x']],
        body: {
          kind: 'form',
          fields: [
            { name: 'model', value: '@whisper' },
            { name: 'file', file: 'a "b"; c,d\\.wav', type: 'audio/wav' },
          ],
        },
      }),
    ),
  );
  expect(values(argv, '--form-string')).toEqual(['model=@whisper']);
  expect(values(argv, '--form')).toEqual(['file=@"a \\"b\\"; c,d\\\\.wav";type=audio/wav']);
  expect(values(argv, '--header')).toEqual(['Expect:']);
});

test('a request without a body, and one whose response may be compressed', () => {
  const { argv } = runOne(
    toCurl(request({ method: 'GET', headers: [['Accept-Encoding', 'gzip, br']], body: { kind: 'none' } })),
  );
  expect(argv).toEqual([
    'https://gw.test/v1/chat/completions',
    '--globoff',
    '--path-as-is',
    '--no-buffer',
    '--request',
    'GET',
    '--compressed',
  ]);
});

test('a body from a file is read by curl itself', () => {
  const { argv } = runOne(toCurl(request({ body: { kind: 'file', name: 'body.json', sizeBytes: 5 } })));
  expect(values(argv, '--data-binary')).toEqual(['@body.json']);
  expect(values(argv, '--header')).toContain('Expect:');
});
