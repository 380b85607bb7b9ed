import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSnippet } from '#core/export/snippet.ts';
import { expectSame } from './expect-same.ts';
import { randomRequests, secrets } from './random-requests.ts';
import { openSnippetRunner, type SnippetRunner } from './snippet-runner.ts';

let shop: SnippetRunner;
beforeAll(async () => {
  shop = await openSnippetRunner();
});
afterAll(() => shop.close());

test('400 random requests arrive as recorded, run by Node', async () => {
  const requests = randomRequests({ url: shop.url, count: 400, seed: 11 });
  for (const [index, request] of requests.entries()) shop.write(`${index}.mjs`, toSnippet('fetch', request).text);
  shop.write('all.mjs', `for (let at = 0; at < ${requests.length}; at += 1) await import(\`./\${at}.mjs\`);\n`);
  const said = await shop.run(process.execPath, ['all.mjs']);
  expect(said.match(/^200 OK$/gm)).toHaveLength(requests.length);
  for (const [index, request] of requests.entries())
    expectSame(request, shop.arrived[index], {
      ...shop,
      adds: ['accept-language', 'sec-fetch-mode', 'accept-encoding'],
      target: (text) => text.replace(/\?.*/s, (query) => query.replaceAll("'", '%27')),
      field: (value) => value.replace(/\r\n|\r|\n/g, '\r\n'),
    });
});

test('lines of a stream are printed as they arrive, without split characters', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const body = { kind: 'text' as const, text: '{"model":"m","stream":true}', inline: [] };
  shop.write('stream.mjs', toSnippet('fetch', { ...request!, body, streamed: true }).text);
  expect(await shop.run(process.execPath, ['stream.mjs'])).toContain('data: {"text":"grüße"}\n\ndata: [DONE]');
});

test('files inside a text are read and encoded', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const inline = [{ token: '@@one@@', name: "it's a photo.png" }];
  for (const text of ['{"a":"data:,@@one@@","b":["@@one@@"]}', '{ "a" :"@@one@@" }']) {
    const { text: program, notes } = toSnippet('fetch', { ...request!, body: { kind: 'text', text, inline } });
    shop.write('inline.mjs', program);
    await shop.run(process.execPath, ['inline.mjs']);
    expect(shop.arrived.at(-1)?.body.toString()).toBe(
      text.replaceAll('@@one@@', btoa(shop.fileBytes("it's a photo.png"))),
    );
    expect(notes).toContain('The code reads "it\'s a photo.png" from the working directory.');
  }
});

test('a body is written as an object where that has the same value', () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const program = (text: string) => toSnippet('fetch', { ...request!, body: { kind: 'text', text, inline: [] } }).text;
  expect(program('{"model":"m","n":1}')).toContain('body: JSON.stringify({\n    "model": "m",\n    "n": 1,\n  }),');
  expect(program('{\n  "model": "m"\n}')).toContain('}, null, 2),');
  for (const unexpected of ['{"n":1.0}', '{"a":1,"a":2}', '{"__proto__":1}', '{ "a":1}', 'not json'])
    expect(program(unexpected)).toContain(`body: ${JSON.stringify(unexpected)}`);
});

test('the program is one that Node can read, and contains no secret', () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 5, kinds: ['query'] });
  const { text } = toSnippet('fetch', request!);
  shop.write('check.mjs', text);
  execFileSync(process.execPath, ['--check', 'check.mjs'], { cwd: shop.folder });
  expect(text).toContain(`?key=$\{encodeURIComponent(key)}`);
  expect(text).not.toContain(secrets.PATCHBAY_API_KEY);
});

test('a body from a file is read on the way', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const body = { kind: 'file' as const, name: 'a.wav', sizeBytes: 300 };
  shop.write('file.mjs', toSnippet('fetch', { ...request!, body }).text);
  await shop.run(process.execPath, ['file.mjs']);
  expect(shop.arrived[0]?.body.toString('latin1')).toBe(shop.fileBytes('a.wav'));
});
