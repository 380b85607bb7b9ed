import { expect, test } from 'vitest';
import { connectionDefaults } from '../../../../../electron/core/connections/connection-of.ts';
import { planRequest, type RequestPlan } from '../../../../../electron/core/exchange/plan.ts';
import { outgoingRequest } from '../../../../../electron/core/exchange/request/outgoing-request.ts';
import type { Connection } from '../../../../../shared/contract/connections.ts';
import { type DraftInput, draft as draftSchema } from '../../../../../shared/contract/exchanges.ts';
import type { KeyStatus } from '../../../../../shared/contract/keys.ts';
import { routes } from '../../../../../shared/protocol/table.ts';

const connection: Connection = {
  id: 'c1',
  name: 'Gateway',
  baseAddress: 'https://gw.test/team',
  origin: 'https://gw.test',
  nativeKeyStyle: 'x-vendor-api-key',
  headers: [],
  colour: 'none',
  exposedRoutes: [],
  acceptedInsecure: false,
  ...connectionDefaults(),
  isDemo: false,
  createdAt: 0,
};
const key: KeyStatus = {
  id: 'k1',
  connectionId: 'c1',
  alias: 'mine',
  fingerprint: '',
  origin: 'https://gw.test',
  protection: 'memory',
  state: 'ready',
  enabled: true,
  createdAt: 0,
  lastUsedAt: null,
};

const body = (value: unknown) => ({ kind: 'json' as const, text: JSON.stringify(value) });
const chat = body({ model: 'm', messages: [] });

function plan(
  input: Partial<DraftInput> = {},
  change: Partial<Connection> = {},
  given: KeyStatus | null = key,
): RequestPlan {
  const draft = draftSchema.parse({ connectionId: 'c1', routeId: 'chat.completions', body: chat, ...input });
  return planRequest({ draft, connection: { ...connection, ...change }, key: given, version: '1.0.0' });
}
const codes = (...given: Parameters<typeof plan>) => plan(...given).problems.map(({ code, param }) => [code, param]);
const header = ({ headers }: RequestPlan, name: string) =>
  headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);

test('address, headers and limits of a plain draft', () => {
  const found = plan();
  expect(found).toMatchObject({
    method: 'POST',
    url: 'https://gw.test/team/v1/chat/completions',
    origin: 'https://gw.test',
    streamAsked: false,
    deadlines: routes['chat.completions'].deadlines,
    model: 'm',
    body: { kind: 'json', text: chat.text },
    problems: [],
  });
  expect(found.headers).toEqual([
    ['Host', 'gw.test'],
    ['Connection', 'keep-alive'],
    ['User-Agent', 'Patchbay/1.0.0'],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer [redacted key]'],
  ]);
});

test('a stream is requested without compression and has stream limits', () => {
  const found = plan({ body: body({ model: 'm', messages: [], stream: true }) });
  expect(found.streamAsked).toBe(true);
  expect(found.deadlines).toEqual(routes['chat.completions'].streamDeadlines);
  expect(header(found, 'accept-encoding')).toEqual(['identity']);
  expect(plan({ body: body({ model: 'm', messages: [], stream: 'yes' }) }).streamAsked).toBe(false);
  const fields = [
    { kind: 'text' as const, name: 'stream', value: 'true' },
    { kind: 'text' as const, name: 'model', value: 'whisper' },
    { kind: 'text' as const, name: 'file', value: 'x' },
  ];
  expect(plan({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } })).toMatchObject({
    streamAsked: true,
    model: 'whisper',
    problems: [],
  });
  const native = {
    routeId: 'native.streamGenerateContent',
    params: { model: 'm' },
    body: body({ contents: [] }),
  } as const;
  expect(plan(native)).toMatchObject({
    streamAsked: true,
    url: 'https://gw.test/team/v1beta/models/m:streamGenerateContent?alt=sse',
    model: 'm',
  });
});

