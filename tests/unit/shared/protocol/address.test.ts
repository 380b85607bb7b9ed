import { expect, test } from 'vitest';
import { endsInVersion, isLoopbackHost, normalizeBase, readBase } from '../../../../shared/protocol/address.ts';
import { usualGateway } from '../../../../shared/protocol/gateway-details.ts';
import { joinRoute, parameterProblem, websocketAddress } from '../../../../shared/protocol/route-address.ts';
import { routePath } from '../../../../shared/protocol/route-path.ts';
import { routes } from '../../../../shared/protocol/table.ts';

const at = (baseAddress: string) => ({ ...usualGateway(), baseAddress });
const codes = (text: string) => normalizeBase(text).problems.map(({ code }) => code);

test.each([
  ['https://gw.example', 'https://gw.example', ''],
  ['  https://gw.example///  ', 'https://gw.example', ''],
  ['https://GW.example:443/v1', 'https://gw.example', '/v1'],
  ['https://gw.example/v1/', 'https://gw.example', '/v1'],
  ['https://gw.example/v1beta', 'https://gw.example', '/v1beta'],
  ['https://gw.example/team/gw', 'https://gw.example/team/gw', ''],
  ['https://gw.example/team/gw/v1', 'https://gw.example/team/gw', '/v1'],
  ['https://gw.example/v1/chat/completions', 'https://gw.example', '/v1/chat/completions'],
  ['https://gw.example/gw/v1/responses/compact', 'https://gw.example/gw', '/v1/responses/compact'],
  ['https://gw.example/v1/videos/abc-1/content', 'https://gw.example', '/v1/videos/abc-1/content'],
  ['https://gw.example/v1/videos/{task_id}', 'https://gw.example', '/v1/videos/%7Btask_id%7D'],
  [
    'https://gw.example/x/v1beta/models/org/m:generateContent',
    'https://gw.example/x',
    '/v1beta/models/org/m:generateContent',
  ],
  ['https://gw.example/V1', 'https://gw.example', '/V1'],
  ['"https://gw.example/v1",', 'https://gw.example', '/v1'],
  ['<https://gw.example>', 'https://gw.example', ''],
  ['\u200bhttps://gw.example/v1\ufeff', 'https://gw.example', '/v1'],
  ['https://gw.example/a/../b/./v1', 'https://gw.example/b', '/v1'],
  ['https://gw.example:8443/gw/v1', 'https://gw.example:8443/gw', '/v1'],
  ['https://gw.example:65535', 'https://gw.example:65535', ''],
  ['http://localhost:80/', 'http://localhost', ''],
  ['http://0x7f.1:3000/v1', 'http://127.0.0.1:3000', '/v1'],
  ['http://[::ffff:127.0.0.1]:3000', 'http://[::ffff:7f00:1]:3000', ''],
  ['https://[2001:DB8::0:1]:8443/v1', 'https://[2001:db8::1]:8443', '/v1'],
  ['https://gw.example/v1beta/models', 'https://gw.example', '/v1beta/models'],
  ['https://gw.example/v1/account/gateway', 'https://gw.example', '/v1/account/gateway'],
  ['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000', '/v1'],
  ['http://[::1]:8080', 'http://[::1]:8080', ''],
])('%s is the base %s', (text, base, dropped) => {
  const found = normalizeBase(text);
  expect(found).toMatchObject({ base, dropped, problems: [] });
  expect(base.startsWith(found.origin)).toBe(true);
});

test('each anomaly is named', () => {
  expect(codes('')).toEqual(['empty']);
  expect(codes('gw.example')).toEqual(['missing-scheme']);
  expect(codes('/localhost:3000')).toEqual(['missing-scheme']);
  expect(codes('//gw.example')).toEqual(['missing-scheme']);
  expect(codes('wss://gw.example')).toEqual(['unsupported-scheme']);
  expect(codes('file:///etc/passwd')).toEqual(['unsupported-scheme']);
  expect(codes('javascript:alert(1)')).toEqual(['malformed']);
  expect(codes('https://gw example')).toEqual(['spaces']);
  expect(codes('https://')).toEqual(['malformed']);
  expect(codes('https://gw.example/a//b')).toEqual(['double-slash']);
  expect(codes('https://gw.example?key=1#x')).toEqual(['query', 'hash']);
  expect(codes('https://gw.example/v1/v1')).toEqual(['doubled-version']);
  expect(codes('https://gw.example/v1/v1/chat/completions')).toEqual(['doubled-version']);
  expect(codes('http://gw.example')).toEqual(['insecure']);
  expect(codes('http://192.168.1.4:3000')).toEqual(['insecure']);
});

