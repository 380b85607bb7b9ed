import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSnippet } from '#core/export/snippet.ts';
import type { SnippetBody, SnippetRequest } from '#core/export/snippet-request.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { expectSame } from './expect-same.ts';
import { audio, formTo, image, withNeeds } from './openai-requests.ts';
import { randomRequests, secrets } from './random-requests.ts';
import { partsOf } from './recording-server.ts';
import { openSnippetRunner, runAllPrograms, type SnippetRunner, works } from './snippet-runner.ts';

const hasPython = works('python3', '-c', 'import urllib.request');
const hasLibrary = works('python3', '-c', 'import openai');
if (!hasPython) console.warn('SKIPPED: python3 is not on this machine.');
else if (!hasLibrary) console.warn('The library "openai" is not on this machine: a stub stands for it.');

let shop: SnippetRunner;
beforeAll(async () => {
  shop = await openSnippetRunner();
});
afterAll(() => shop.close());

const env = {
  PYTHONIOENCODING: 'utf-8',
  ...(hasLibrary ? {} : { PYTHONPATH: path.join(import.meta.dirname, 'stubs') }),
};
/** Headers written by the library itself. */
const own = ['user-agent', 'accept'];
const isAdded = (name: string) => /^(?:x-stainless-|accept-encoding$|openai-|idempotency-key$)/.test(name);

async function runAll(requests: readonly SnippetRequest[]): Promise<void> {
  for (const [index, request] of requests.entries())
    shop.write(`${index}.py`, toSnippet('python-openai', request).text);
  shop.write('all.py', runAllPrograms);
  await shop.run('python3', ['all.py', String(requests.length)], env);
  expect(shop.arrived).toHaveLength(requests.length);
}

/** Defaults that the library adds. */
const withDefaults = (request: SnippetRequest): SnippetRequest => {
  if (request.routeId !== 'embeddings' || request.body.kind !== 'text') return request;
  if (
    /"encoding_format"/.test(request.body.text) ||
    !toSnippet('python-openai', request).text.includes('embeddings.create')
  )
    return request;
  return {
    ...request,
    body: { ...request.body, text: JSON.stringify({ encoding_format: 'base64', ...JSON.parse(request.body.text) }) },
  };
};

// The library takes long to create a client.
const count = hasLibrary ? 80 : 300;

test.skipIf(!hasPython)(`${count} random requests are equal, run by Python`, async () => {
  const requests = randomRequests({ url: shop.url, count, seed: 14, kinds: ['json', 'none', 'query'] }).map(withNeeds);
  await runAll(requests);
  for (const [index, request] of requests.entries()) {
    const adds = [...(shop.arrived[index]?.headers.keys() ?? [])].filter(isAdded);
    expectSame(withDefaults(request), shop.arrived[index], {
      ...shop,
      adds,
      replaces: own,
      looseJson: true,
      // Characters without a meaning in a path or query are written with or without an escape.
      target: (text) => text.replace(/%(?:2[14789A-C]|3[ABD]|40)/g, decodeURIComponent),
    });
  }
});

const forms: [string, RouteId, Extract<SnippetBody, { kind: 'form' }>['fields'], string][] = [
  [
    'a transcription',
    'audio.transcriptions',
    [{ name: 'model', value: 'm' }, audio],
    'client.audio.transcriptions.create(',
  ],
  [
    'lists and fields of its own',
    'audio.transcriptions',
    [
      { name: 'model', value: 'm' },
      { name: 'timestamp_granularities[]', value: 'word' },
      { name: 'timestamp_granularities[]', value: 'segment' },
      { name: 'hotwords', value: 'a "b"' },
      audio,
    ],
    'timestamp_granularities=["word", "segment"]',
  ],
  ['a translation', 'audio.translations', [audio, { name: 'model', value: 'm' }], 'client.audio.translations.create('],
  [
    'an edit of one image',
    'images.edits',
    [{ name: 'model', value: 'm' }, { name: 'prompt', value: 'two\nlines' }, image],
    'image=(',
  ],
  [
    'an edit of two images',
    'images.edits',
    [
      { name: 'prompt', value: 'p' },
      { ...image, name: 'image[]' },
      { ...image, name: 'image[]' },
    ],
    'image=[(',
  ],
  [
    'what the method cannot say',
    'images.edits',
    [{ name: 'prompt', value: 'p' }, image, image, { ...image, name: 'extra' }],
    'client.post(',
  ],
];