test('the key is sent where the surface and the connection require it', () => {
  const native = {
    routeId: 'native.generateContent',
    params: { model: 'org/m' },
    body: body({ contents: [] }),
  } as const;
  expect(header(plan(native), 'x-vendor-api-key')).toEqual(['[redacted key]']);
  expect(header(plan(native, { nativeKeyStyle: 'x-goog-api-key' }), 'x-goog-api-key')).toEqual(['[redacted key]']);
  expect(header(plan(native, { nativeKeyStyle: 'bearer' }), 'authorization')).toEqual(['Bearer [redacted key]']);
  const query = plan({ ...native, query: [['a', '1']] }, { nativeKeyStyle: 'query' });
  expect(query.url).toBe('https://gw.test/team/v1beta/models/org/m:generateContent?a=1&key=[redacted key]');
  expect(header(query, 'authorization')).toEqual([]);
  for (const style of ['query', 'x-goog-api-key'] as const) {
    const listing = plan({ routeId: 'models', body: { kind: 'none' } }, { nativeKeyStyle: style });
    expect(listing.url).toBe('https://gw.test/team/v1/models');
    expect(listing.headers.map(([name]) => name)).toEqual([
      'Host',
      'Connection',
      'User-Agent',
      'Accept',
      'Accept-Encoding',
      'Authorization',
    ]);
  }
  expect(plan({}, {}, null)).toMatchObject({ credential: null, problems: [] });
});

test("a draft's header replaces the connection's, which replaces the default, in its position", () => {
  const found = plan(
    {
      headers: [
        ['x-team', 'draft'],
        ['accept', 'text/plain'],
      ],
    },
    {
      headers: [
        ['X-Team', 'connection'],
        ['User-Agent', 'me'],
        ['X-Other', ''],
      ],
    },
  );
  expect(found.headers.slice(2)).toEqual([
    ['User-Agent', 'me'],
    ['accept', 'text/plain'],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ['Content-Type', 'application/json'],
    ['x-team', 'draft'],
    ['X-Other', ''],
    ['Authorization', 'Bearer [redacted key]'],
  ]);
});

test("a placeholder typed by the user is not mistaken for the key's position", () => {
  const native = { routeId: 'native.generateContent', params: { model: 'm' }, body: body({ contents: [] }) } as const;
  const found = plan({ ...native, query: [['a', '[redacted key]']] }, { nativeKeyStyle: 'query' });
  const wire = outgoingRequest(found, null, 'sk-1', { proxy: null, extraCa: [] });
  expect(wire.target).toBe('/team/v1beta/models/m:generateContent?a=%5Bredacted%20key%5D&key=sk-1');
});

test('a form has a generated boundary, which no header replaces', () => {
  const form = {
    routeId: 'images.edits',
    body: { kind: 'form', fields: [] },
    headers: [['Content-Type', 'multipart/form-data']],
  } as const;
  const found = plan(form as unknown as Partial<DraftInput>);
  expect(header(found, 'content-type')[0]).toMatch(/^multipart\/form-data; boundary=----patchbay-[0-9a-f]{32}$/);
  expect(header(plan(form as unknown as Partial<DraftInput>), 'content-type')).not.toEqual(
    header(found, 'content-type'),
  );
});

test('a missing or malformed value is named with its field or position', () => {
  expect(codes({ body: body({ model: 'm' }) })).toEqual([['bad-draft', 'messages']]);
  expect(codes({ body: body({ messages: [] }) })).toEqual([['bad-draft', 'model']]);
  expect(codes({ body: { kind: 'json', text: '[]' } })).toEqual([['bad-draft', null]]);
  expect(plan({ body: { kind: 'json', text: '{\n "a": tru }' } }).problems[0]?.message).toMatch('line 2, column 7');
  expect(codes({ body: { kind: 'none' } })).toEqual([['bad-draft', null]]);
  expect(codes({ body: { kind: 'form', fields: [] } })).toEqual([['bad-draft', null]]);
  expect(codes({ routeId: 'videos.get', body: { kind: 'none' } })).toEqual([['bad-draft', 'task_id']]);
  expect(codes({ routeId: 'videos.get', params: { task_id: '../admin' }, body: { kind: 'none' } })).toEqual([
    ['bad-draft', 'task_id'],
  ]);
  expect(codes({ params: { model: 'x' } })).toEqual([]);
});