test('anomalies are fixed where the intent is clear', () => {
  expect(normalizeBase('https://gw.example/a//b/v1').base).toBe('https://gw.example/a/b');
  expect(normalizeBase('https://gw.example/v1/v1').base).toBe('https://gw.example');
  expect(normalizeBase('https://gw.example/v1/v1/models').base).toBe('https://gw.example');
  expect(normalizeBase('gw.example/v1').base).toBe('https://gw.example');
  expect(normalizeBase('localhost:3000').base).toBe('http://localhost:3000');
});

test('a password in the URL is an error and appears nowhere', () => {
  const found = normalizeBase('https://me:s3cret@gw.example/v1');
  expect(found.problems).toMatchObject([{ code: 'userinfo', severity: 'error' }]);
  expect(JSON.stringify(found)).not.toMatch(/s3cret|me:/);
});

test('loopback hosts in every spelling', () => {
  for (const host of [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '[::1]',
    '[::ffff:7f00:1]',
  ])
    expect(isLoopbackHost(host), host).toBe(true);
  for (const host of ['127.0.0.1.evil.test', 'localhost.evil.test', '10.0.0.1', '[::]', '0.0.0.0', '128.0.0.1', ''])
    expect(isLoopbackHost(host), host).toBe(false);
  // A parsed URL has already turned other spellings into dotted ones.
  expect(isLoopbackHost(new URL('http://2130706433/').hostname)).toBe(true);
  expect(isLoopbackHost(new URL('http://0x7f.1/').hostname)).toBe(true);
});

test('path parameters are encoded, native model ids keep their slashes', () => {
  const base = 'https://gw.example/gw';
  const gateway = at(base);
  expect(joinRoute(gateway, routes['videos.get'], { task_id: 'a/b c?#' })).toBe(`${base}/v1/videos/a%2Fb%20c%3F%23`);
  expect(joinRoute(gateway, routes['native.generateContent'], { model: 'org/mödel@1' })).toBe(
    `${base}/v1beta/models/org/m%C3%B6del%401:generateContent`,
  );
  expect(joinRoute(gateway, routes['videos.get'])).toBe(`${base}/v1/videos/{task_id}`);
  expect(joinRoute(gateway, routes['videos.get'], JSON.parse('{"__proto__":"x"}'))).toBe(`${base}/v1/videos/{task_id}`);
});

test('query pairs keep their order, the route’s own come first', () => {
  expect(
    joinRoute(at('https://gw.example'), routes['native.streamGenerateContent'], { model: 'm' }, [
      ['b', '1 &'],
      ['a', '2'],
    ]),
  ).toBe('https://gw.example/v1beta/models/m:streamGenerateContent?alt=sse&b=1%20%26&a=2');
});

test('a WebSocket URL follows the scheme', () => {
  expect(websocketAddress(at('https://gw.example/x'), routes.realtime, {}, [['model', 'm']])).toBe(
    'wss://gw.example/x/v1/realtime?model=m',
  );
  expect(websocketAddress(at('http://127.0.0.1:1'), routes.realtime)).toBe('ws://127.0.0.1:1/v1/realtime');
});

test('values that cannot be a path parameter are rejected with a reason', () => {
  expect(parameterProblem(routes['videos.get'], 'task_id', '..')).toMatch('task_id');
  expect(parameterProblem(routes['videos.get'], 'task_id', '')).toMatch('empty');
  expect(parameterProblem(routes['native.generateContent'], 'model', 'a/../b')).not.toBeNull();
  expect(parameterProblem(routes['native.generateContent'], 'model', 'org/m')).toBeNull();
  expect(parameterProblem(routes['native.generateContent'], 'model', 'ft:m:1')).toMatch('"ft"');
  expect(parameterProblem(routes['videos.get'], 'task_id', 'a:b')).toBeNull();
});

