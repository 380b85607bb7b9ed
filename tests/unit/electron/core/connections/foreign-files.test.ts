import { expect, test } from 'vitest';
import { callContext } from '../../../../support/core/call-context.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { give } from './filled-connections.ts';
import { openConnections } from './open-connections.ts';

test('an invalid entry is reported with its reason, and does not affect the others', async () => {
  const to = await openConnections();
  const entry = (change: object) => ({ name: 'One', baseAddress: 'https://one.example', ...change });
  const fileId = await give(
    to,
    JSON.stringify({
      format: 'patchbay-connections-1',
      connections: [
        entry({}),
        entry({ baseAddress: 'ftp://two.example' }),
        entry({ headers: [['Host', 'evil.example']] }),
        entry({ headers: [['X-Break', 'a\r\nb']] }),
        entry({ proxy: { mode: 'custom', address: 'http://me:hunter2@proxy.example' } }),
        entry({ extraCa: { name: 'x', pem: 'no certificate' } }),
        entry({ retries: 99 }),
        entry({ deadlines: { idleMs: 1 } }),
        entry({ nativeKeyStyle: 'constructor' }),
        'nonsense',
        null,
      ],
    }),
  );
  const preview = await to.area.importPreview({ fileId }, callContext);
  expect(preview.map(({ problem }) => problem?.code ?? null)).toEqual([
    null,
    'invalid-address',
    'bad-draft',
    'bad-draft',
    'invalid-address',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
  ]);
  expect(JSON.stringify(preview)).not.toContain('hunter2');
  expect(new Set(preview.map(({ ref }) => ref)).size).toBe(preview.length);
  const failed = await failureOf(() => to.area.importChosen({ fileId, refs: ['1', '3'] }, callContext));
  expect(failed.code).toBe('bad-draft');
  expect(to.area.list({}, callContext)).toEqual([]);
  expect((await to.area.importChosen({ fileId, refs: ['1'] }, callContext)).connections).toHaveLength(1);
  expect((await failureOf(() => to.area.importChosen({ fileId, refs: ['12'] }, callContext))).code).toBe('bad-input');
});

test.each<[what: string, content: string]>([
  ['nothing', ''],
  ['no JSON', 'OPENAI_API_KEY=sk-1'],
  ['JSON of something else', '{"name":"x","songs":[1,2]}'],
  ['a later Patchbay', '{"format":"patchbay-connections-3","connections":[]}'],
  ['a form without a number', '{"format":"patchbay-connections-x","connections":[]}'],
  ['no list', '{"format":"patchbay-connections-1","connections":{}}'],
  ['another seal', '{"format":"patchbay-connections-1","connections":[],"sealing":{"kdf":"none"},"sealed":"AAAA"}'],
  [
    'a seal that would take all memory',
    '{"format":"patchbay-connections-1","connections":[],"sealing":{"kdf":"scrypt","cost":1073741824,"blockSize":8,"parallel":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","cipher":"aes-256-gcm","nonce":"AAAAAAAAAAAAAAAA"},"sealed":"AAAA"}',
  ],
])('a file with %s is refused', async (_, content) => {
  const to = await openConnections();
  const fileId = await give(to, content);
  const failed = await failureOf(() => to.area.importPreview({ fileId }, callContext));
  expect(failed.code).toBe('bad-input');
  expect(failed.effect).toBe('unchanged');
});

test('addresses are read from the JSON of other tools; plaintext keys are named and skipped', async () => {
  const to = await openConnections();
  const fileId = await give(
    to,
    JSON.stringify({
      providers: {
        acme: {
          api_base: 'https://acme.example/v1',
          api_key: 'sk-CANARY-in-clear-1',
          extra_headers: { 'X-Team': 'red' },
        },
        other: {
          name: 'Other',
          baseURL: 'https://other.example/v1beta',
          headers: [
            { name: 'Authorization', value: 'Bearer sk-CANARY-in-clear-2' },
            { name: 'X-Zone', value: 'a' },
          ],
        },
      },
      models: [{ id: 'm', url: '' }],
    }),
  );
  const preview = await to.area.importPreview({ fileId }, callContext);
  expect(preview).toMatchObject([
    { name: 'acme', baseAddress: 'https://acme.example', headers: ['X-Team'], keys: [], problem: null },
    { name: 'Other', baseAddress: 'https://other.example', headers: ['X-Zone'], keys: [], problem: null },
  ]);
  expect(preview[0]?.notes.join()).toMatch(/unencrypted key.*api_key/);
  expect(preview[1]?.notes.join()).toMatch(/Authorization/);
  expect(JSON.stringify(preview)).not.toContain('CANARY');
  const { connections, keys } = await to.area.importChosen({ fileId, refs: ['1', '2'] }, callContext);
  expect(keys).toBe(0);
  expect(connections.map(({ headers }) => headers)).toEqual([[['X-Team', 'red']], [['X-Zone', 'a']]]);
  expect(to.vault.held().length).toBe(0);
});