test('half of a character, which has no encoding, is named instead of sent as another one', () => {
  const half = plan({ routeId: 'videos.get', params: { task_id: 'a\ud800b' }, body: { kind: 'none' } });
  expect(half.problems[0]).toMatchObject({ code: 'bad-draft', param: 'task_id' });
  expect(half.problems[0]?.message).toContain('half of a character');
  expect(codes({ query: [['q', '\udc00']] })).toEqual([['bad-draft', 'q']]);
  expect(codes({ query: [['q', '\ud83d\ude00']] })).toEqual([]);
});

test('a required form field may be a list of files, in either spelling', () => {
  const form = (name: string): Partial<DraftInput> => ({
    routeId: 'images.edits',
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'm' },
        { kind: 'text', name: 'prompt', value: 'p' },
        { kind: 'file', name, fileId: 'f1' },
      ],
    },
  });
  for (const name of ['image', 'image[]', 'image[0]']) expect(codes(form(name))).toEqual([]);
  expect(codes(form('images'))).toEqual([['bad-draft', 'image']]);
});

test('misuse is recognized and can be allowed', () => {
  const native = body({ contents: [{ parts: [{ text: 'Hi' }] }] });
  const responses = body({ model: 'm', input: 'Hi' });
  const path = { params: { model: 'm' } };
  expect(codes({ body: native })).toEqual([['misuse', 'contents']]);
  expect(codes({ body: responses })).toEqual([['misuse', 'input']]);
  expect(codes({ routeId: 'responses', body: chat })).toEqual([['misuse', 'messages']]);
  expect(codes({ routeId: 'responses', body: native })).toEqual([['misuse', 'contents']]);
  expect(codes({ routeId: 'native.generateContent', ...path, body: body({ messages: [] }) })).toEqual([
    ['misuse', 'messages'],
  ]);
  expect(codes({ routeId: 'native.generateContent', ...path, body: chat })).toEqual([['misuse', 'model']]);
  expect(codes({ routeId: 'native.generateContent', ...path, body: body({ contents: [], model: 'm' }) })).toEqual([
    ['misuse', 'model'],
  ]);
  expect(codes({ routeId: 'embeddings', body: native })).toEqual([['misuse', 'contents']]);
  expect(codes({ routeId: 'embeddings', body: responses })).toEqual([]);
  expect(codes({ routeId: 'embeddings', body: chat })).toEqual([['misuse', 'messages']]);
  expect(codes({ routeId: 'responses', body: body({ model: 'm', input: 'x', messages: [] }) })).toEqual([]);
  expect(codes({ routeId: 'native.generateContent', params: { model: 'ft:m' }, body: native })).toEqual([
    ['bad-draft', 'model'],
  ]);
  const options = { allowMisuse: true };
  expect(codes({ body: native, options })).toEqual([]);
  expect(codes({ body: { kind: 'none' }, options })).toEqual([]);
  expect(codes({ routeId: 'native.generateContent', params: { model: 'ft:m' }, body: native, options })).toEqual([]);
  expect(codes({ body: { kind: 'json', text: '{' }, options })).toEqual([['bad-draft', null]]);
});

test('a stored base is used as it is, or refused with the reason', () => {
  const url = (baseAddress: string) => plan({}, { baseAddress }).url;
  expect(url('https://gw.test/team/')).toBe('https://gw.test/team/v1/chat/completions');
  expect(url('https://gw.test/client/v4/x')).toBe('https://gw.test/client/v4/x/v1/chat/completions');
  expect(codes({}, { baseAddress: '' })).toEqual([['invalid-address', null]]);
  expect(codes({}, { baseAddress: 'gw.test' })).toEqual([['invalid-address', null]]);
  expect(codes({}, { baseAddress: 'https://me:x@gw.test' })).toEqual([['invalid-address', null]]);
  expect(codes({}, { baseAddress: 'https://gw.test/v1beta/openai' })).toEqual([['misuse', null]]);
  const prefixes = { compatible: '/v1beta/openai', native: '/v1beta' };
  expect(codes({}, { prefixes })).toEqual([]);
  expect(codes({}, { prefixes: { ...prefixes, compatible: '/v1beta/openai/v1' } })).toEqual([['misuse', null]]);
});

