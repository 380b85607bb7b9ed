import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import type { CustomRequest, DraftInput } from '#shared/contract/exchanges.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: canaryKey.slice('sk-'.length) });
});
afterAll(() => gateway.close());

async function open(exposedRoutes: string[] = ['/vendor']) {
  const core = await openCore({ dataFolder: tempFolder() });
  const { id: connectionId } = await core.client.connections.save({
    name: 'g',
    baseAddress: gateway.url,
    exposedRoutes,
  });
  await core.client.keys.put({ connectionId, alias: 'canary', secret: canaryKey });
  const draft = (custom: Partial<CustomRequest>, change: Partial<DraftInput> = {}): DraftInput => ({
    connectionId,
    routeId: 'custom',
    custom: { method: 'GET', path: '/vendor/echo', ...custom },
    body: { kind: 'none' },
    ...change,
  });
  const run = async (custom: Partial<CustomRequest>, change: Partial<DraftInput> = {}) => {
    const parts = await readParts(core.client.exchanges.run(draft(custom, change)));
    return { parts, end: parts.at(-1) as RunEnd, echo: echoIn(parts) };
  };
  return { ...core, draft, run };
}

function echoIn(parts: Part[]) {
  const event = parts.find((part) => part.type === 'raw-event');
  return event?.type === 'raw-event' ? JSON.parse(event.data) : null;
}

const styles = [
  ['bearer', 'authorization'],
  ['x-vendor-api-key', 'x-vendor-api-key'],
  ['x-goog-api-key', 'x-goog-api-key'],
  ['query', null],
] as const;
for (const [keyStyle, header] of styles)
  test(`the key is sent as ${keyStyle} and appears nowhere in the record`, async () => {
    const { run, client } = await open();
    const { end, echo, parts } = await run({ keyStyle }, { query: [['a', 'b c']] });
    expect(end).toMatchObject({ state: 'done', error: null });
    const keyHeaders = ['authorization', 'x-vendor-api-key', 'x-goog-api-key'].filter((name) =>
      echo.headers.includes(name),
    );
    expect(keyHeaders).toEqual(header === null ? [] : [header]);
    expect(echo).toMatchObject({ method: 'GET', path: '/vendor/echo', query: [['a', 'b c']] });
    const detail = await client.exchanges.get({ id: end.exchangeId });
    expect(detail).toMatchObject({
      method: 'GET',
      routeId: 'custom',
      draft: { custom: { path: '/vendor/echo', keyStyle } },
    });
    const har = await client.exchanges.har({ ids: [end.exchangeId] });
    const { text } = await client.exchanges.snippet({ id: end.exchangeId, language: 'curl' });
    expect(text).toContain('/vendor/echo?a=b%20c');
    expect(har.sizeBytes).toBeGreaterThan(100);
    expect(canariesIn([parts, detail, text])).toEqual([]);
  });

test('without a key none is sent, and the gateway reports it', async () => {
  const { run } = await open();
  expect((await run({ keyStyle: 'none' })).end.error).toMatchObject({ code: 'key-missing', status: 401 });
});

test('every kind of body is sent unchanged', async () => {
  const { run, client } = await open();
  const text = await run({ method: 'PUT' }, { body: { kind: 'text', text: '<a>ü</a>', mediaType: 'application/xml' } });
  expect(text.echo).toMatchObject({ method: 'PUT', type: 'application/xml', body: '<a>ü</a>' });
  const list = await run({ method: 'POST' }, { body: { kind: 'json', text: '[1, 2]' } });
  expect(list.echo).toMatchObject({ method: 'POST', type: 'application/json', body: '[1, 2]' });
  // Misuse checks of other routes do not apply here.
  const chat = await run({ method: 'PATCH' }, { body: { kind: 'json', text: '{"messages":[],"model":"m"}' } });
  expect(chat.echo).toMatchObject({ method: 'PATCH', body: '{"messages":[],"model":"m"}' });
  const file = await client.files.keep({ name: 'a.txt', type: 'text/plain', text: 'inside' });
  const form = await run(
    { method: 'POST' },
    {
      body: {
        kind: 'form',
        fields: [
          { kind: 'text', name: 'a', value: 'b' },
          { kind: 'file', name: 'f', fileId: file.id },
        ],
      },
    },
  );
  expect(form.echo.type).toMatch(/^multipart\/form-data/);
  expect(form.echo.body).toContain('inside');
  expect((await run({ method: 'DELETE' })).echo).toMatchObject({ method: 'DELETE', body: '' });
  expect((await run({ method: 'HEAD' })).end).toMatchObject({ state: 'done', error: null });
});

test('a stream yields its events', async () => {
  const { run } = await open();
  const { parts, end } = await run({ path: '/vendor/events' });
  expect(end.state).toBe('done');
  const events = parts.flatMap((part) => (part.type === 'raw-event' ? [[part.name, JSON.parse(part.data).phase]] : []));
  expect(events).toEqual([
    ['phase', 'Mixing'],
    ['phase', 'In the oven'],
    ['phase', 'Baked'],
  ]);
});

test('media becomes a file, and a page becomes text with a warning', async () => {
  const { run, client } = await open(['custom']);
  const body = { kind: 'json' as const, text: '{"model":"demo-tts","input":"hi","voice":"alloy"}' };
  const audio = await run({ method: 'POST', path: '/v1/audio/speech' }, { body });
  const file = audio.parts.find((part) => part.type === 'file');
  expect(audio.end.state).toBe('done');
  expect(file?.type === 'file' && file.ref.type).toMatch(/^audio\//);
  const again = await readParts(client.exchanges.watch({ id: audio.end.exchangeId }));
  expect(again.filter(({ type }) => type === 'file')).toEqual([file]);
  const page = await run({ path: '/pricing' });
  expect(page.parts.map(({ type }) => type)).toContain('text-delta');
  expect(page.end.state).toBe('done-with-warnings');
});

test('a path to another host or an unexposed one is refused before anything is sent', async () => {
  const { run, client, draft } = await open();
  const before = gateway.requests();
  for (const path of ['//evil.example/', '/vendor/../v1/models', '/vendor/%2e%2e/x', 'https://evil.example/'])
    expect((await run({ path })).end).toMatchObject({ sent: 'not-sent', error: { code: 'bad-draft', param: 'path' } });
  expect((await run({ path: '/v1/models' })).end).toMatchObject({ sent: 'not-sent', error: { code: 'route-off' } });
  const { custom: _custom, ...without } = draft({});
  const [problem] = [(await client.exchanges.preview(without)).problem];
  expect(problem?.code).toBe('bad-draft');
  expect(gateway.requests()).toBe(before);
  const meant = { finishAlone: true, allowMisuse: true };
  expect((await run({ path: '/v1/models' }, { options: meant })).end.state).toBe('done');
  expect((await run({ path: '//evil.example/' }, { options: meant })).end.sent).toBe('not-sent');
});