test.each<[typed: string, base: string, codes: string[]]>([
  // A version twice, in any order, with or without a route behind it.
  ['https://gw.example/v1/v1', 'https://gw.example', ['doubled-version']],
  ['https://gw.example/v1/v1/', 'https://gw.example', ['doubled-version']],
  ['https://gw.example/v1beta/v1', 'https://gw.example', ['doubled-version']],
  ['https://gw.example/gw/v1/v1beta/models', 'https://gw.example/gw', ['doubled-version']],
  ['https://gw.example/v1/V1', 'https://gw.example', ['doubled-version']],
  ['https://gw.example/api/v4/v1/chat/completions', 'https://gw.example/api', ['doubled-version']],
  // A version of another kind is the prefix.
  ['https://gw.example/v10', 'https://gw.example', []],
  ['https://gw.example/api/paas/v4', 'https://gw.example/api/paas', []],
  ['https://gw.example/v2beta', 'https://gw.example', []],
  ['https://gw.example/vision', 'https://gw.example/vision', []],
  // The scheme.
  ['gw.example/v1', 'https://gw.example', ['missing-scheme']],
  ['gw.example:8443', 'https://gw.example:8443', ['missing-scheme']],
  // A host on this computer needs none.
  ['127.0.0.1:3000', 'http://127.0.0.1:3000', []],
  ['localhost:3000/v1', 'http://localhost:3000', []],
  ['localhost', 'http://localhost', []],
  ['gw.localhost:3000/api', 'http://gw.localhost:3000/api', []],
  ['[::1]:3000', 'http://[::1]:3000', []],
  ['localhost.example:3000', 'https://localhost.example:3000', ['missing-scheme']],
  ['localhost:80@gw.example', 'http://gw.example', ['userinfo', 'insecure']],
  ['https:gw.example', 'https://gw.example', ['slashes']],
  ['https:/gw.example/v1', 'https://gw.example', ['slashes']],
  ['https:///gw.example', 'https://gw.example', ['slashes']],
  ['https:\\\\gw.example\\v1', 'https://gw.example', ['slashes']],
  ['https://https://gw.example/v1', 'https://gw.example', ['doubled-scheme']],
  ['http://https://gw.example', 'https://gw.example', ['doubled-scheme']],
  ['HTTPS://gw.example', 'https://gw.example', []],
  ['ftp://gw.example', '', ['unsupported-scheme']],
  // Slashes.
  ['https://gw.example//', 'https://gw.example', []],
  ['https://gw.example//v1', 'https://gw.example', ['double-slash']],
  ['https://gw.example/a//b///v1//', 'https://gw.example/a/b', ['double-slash']],
  // Parts that do not belong to a base URL.
  ['https://gw.example/v1?key=1', 'https://gw.example', ['query']],
  ['https://gw.example/#/console', 'https://gw.example', ['hash']],
  ['https://sk-1@gw.example', 'https://gw.example', ['userinfo']],
  // Hosts.
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example', ['international']],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example', ['international']],
  ['https://аpi.example', 'https://xn--pi-6kc.example', ['international']],
  ['https://gw。example', 'https://gw.example', []],
  ['https://gw.example.', 'https://gw.example.', []],
  ['https://[fe80::1%25eth0]', '', ['malformed']],
  ['https://[::1', '', ['malformed']],
  ['https://256.1.1.1', '', ['malformed']],
  // Ports.
  ['https://gw.example:0', '', ['malformed']],
  ['https://gw.example:65536', '', ['malformed']],
  ['https://gw.example:port', '', ['malformed']],
  ['https://gw.example:80', 'https://gw.example:80', ['odd-port']],
  ['http://127.0.0.1:443', 'http://127.0.0.1:443', ['odd-port']],
  // Plain http.
  ['http://gw.example', 'http://gw.example', ['insecure']],
  ['http://10.0.0.1', 'http://10.0.0.1', ['insecure']],
  ['http://0.0.0.0:3000', 'http://0.0.0.0:3000', ['insecure']],
  ['http://[fd00::1]', 'http://[fd00::1]', ['insecure']],
  ['http://gw.example:443', 'http://gw.example:443', ['odd-port', 'insecure']],
  ['http://localhost.evil.example', 'http://localhost.evil.example', ['insecure']],
])('%s is %s with %j', (typed, base, expected) => {
  const found = normalizeBase(typed);
  expect(found.problems.map(({ code }) => code)).toEqual(expected);
  expect(found.base).toBe(base);
  // A parsed result parses to itself.
  if (base !== '') expect(normalizeBase(base).base).toBe(base);
});

test('a URL is parsed without throwing, whatever is typed', () => {
  for (const text of [
    '%',
    'https://%',
    'https://a%00b',
    '://',
    ':',
    '?',
    '#',
    '\0',
    `https://${'a'.repeat(5000)}`,
    '💥',
    'data:,x',
  ])
    expect(() => normalizeBase(text), text.slice(0, 20)).not.toThrow();
});

/** Where a chat and a native request go. */
const placesOf = (typed: string) => {
  const { base, prefixes, query } = normalizeBase(typed);
  const gateway = { ...usualGateway(), baseAddress: base, prefixes, query };
  return [
    joinRoute(gateway, routes['chat.completions']).replace('https://gw.example', ''),
    joinRoute(gateway, routes['native.generateContent'], { model: 'm' }).replace('https://gw.example', ''),
  ];
};