test('prefixes, paths and query of the gateway lead every request', () => {
  const change = {
    prefixes: { compatible: '/v4', native: '' },
    routePaths: { rerank: '/v2/rerank' },
    query: [['api-version', '1']] as [string, string][],
  };
  const at = (input: Partial<DraftInput>) => plan(input, { ...change, exposedRoutes: ['custom'] });
  expect(at({}).url).toBe('https://gw.test/team/v4/chat/completions?api-version=1');
  expect(at({ routeId: 'rerank' }).url).toBe('https://gw.test/team/v2/rerank?api-version=1');
  expect(at({ routeId: 'native.generateContent', params: { model: 'm' } }).url).toBe(
    'https://gw.test/team/models/m:generateContent?api-version=1',
  );
  const custom = { method: 'GET', path: '/files', keyStyle: 'bearer' } as const;
  expect(at({ routeId: 'custom', custom, body: { kind: 'none' } }).url).toBe(
    'https://gw.test/team/files?api-version=1',
  );
  expect(at({ routeId: 'rerank', body: body({ model: 'm' }) }).problems[0]?.message).toMatch(/^\/v2\/rerank requires/);
});

test('the key is sent in the header of the connection, and natively in its own', () => {
  const change = { keyHeader: { name: 'api-key', prefix: '' } };
  expect(header(plan({}, change), 'api-key')).toEqual(['[redacted key]']);
  expect(header(plan({}, change), 'authorization')).toEqual([]);
  const token = plan({}, { keyHeader: { name: 'X-Auth', prefix: 'Token ' } });
  expect(header(token, 'x-auth')).toEqual(['Token [redacted key]']);
  const native = { routeId: 'native.models', body: { kind: 'none' } } as const;
  expect(header(plan(native, change), 'api-key')).toEqual([]);
  const custom = { routeId: 'custom', body: { kind: 'none' } } as const;
  const sent = (keyStyle: 'bearer' | 'none') =>
    header(plan({ ...custom, custom: { method: 'GET', path: '/x', keyStyle } }, change), 'api-key');
  expect(sent('bearer')).toEqual(['[redacted key]']);
  expect(sent('none')).toEqual([]);
});

test('a key is never planned for plain http to another machine, unless it was accepted', () => {
  const insecure = { baseAddress: 'http://gw.test', origin: 'http://gw.test' };
  const bound = { ...key, origin: 'http://gw.test' };
  expect(codes({}, insecure, bound)).toEqual([['insecure-address', null]]);
  expect(codes({}, { ...insecure, acceptedInsecure: true }, bound)).toEqual([]);
  expect(codes({}, insecure, null)).toEqual([]);
  const local = { baseAddress: 'http://127.0.0.1:1', origin: 'http://127.0.0.1:1' };
  expect(codes({}, local, { ...key, origin: local.origin })).toEqual([]);
});

test("limits of the request override the connection's, which override the route's", () => {
  const route = routes['chat.completions'].deadlines;
  expect(plan({}, { deadlines: { idleMs: 5000, totalMs: null } }).deadlines).toEqual({
    ...route,
    idleMs: 5000,
    totalMs: null,
  });
  const both = plan(
    { options: { deadlines: { idleMs: 700, connectMs: 300 } } },
    { deadlines: { idleMs: 5000, headersMs: 9000 } },
  );
  expect(both.deadlines).toEqual({ connectMs: 300, headersMs: 9000, idleMs: 700, totalMs: route.totalMs });
  expect(plan({ options: { deadlines: { totalMs: 4000 } } }, { deadlines: { totalMs: null } }).deadlines.totalMs).toBe(
    4000,
  );
});

test('a route that the service does not list is refused until the connection has it, or the user insists', () => {
  const native = {
    routeId: 'native.streamGenerateContent',
    params: { model: 'm' },
    body: body({ contents: [] }),
  } as const;
  expect(codes(native)).toEqual([['route-off', null]]);
  expect(codes(native, { exposedRoutes: ['native.streamGenerateContent'] })).toEqual([]);
  expect(codes({ ...native, options: { allowMisuse: true } })).toEqual([]);
  expect(codes({ ...native, routeId: 'native.generateContent' })).toEqual([]);
});

test('a disabled key is refused by name', () => {
  const [problem] = plan({}, {}, { ...key, enabled: false }).problems;
  expect(problem).toMatchObject({ code: 'no-key', message: expect.stringContaining('mine is turned off') });
});
