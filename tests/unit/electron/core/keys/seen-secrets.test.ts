import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createCore } from '../../../../../electron/core/index.ts';
import { noteSecrets } from '../../../../../electron/core/keys/seen-secrets.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';

const callContext = { signal: new AbortController().signal };

test('a secret is known from when it was entered or used until it is forgotten', async () => {
  const beneath = createMemoryVault();
  await beneath.put('old', 'sk-old');
  const { vault, all } = noteSecrets(beneath);
  expect(all()).toEqual([]);
  await vault.take('old');
  await vault.put('new', 'sk-new');
  expect(all()).toEqual(['sk-old', 'sk-new']);
  await vault.forget('old');
  expect(all()).toEqual(['sk-new']);
  expect(await beneath.take('old')).toBeNull();
  expect(vault.protection).toBe(beneath.protection);
});

test('the core removes keys and secret headers from any text', async () => {
  const core = await createCore(createHostServices({ dataFolder: tempFolder() }));
  const { id } = await core.handlers.connections.save(
    contract.connections.save.input.parse({
      name: 'A',
      baseAddress: 'https://a.test/v1',
      headers: [['X-Api-Token', 'header-secret-123456']],
    }),
    callContext,
  );
  await core.handlers.keys.put({ connectionId: id, alias: '', secret: canaryKey }, callContext);
  const text = core.redact(`a ${canaryKey} ${encodeURIComponent(canaryKey)} b header-secret-123456`);
  expect(canariesIn(text)).toEqual([]);
  expect(text).toBe('a [redacted key] [redacted key] b [redacted key]');
  await core.close();
});
