import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findNamedHeader } from '#core/exchange/named-header.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { RunEnd } from '#shared/protocol/part.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const bearer = { name: 'Authorization', prefix: 'Bearer ' };
const named = (said: string, challenge?: string, sent = bearer, param: string | null = null) =>
  findNamedHeader(
    failure('auth', '', { gatewayMessage: said, param }),
    challenge ? [['WWW-Authenticate', challenge]] : [],
    sent,
  );

test.each([
  ['api-key header is required', 'api-key'],
  ['Missing required header: X-API-Key', 'X-API-Key'],
  ['x-api-key header is required', 'x-api-key'],
  ['invalid x-api-key', 'x-api-key'],
  ['Access denied: missing Ocp-Apim-Subscription-Key', 'Ocp-Apim-Subscription-Key'],
  [
    'Access denied due to missing subscription key. Make sure to include subscription key.',
    'Ocp-Apim-Subscription-Key',
  ],
  ['Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key.', 'api-key'],
  ['请求头缺少 api-key', 'api-key'],
  ['You must provide an `X-Auth-Token`.', 'X-Auth-Token'],
  ['No apikey header in the request', 'apikey'],
])('"%s" names the header %s', (said, name) => {
  expect(named(said)).toEqual({ name, prefix: '' });
});

test.each([
  ['Expected "Authorization: Token <your token>"', { name: 'Authorization', prefix: 'Token ' }],
  ['Use Authorization: Key {api key}', { name: 'Authorization', prefix: 'Key ' }],
])('%s names a scheme', (said, header) => {
  expect(named(said)).toEqual(header);
});

test.each([
  ['Token realm="api"', { name: 'Authorization', prefix: 'Token ' }],
  ['ApiKey', { name: 'Authorization', prefix: 'ApiKey ' }],
  ['Key realm="kong"', { name: 'apikey', prefix: '' }],
])('the challenge %s names a header', (challenge, header) => {
  expect(named('Unauthorized', challenge)).toEqual(header);
});

test.each([
  ['Incorrect API key provided: sk-1234. You can find your API key at https://example.com/account/api-keys.'],
  ['Invalid api-key'],
  ['Invalid token (request id: 2025)'],
  ['无效的令牌'],
  ['Authorization header is required'],
  ['Missing csrf-token header'],
])('"%s" names no other header', (said) => {
  expect(named(said, 'Bearer realm="x"')).toBeNull();
  expect(named(said, 'Basic realm="x"')).toBeNull();
});

test('the usual header is named to a connection with another one, and the one that was sent never', () => {
  const sent = { name: 'api-key', prefix: '' };
  expect(named('Authorization header is required', undefined, sent)).toEqual(bearer);
  expect(named('Unauthorized', 'Bearer', sent)).toEqual(bearer);
  expect(named('api-key header is required', undefined, { name: 'API-Key', prefix: '' })).toBeNull();
  expect(named('Field required', undefined, bearer, 'header.x-api-key')).toEqual({ name: 'x-api-key', prefix: '' });
});

/** A gateway that reads the key in one header only. */
async function startGateway(header: string, refuse: { status: number; body: unknown }) {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    request.resume();
    heard.push(request.headers);
    const isGood = request.headers[header] === 'sk-good-key-4711';
    response
      .writeHead(isGood ? 200 : refuse.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(isGood ? { object: 'list', data: [{ id: 'm-1', object: 'model' }] } : refuse.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

test.each([
  [401, { error: { message: 'Missing required header api-key', code: '401' } }],
  [403, { message: 'The api-key header is required' }],
  [422, { detail: [{ type: 'missing', loc: ['header', 'api-key'], msg: 'Field required' }] }],
])(
  'a refusal with status %i names the header, nothing is sent again by itself, and the header then works',
  async (status, body) => {
    const gateway = await startGateway('api-key', { status, body });
    const { client } = await openCore({ dataFolder: tempFolder() });
    const connection = await client.connections.save({ name: 'gate', baseAddress: gateway.url });
    await client.keys.put({ connectionId: connection.id, alias: 'k', secret: 'sk-good-key-4711' });
    const list = async () =>
      (
        await readParts(
          client.exchanges.run({ connectionId: connection.id, routeId: 'models', body: { kind: 'none' } }),
        )
      ).at(-1) as RunEnd;
    const { error } = await list();
    expect(error).toMatchObject({ code: 'auth', status, keyHeader: { name: 'api-key', prefix: '' } });
    expect(error?.hint).toContain('api-key');
    expect(gateway.heard).toHaveLength(1);
    expect(gateway.heard[0]?.['api-key']).toBeUndefined();
    const { prefixes, baseAddress } = connection;
    await client.connections.save({
      id: connection.id,
      name: 'gate',
      baseAddress,
      prefixes,
      keyHeader: { name: 'api-key', prefix: '' },
    });
    expect((await list()).error).toBeNull();
    expect(gateway.heard[1]?.authorization).toBeUndefined();
    for (const { id } of await client.exchanges.list({}))
      expect(JSON.stringify(await client.exchanges.get({ id }))).not.toContain('sk-good-key-4711');
  },
);