test.each<[typed: string, chat: string, native?: string]>([
  ['', '/v1/chat/completions', '/v1beta/models/m:generateContent'],
  ['/', '/v1/chat/completions', '/v1beta/models/m:generateContent'],
  // Another version, alone or behind a path.
  ['/v4', '/v4/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v3/', '/v3/chat/completions'],
  ['/api/paas/v4', '/api/paas/v4/chat/completions', '/api/paas/v1beta/models/m:generateContent'],
  ['/api/v0', '/api/v0/chat/completions'],
  ['/v1p1beta1', '/v1p1beta1/chat/completions'],
  ['/openai/v1', '/openai/v1/chat/completions'],
  ['/compatible-mode/v1/', '/compatible-mode/v1/chat/completions'],
  ['/inference/v1', '/inference/v1/chat/completions'],
  ['/client/v4/accounts/7f/ai/v1', '/client/v4/accounts/7f/ai/v1/chat/completions'],
  // A path below the version belongs to the prefix, and the version is that of the native family.
  ['/v1beta/openai', '/v1beta/openai/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v1beta/openai/', '/v1beta/openai/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v1/acct/gw/compat', '/v1/acct/gw/compat/chat/completions'],
  ['/v1beta1/projects/p/endpoints/openapi', '/v1beta1/projects/p/endpoints/openapi/chat/completions'],
  // No version at all.
  ['/inference/', '/inference/chat/completions'],
  ['/api/openai//', '/api/openai/chat/completions'],
  ['#', '/chat/completions'],
  ['/inference#', '/inference/chat/completions'],
  ['/inference', '/inference/v1/chat/completions'],
  // A whole route, of any version.
  ['/api/v3/chat/completions', '/api/v3/chat/completions'],
  ['/api/coding/paas/v4/embeddings', '/api/coding/paas/v4/chat/completions'],
  ['/chat/completions', '/chat/completions'],
  ['/api/chat/completions', '/api/chat/completions'],
  ['/openai/v1/responses', '/openai/v1/chat/completions'],
  ['/inference/embeddings', '/inference/chat/completions'],
  ['/v2/rerank', '/v2/chat/completions'],
  ['/v1/messages', '/v1/chat/completions'],
  ['/v1/completions', '/v1/chat/completions'],
  ['/v1/models/some-model', '/v1/chat/completions'],
  ['/v3/videos/abc/content', '/v3/chat/completions'],
  ['/v1beta/openai/models', '/v1beta/openai/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v1beta/models/x:generateContent', '/v1/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v1beta/models/a/b:streamGenerateContent?alt=sse', '/v1/chat/completions', '/v1beta/models/m:generateContent'],
  [
    '/v1/publishers/google/models/x:generateContent',
    '/v1/chat/completions',
    '/v1/publishers/google/models/m:generateContent',
  ],
  [
    '/openai/deployments/x/chat/completions?api-version=2024-10-21-preview',
    '/openai/deployments/x/chat/completions?api-version=2024-10-21-preview',
  ],
  // A version twice.
  ['/v1/v1', '/v1/chat/completions', '/v1beta/models/m:generateContent'],
  ['/v4/v1', '/v4/chat/completions'],
])('a chat at https://gw.example%s goes to %s', (typed, chat, native) => {
  const [chatAt, nativeAt] = placesOf(`https://gw.example${typed}`);
  expect(chatAt).toBe(chat);
  if (native !== undefined) expect(nativeAt).toBe(native);
});

test('a key in the query of a pasted route is not kept', () => {
  const found = normalizeBase('https://gw.example/v1beta/models/x:generateContent?key=AIzaSecret&api-version=1');
  expect(found.query).toEqual([['api-version', '1']]);
  expect(found.problems.map(({ code }) => code)).toEqual(['query']);
  expect(JSON.stringify(found)).not.toContain('AIzaSecret');
});

test('a stored base is used as it is', () => {
  expect(readBase('https://gw.example/client/v4/accounts/7f/ai')).toMatchObject({
    base: 'https://gw.example/client/v4/accounts/7f/ai',
    origin: 'https://gw.example',
    problems: [],
  });
  expect(readBase('gw.example').problems.map(({ code }) => code)).toEqual(['missing-scheme']);
  expect(endsInVersion('https://gw.example/api/v4')).toBe(true);
  expect(endsInVersion('https://gw.example/v1/chat/completions')).toBe(true);
  expect(endsInVersion('https://gw.example/client/v4/accounts/7f/ai')).toBe(false);
});

test('a route may have another path, and a gateway its own query', () => {
  const gateway = {
    ...at('https://gw.example/x'),
    routePaths: { rerank: '/v2/rerank', 'videos.get': '/tasks/{task_id}' },
    query: [
      ['api-version', '1'],
      ['alt', 'json'],
    ] as [string, string][],
  };
  expect(joinRoute(gateway, routes.rerank)).toBe('https://gw.example/x/v2/rerank?api-version=1&alt=json');
  expect(joinRoute(gateway, routes['videos.get'], { task_id: 'a/b' }, [['api-version', '2']])).toBe(
    'https://gw.example/x/tasks/a%2Fb?alt=json&api-version=2',
  );
  expect(joinRoute(gateway, routes['native.streamGenerateContent'], { model: 'm' })).toContain(
    '?api-version=1&alt=sse',
  );
  expect(routePath(gateway, routes.embeddings)).toBe('/v1/embeddings');
});
