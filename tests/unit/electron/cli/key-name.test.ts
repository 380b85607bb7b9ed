import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { noteUsed } from '../../../../electron/cli/commands/defaults.ts';
import { openSession } from '../../../../electron/cli/commands/session.ts';
import { readTarget, type Target, type TargetOptions } from '../../../../electron/cli/input/target.ts';
import { createRecordingTerminal } from '../../../support/cli/fake-streams.ts';
import { createMemoryVault } from '../../../support/core/memory-vault.ts';
import { openCore, readParts } from '../../../support/core/open-core.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';

const vault = createMemoryVault();
let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-first-4471' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
});

/** Saves a connection with two keys in a new data folder. */
async function saveKeys() {
  const folder = tempFolder();
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
  const core = await openCore({ dataFolder: folder, vault });
  const { id: connectionId } = await core.client.connections.save({ name: 'work', baseAddress: gateway.url });
  await core.client.keys.put({ connectionId, alias: 'first', secret: 'CANARY-first-4471' });
  await core.client.keys.put({ connectionId, alias: 'second', secret: 'CANARY-second-4471' });
  await core.close();
}

/** Sends one request to this target, and returns the key in it and what is said before. */
async function sendTo(options: TargetOptions, env: Record<string, string> = {}) {
  const target: Target = await readTarget(options, env);
  const session = await openSession(target, '1', { vault: async () => vault });
  const terminal = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  await noteUsed(session, target, options, null, terminal);
  const { client, connectionId } = session;
  await readParts(client.exchanges.run({ connectionId, routeId: 'models', body: { kind: 'none' } }));
  await session.close();
  return { key: gateway.requestLog().at(-1)?.headers.authorization, said: terminal.err() };
}

test('a saved key is chosen by its name, also against the environment, and which of several is used is said', async () => {
  await saveKeys();
  const usual = await sendTo({ connection: 'work' });
  expect(usual.key).toBe('Bearer CANARY-first-4471');
  expect(usual.said).toContain(', key first (another: --key-name NAME).');
  const named = await sendTo({ connection: 'work', 'key-name': 'SECOND' }, { PATCHBAY_API_KEY: 'other' });
  expect(named).toEqual({ key: 'Bearer CANARY-second-4471', said: '' });
});

test('an unknown key is refused with the names there are', async () => {
  await saveKeys();
  await expect(sendTo({ 'key-name': 'secnd' })).rejects.toThrow('work has no key "secnd". Did you mean second?');
});

test.each<[TargetOptions, Record<string, string>, string]>([
  [{ 'key-name': 'a', 'key-file': 'b' }, {}, 'remove --key-file or --key-env'],
  [{ 'key-name': 'a', demo: true }, {}, 'remove --demo'],
  [{ 'key-name': 'a', 'base-url': 'https://gateway.test' }, {}, 'add --connection NAME'],
  [{ 'key-name': 'a' }, { OPENAI_BASE_URL: 'https://gateway.test' }, 'add --connection NAME'],
])('%j is refused', async (options, env, message) => {
  await expect(readTarget(options, env)).rejects.toThrow(message);
});
