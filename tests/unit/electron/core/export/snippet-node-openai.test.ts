import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSnippet } from '#core/export/snippet.ts';
import type { SnippetBody, SnippetRequest } from '#core/export/snippet-request.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { expectSame } from './expect-same.ts';
import { audio, formTo, image, withNeeds } from './openai-requests.ts';
import { randomRequests, secrets } from './random-requests.ts';
import { partsOf } from './recording-server.ts';
import { openSnippetRunner, type SnippetRunner } from './snippet-runner.ts';

let shop: SnippetRunner;
beforeAll(async () => {
  shop = await openSnippetRunner();
  // Programs find the official library as they would in their own project.
  symlinkSync(path.resolve('node_modules'), path.join(shop.folder, 'node_modules'));
});
afterAll(() => shop.close());

const programOf = (request: SnippetRequest) => toSnippet('node-openai', request).text;

async function runAll(requests: readonly SnippetRequest[]): Promise<void> {
  for (const [index, request] of requests.entries()) shop.write(`${index}.mjs`, programOf(request));
  shop.write('all.mjs', `for (let at = 0; at < ${requests.length}; at += 1) await import(\`./\${at}.mjs\`);\n`);
  await shop.run(process.execPath, ['all.mjs']);
  expect(shop.arrived).toHaveLength(requests.length);
}

/** The library names an encoding where its caller leaves it out. */
function withDefaults(request: SnippetRequest): SnippetRequest {
  const { body } = request;
  if (!programOf(request).includes('embeddings.create') || body.kind !== 'text') return request;
  return {
    ...request,
    body: { ...body, text: JSON.stringify({ encoding_format: 'base64', ...JSON.parse(body.text) }) },
  };
}

test('200 random requests are equal, run by the official library', async () => {
  const requests = randomRequests({ url: shop.url, count: 200, seed: 21, kinds: ['json', 'none', 'query'] }).map(
    withNeeds,
  );
  await runAll(requests);
  for (const [index, request] of requests.entries()) {
    const arrived = shop.arrived[index];
    const { notes } = toSnippet('node-openai', request);
    if (notes.some((note) => note.includes('with the same name'))) continue;
    const isAdded = (name: string) =>
      /^(?:x-stainless-|accept-encoding$|accept-language$|sec-fetch-mode$|openai-|idempotency-key$)/.test(name);
    expectSame(withDefaults(request), arrived, {
      ...shop,
      adds: [...(arrived?.headers.keys() ?? [])].filter(isAdded),
      replaces: ['user-agent', 'accept', 'content-type'],
      looseJson: true,
      // Characters without a meaning in a path or query are written with or without an escape.
      target: (text) =>
        text
          .replace(/%(?:2[14789A-C]|3[ABD]|40)/g, decodeURIComponent)
          .replace(/^[^?]*/, (place) => place.replaceAll('%26', '&')),
    });
  }
});

type Fields = Extract<SnippetBody, { kind: 'form' }>['fields'];
const forms: [string, RouteId, Fields, string][] = [
  [
    'a transcription',
    'audio.transcriptions',
    [{ name: 'model', value: 'm' }, audio],
    'client.audio.transcriptions.create(',
  ],
  [
    'an edit of two images',
    'images.edits',
    [
      { name: 'prompt', value: 'two\nlines' },
      { ...image, name: 'image[]' },
      { ...image, name: 'image[]' },
    ],
    '"image": [await toFile(',
  ],
  ['what the method cannot say', 'images.edits', [{ name: 'prompt', value: 'p' }, image, image], 'client.post('],
];

test.each(forms)('%s arrives with the same parts', async (_, routeId, fields, call) => {
  const request = formTo(shop.url, routeId, { kind: 'form', fields });
  expect(programOf(request)).toContain(call);
  await runAll([request]);
  const arrived = partsOf(shop.arrived[0]!).map(({ name, file, bytes }) => [
    name,
    file,
    bytes.replaceAll('\r\n', '\n'),
  ]);
  const wanted = fields.map((field) =>
    'value' in field
      ? [field.name, null, field.value]
      : [field.name, field.file, shop.fileBytes(field.file).replaceAll('\r\n', '\n')],
  );
  expect(arrived.sort()).toEqual(wanted.sort());
  expect(shop.arrived[0]?.headers.get('authorization')).toBe(`Bearer ${secrets.PATCHBAY_API_KEY}`);
});

test('reports what the library cannot do', () => {
  const json = (routeId: RouteId, text: string, change: Partial<SnippetRequest> = {}): SnippetRequest => ({
    ...formTo(shop.url, routeId, { kind: 'text', text, inline: [] }),
    ...change,
  });
  const notesOf = (request: SnippetRequest) => toSnippet('node-openai', request).notes.join(' ');
  expect(notesOf(json('rerank', '{"model":"m"}'))).toContain('client.post');
  expect(notesOf(json('embeddings', '{"model":"m","input":"x"}'))).toContain('base64');
  expect(notesOf(json('embeddings', '{"model":"m","input":"x","encoding_format":"float"}'))).not.toContain('base64');
  expect(notesOf(json('models', '{}', { method: 'GET' }))).toContain('it is not sent');
  expect(notesOf(json('rerank', '{}', { address: `${shop.url}/v1/rerank?a=1&a=2` }))).toContain('with the same name');
  expect(notesOf(json('rerank', '{}', { address: `${shop.url}/v1/rerank?a=1&b=2` }))).not.toContain(
    'with the same name',
  );
});

test('a body that is not JSON is sent as it is, with its own type', async () => {
  const request: SnippetRequest = {
    ...formTo(shop.url, 'custom', { kind: 'text', text: '<say>it\'s "me"</say>', inline: [] }),
    address: `${shop.url}/vendor/say`,
    headers: [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Authorization', 'Bearer [redacted key]'],
    ],
  };
  await runAll([request]);
  expect(shop.arrived[0]?.body.toString()).toBe('<say>it\'s "me"</say>');
  expect(shop.arrived[0]?.headers.get('content-type')).toBe('text/xml; charset=utf-8');
});

test('what fetch changes is reported', () => {
  const notesOf = (request: SnippetRequest) => toSnippet('node-openai', request).notes.join(' ');
  const form: SnippetBody = { kind: 'form', fields: [{ name: 'prompt', value: 'one\ntwo' }, image] };
  expect(notesOf(formTo(shop.url, 'images.edits', form))).toContain('CRLF');
  const quoted = { ...formTo(shop.url, 'rerank', { kind: 'none' }), address: `${shop.url}/v1/rerank?q=it's` };
  expect(notesOf(quoted)).toContain('%27');
});
