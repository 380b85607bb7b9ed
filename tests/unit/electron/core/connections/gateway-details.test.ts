import { expect, test } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { usualGateway } from '#shared/protocol/gateway-details.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { openConnections } from './open-connections.ts';

test('prefixes and query are read from the address, unless they are given', async () => {
  const { save } = await openConnections();
  expect(
    await save({ name: 'a', baseAddress: 'https://gw.example/api/paas/v4/chat/completions?api-version=7' }),
  ).toMatchObject({
    baseAddress: 'https://gw.example/api/paas',
    prefixes: { compatible: '/v4', native: '/v1beta' },
    query: [['api-version', '7']],
    keyHeader: { name: 'Authorization', prefix: 'Bearer ' },
    reasoningTags: [],
    mediaOrigins: 'public',
    routePaths: {},
  });
  expect(
    await save({
      name: 'b',
      baseAddress: 'https://gw.example/client/v4/x',
      prefixes: { compatible: 'v2/', native: '' },
      routePaths: { rerank: ' /rerank ', models: '' },
      keyHeader: { name: ' api-key ', prefix: '' },
      reasoningTags: [
        ['<r>', '</r>'],
        ['', 'x'],
      ],
      mediaOrigins: 'any',
    }),
  ).toMatchObject({
    baseAddress: 'https://gw.example/client/v4/x',
    prefixes: { compatible: '/v2', native: '' },
    query: [],
    routePaths: { rerank: '/rerank' },
    keyHeader: { name: 'api-key', prefix: '' },
    reasoningTags: [['<r>', '</r>']],
    mediaOrigins: 'any',
  });
});

test.each<[what: string, change: Partial<ConnectionDraft>, message: RegExp]>([
  ['a prefix that leaves the base', { prefixes: { compatible: '/../v1', native: '' } }, /dot segment/],
  ['a prefix with a query', { prefixes: { compatible: '/v1?x=1', native: '' } }, /question mark/],
  ['a path that is a URL', { routePaths: { rerank: 'https://other.example/rerank' } }, /full URL/],
  ['a path with a double slash', { routePaths: { rerank: '//other.example/rerank' } }, /double slash/],
  ['a path without its parameter', { routePaths: { 'videos.get': '/tasks' } }, /must contain \{task_id\}/],
  ['a path with a parameter', { routePaths: { rerank: '/{model}/rerank' } }, /takes no parameters/],
  ['a path of custom requests', { routePaths: { custom: '/x' } }, /each request/],
  ['a secret query', { query: [['api_key', 'x']] }, /looks like a secret/],
  ['a secret in the query', { query: [['v', 'sk-1234567890']] }, /looks like a secret/],
  ['a header that is not one', { keyHeader: { name: 'api key', prefix: '' } }, /valid header name/],
  ['a header of the request', { keyHeader: { name: 'Content-Type', prefix: '' } }, /set by Patchbay/],
  ['a line break before the key', { keyHeader: { name: 'api-key', prefix: 'a\r\nb' } }, /cannot contain/],
])('%s is refused', async (_, change, message) => {
  const { save } = await openConnections();
  const prefixes = { compatible: '/v1', native: '/v1beta' };
  await expect(save({ name: 'a', baseAddress: 'https://gw.example', prefixes, ...change })).rejects.toThrow(message);
});

test('a connection of an earlier version has the usual details', async () => {
  const { db, save, area } = await openConnections();
  const { id } = await save({ name: 'a', baseAddress: 'https://gw.example/v4' });
  db.sql.prepare("UPDATE connections SET details = '{}' WHERE id = ?").run(id);
  expect((await area.list({}, callContext))[0]).toMatchObject({ id, ...usualGateway() });
});
