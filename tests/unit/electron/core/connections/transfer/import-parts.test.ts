import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { riskyParts } from '#shared/contract/connections.ts';
import { callContext } from '../../../../../support/core/call-context.ts';
import { authority } from '../../../../../support/exchange/certificates.ts';
import { give, openFilled, passphrase, sealedFile } from '../filled-connections.ts';
import { openConnections } from '../open-connections.ts';

test('a preview names everything that an import would set, with the fingerprint of each authority', async () => {
  const { content } = await sealedFile(await openFilled());
  const to = await openConnections();
  const [first, second] = await to.area.importPreview({ fileId: await give(to, content) }, callContext);
  const { fingerprint256 } = new X509Certificate(authority);
  expect(first?.headers).toEqual(['X-Team', 'X-Access-Token', 'X-Zone']);
  expect(first?.parts.map(({ kind, value }) => [kind, value])).toEqual([
    ['proxy', 'me at http://proxy.example:3128, not for .corp'],
    ['certificates', 'ours'],
    ['media-origins', ''],
    ['key-style', 'x-goog-api-key'],
    ['key-header', 'api-key: Token'],
    ['prefixes', '/v4, /gemini/v1beta'],
    ['route-path', 'rerank /v2/rerank'],
    ['query', 'api-version=2024-10-21'],
    ['routes', 'native.streamGenerateContent'],
    ['retries', '2'],
    ['deadlines', 'idle 5000 ms, total none'],
    ['reasoning-tags', '1 pair'],
  ]);
  expect(first?.parts[1]?.certificates).toMatchObject([
    { fingerprint: fingerprint256, subject: expect.stringContaining('CN=') },
  ]);
  expect(second?.parts).toEqual([]);
});

test('what can read keys is imported only if it is accepted, and then its password with it', async () => {
  const { content } = await sealedFile(await openFilled());
  const to = await openConnections();
  const fileId = await give(to, content);
  const take = async (parts: (typeof riskyParts)[number][]) => {
    const without = [{ ref: '1', parts }];
    const { connections } = await to.area.importChosen({ fileId, refs: ['1'], passphrase, without }, callContext);
    return connections[0];
  };
  const bare = await take([...riskyParts]);
  expect(bare).toMatchObject({
    proxy: { mode: 'system', address: '', user: '', hasPassword: false },
    extraCa: { name: '', pem: '' },
    mediaOrigins: 'public',
    // The rest is as in the file.
    retries: 2,
    nativeKeyStyle: 'x-goog-api-key',
    keyHeader: { name: 'api-key', prefix: 'Token ' },
  });
  expect(await to.passwords.reveal(bare?.id ?? '')).toBeNull();
  const withProxy = await take(['certificates', 'media-origins']);
  expect(withProxy).toMatchObject({
    proxy: { address: 'http://proxy.example:3128', hasPassword: true },
    extraCa: { pem: '' },
  });
});

test('a file that wants the key in URLs, no proxy, or hides its name behind invisible characters says so', async () => {
  const to = await openConnections();
  const fileId = await give(
    to,
    JSON.stringify({
      format: 'patchbay-connections-2',
      connections: [
        {
          name: 'A',
          baseAddress: 'https://gate.example',
          nativeKeyStyle: 'query',
          proxy: { mode: 'none' },
          query: [['to\u202e', 'x']],
        },
      ],
    }),
  );
  const [found] = await to.area.importPreview({ fileId }, callContext);
  expect(found?.parts.map(({ kind, value }) => [kind, value])).toEqual([
    ['no-proxy', ''],
    ['key-in-url', ''],
    ['query', 'to=x'],
  ]);
  const without = [{ ref: '1', parts: [...riskyParts] }];
  const { connections } = await to.area.importChosen({ fileId, refs: ['1'], without }, callContext);
  expect(connections).toMatchObject([{ nativeKeyStyle: 'auto', proxy: { mode: 'none' } }]);
});