test.skipIf(!hasPython).each(forms)('%s arrives with the same parts', async (_, routeId, fields, call) => {
  const request = formTo(shop.url, routeId, { kind: 'form', fields });
  expect(toSnippet('python-openai', request).text).toContain(call);
  await runAll([request]);
  const arrived = partsOf(shop.arrived[0]!).map(({ name, file, bytes }) => [name, file, bytes]);
  const wanted = fields.map((field) =>
    'value' in field ? [field.name, null, field.value] : [field.name, field.file, shop.fileBytes(field.file)],
  );
  expect(arrived.sort()).toEqual(wanted.sort());
  expect(shop.arrived[0]?.headers.get('authorization')).toBe(`Bearer ${secrets.PATCHBAY_API_KEY}`);
});

const json = (routeId: RouteId, text: string, change: Partial<SnippetRequest> = {}): SnippetRequest => ({
  ...formTo(shop.url, routeId, { kind: 'text', text, inline: [] }),
  ...change,
});

test('known fields are arguments, unknown ones are passed in extra_body', () => {
  const { text, notes } = toSnippet(
    'python-openai',
    json('chat.completions', '{"model":"m","messages":[],"top_k":3,"stream":false}'),
  );
  expect(text).toContain(
    'client.chat.completions.create(\n    model="m",\n    messages=[],\n    extra_body={\n        "top_k": 3,\n        "stream": False,\n    },\n)',
  );
  expect(notes).toEqual([expect.stringContaining('X-Stainless')]);
});

test('what the library cannot do is reported', () => {
  const notesOf = (request: SnippetRequest) => toSnippet('python-openai', request).notes.join(' ');
  expect(notesOf(json('rerank', '{"model":"m"}'))).toContain('client.post');
  expect(notesOf(json('embeddings', '{"model":"m","input":"x"}'))).toContain('base64');
  expect(notesOf(json('embeddings', '{"model":"m","input":"x","encoding_format":"float"}'))).not.toContain('base64');
  expect(notesOf(json('models', '{}', { method: 'GET' }))).toContain('it is not sent');
});

test('numbers that Python keeps and JavaScript does not are passed as text', () => {
  const { text } = toSnippet(
    'python-openai',
    json('chat.completions', '{"model":"m","messages":[],"seed":12345678901234567890}'),
  );
  expect(text).toContain(
    'body = json.loads("{\\"model\\":\\"m\\",\\"messages\\":[],\\"seed\\":12345678901234567890}")',
  );
});

test.skipIf(!hasPython)('streams, audio and files inside a text', async () => {
  const inline = [{ token: '@@one@@', name: 'a.wav' }];
  const body = {
    kind: 'text' as const,
    text: '{"model":"m","messages":[{"role":"user","content":"@@one@@"}],"stream":true}',
    inline,
  };
  await runAll([
    json('chat.completions', '', { body, streamed: true }),
    json('audio.speech', '{"model":"m","input":"i","voice":"v"}'),
    json('rerank', '{"stream":true}', { streamed: true }),
  ]);
  expect(JSON.parse(shop.arrived[0]!.body.toString()).messages[0].content).toBe(btoa(shop.fileBytes('a.wav')));
  expect(shop.fileBytes('speech.audio')).toContain('embedding');
});

test.skipIf(!hasPython)('a body from a file is read on the way', async () => {
  shop.write('body.json', '{"model":"m","messages":[]}');
  await runAll([json('chat.completions', '', { body: { kind: 'file', name: 'body.json', sizeBytes: 300 } })]);
  expect(JSON.parse(shop.arrived[0]!.body.toString())).toEqual({ model: 'm', messages: [] });
});

const xml = (): SnippetRequest => ({
  ...json('custom', '<say xml:lang="en">it\'s me</say>'),
  address: `${shop.url}/vendor/say`,
  headers: [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['Authorization', 'Bearer [redacted key]'],
  ],
});

test.skipIf(!hasPython)('a body that is not JSON is sent as it is, with its own type', async () => {
  await runAll([xml()]);
  expect(shop.arrived[0]?.body.toString()).toBe('<say xml:lang="en">it\'s me</say>');
  expect(shop.arrived[0]?.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(toSnippet('python-openai', xml()).notes.join(' ')).toContain("isn't JSON");
});
