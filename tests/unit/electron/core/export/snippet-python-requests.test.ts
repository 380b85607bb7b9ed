import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSnippet } from '#core/export/snippet.ts';
import { expectSame } from './expect-same.ts';
import { randomRequests } from './random-requests.ts';
import { openSnippetRunner, runAllPrograms, type SnippetRunner, works } from './snippet-runner.ts';

const hasRequests = works('python3', '-c', 'import requests');
if (!hasRequests) console.warn('SKIPPED: python3 with the library "requests" is not on this machine.');

let shop: SnippetRunner;
beforeAll(async () => {
  shop = await openSnippetRunner();
});
afterAll(() => shop.close());

const utf8 = { PYTHONIOENCODING: 'utf-8' };

test.skipIf(!hasRequests)('400 random requests arrive as recorded, run by Python', async () => {
  const requests = randomRequests({ url: shop.url, count: 400, seed: 12 });
  for (const [index, request] of requests.entries())
    shop.write(`${index}.py`, toSnippet('python-requests', request).text);
  shop.write('all.py', runAllPrograms);
  const said = await shop.run('python3', ['all.py', String(requests.length)], utf8);
  expect(said.match(/^200 OK$/gm)).toHaveLength(requests.length);
  for (const [index, request] of requests.entries())
    expectSame(request, shop.arrived[index], { ...shop, adds: ['accept-encoding'] });
});

test.skipIf(!hasRequests)('lines of a stream are printed as they arrive', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const body = { kind: 'text' as const, text: '{"model":"m","stream":true}', inline: [] };
  shop.write('stream.py', toSnippet('python-requests', { ...request!, body, streamed: true }).text);
  expect(await shop.run('python3', ['stream.py'], utf8)).toContain('data: {"text":"grüße"}\n\ndata: [DONE]');
});

test.skipIf(!hasRequests)('files inside a text are read and encoded', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const inline = [{ token: '@@one@@', name: 'grüße; a,b.png' }];
  for (const text of ['{"a":"data:,@@one@@","b":["@@one@@"]}', '{ "a" :"@@one@@" }']) {
    shop.write('inline.py', toSnippet('python-requests', { ...request!, body: { kind: 'text', text, inline } }).text);
    await shop.run('python3', ['inline.py'], utf8);
    expect(shop.arrived.at(-1)?.body.toString()).toBe(
      text.replaceAll('@@one@@', btoa(shop.fileBytes('grüße; a,b.png'))),
    );
  }
});

test.skipIf(!hasRequests)('Latin-1 characters in a header are sent as they were on the wire', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['none'] });
  const headers = [
    ['X-Name', '\u00a0gr\u00fc\u00dfe'],
    ['X-Empty', ''],
  ] as const;
  shop.write('latin.py', toSnippet('python-requests', { ...request!, headers }).text);
  await shop.run('python3', ['latin.py'], utf8);
  expect(shop.arrived[0]?.headers.get('x-name')).toBe('\u00a0gr\u00fc\u00dfe');
  expect(shop.arrived[0]?.headers.get('x-empty')).toBe('');
});

test('a body is written as a dictionary where Python writes it identically', () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const program = (text: string) =>
    toSnippet('python-requests', { ...request!, body: { kind: 'text', text, inline: [] } }).text;
  expect(program('{"a":true,"b":[null,1.5]}')).toContain(
    'body = {\n    "a": True,\n    "b": [\n        None,\n        1.5,\n    ],\n}',
  );
  for (const unexpected of ['{"n":1e-7}', '{"n":1e+21}', '{"a":1,"a":2}', '{ "a":1}', '{"a":"\\ud800"}'])
    expect(program(unexpected)).toContain(`data=(${JSON.stringify(unexpected)}).encode()`);
});

test.skipIf(!hasRequests)('a body from a file is read on the way', async () => {
  const [request] = randomRequests({ url: shop.url, count: 1, seed: 1, kinds: ['json'] });
  const body = { kind: 'file' as const, name: 'a.wav', sizeBytes: 300 };
  shop.write('file.py', toSnippet('python-requests', { ...request!, body }).text);
  await shop.run('python3', ['file.py'], utf8);
  expect(shop.arrived[0]?.body.toString('latin1')).toBe(shop.fileBytes('a.wav'));
});
