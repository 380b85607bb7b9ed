import { expect, test } from 'vitest';
import { createBoot } from '#core/host/boot.ts';
import type { Core } from '#shared/contract/index.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

test('one call returns what the separate calls return', async () => {
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { id } = await client.connections.save({ name: 'Mine', baseAddress: 'http://127.0.0.1:9/v1' });
  await client.keys.put({ connectionId: id, alias: 'default', secret: 'CANARY-boot-4f1d2c' });
  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  const boot = await client.boot.read({});
  expect(boot).toEqual({
    'settings.all': await client.settings.all({}),
    'host.info': await client.host.info({}),
    'connections.list': await client.connections.list({}),
    'connections.lights': await client.connections.lights({}),
    'keys.status': await client.keys.status({}),
  });
  expect(boot['settings.all']).toEqual({ appearance: { theme: 'dark' } });
  expect(boot['connections.list']).toMatchObject([{ name: 'Mine' }]);
  expect(boot['keys.status']).toMatchObject([{ connectionId: id, alias: 'default' }]);
  expect(JSON.stringify(boot)).not.toContain('CANARY-boot');
});

test('a result that fails is absent, and the others still arrive', async () => {
  const { handlers } = await openCore({ dataFolder: tempFolder() });
  const broken: Core['connections'] = {
    ...handlers.connections,
    list: () => {
      throw new Error('the disk failed');
    },
    lights: () => Promise.reject(new Error('the disk failed')),
  };
  const boot = await createBoot({ ...handlers, connections: broken }).read({}, callContext);
  expect(Object.keys(boot).sort()).toEqual(['host.info', 'keys.status', 'settings.all']);
});
