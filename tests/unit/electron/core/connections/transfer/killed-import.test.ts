import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noCapabilities } from '#core/host-services.ts';
import { readEntry } from '#core/keys/secret-entry.ts';
import { callContext } from '../../../../../support/core/call-context.ts';
import { openCore } from '../../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../../support/core/temp-folder.ts';
import { passphrase } from '../filled-connections.ts';
import { openConnections } from '../open-connections.ts';
import { fileVault } from './import-child.ts';

const connections = 3;
const keysOfEach = 4;

/** Writes a sealed file of several connections, each with keys and a proxy password. */
async function writeSealedFile(): Promise<string> {
  const from = await openConnections({ capabilities: noCapabilities });
  const ids: string[] = [];
  for (let at = 0; at < connections; at += 1) {
    const proxy = { mode: 'custom' as const, address: 'http://proxy.example:1', bypass: '', user: 'me' };
    const { id } = await from.save({ name: `Gate ${at}`, proxy });
    await from.passwords.put(id, `CANARY-proxy-${at}`);
    for (let key = 0; key < keysOfEach; key += 1)
      await from.keys.put({ connectionId: id, alias: `k${key}`, secret: `sk-CANARY-${at}-${key}-0123456789` });
    ids.push(id);
  }
  return (await from.area.exportSealed({ ids, passphrase }, callContext)) as string;
}

/** Starts an import in a process of its own, and kills it after some secrets are in the vault and some milliseconds. */
async function importAndKill(dataFolder: string, file: string, puts: number, afterMs: number): Promise<boolean> {
  const child = fork(path.join(import.meta.dirname, 'import-child.ts'), [dataFolder, file, passphrase]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'exit');
  let hasBegun = false;
  let seen = 0;
  let isDone = false;
  const kill = () => void setTimeout(() => child.kill('SIGKILL'), afterMs);
  child.on('message', (message) => {
    if (message === 'begin') {
      hasBegun = true;
      if (puts === 0) kill();
    }
    if (message === 'put' && hasBegun && ++seen === puts) kill();
    if (message === 'done') isDone = true;
  });
  await closed;
  return isDone;
}

/** Reads what is there at the next start. */
async function stateOf(dataFolder: string) {
  const vault = fileVault(path.join(dataFolder, 'test-vault.json'));
  const core = await openCore({ dataFolder, vault });
  const found = await core.client.connections.list({});
  const keys = await core.client.keys.status({});
  const secrets = Object.values(vault.all()).filter((text) => readEntry(text)?.binding?.kind !== 'seal');
  await core.close();
  return {
    connections: found.length,
    keys: keys.length,
    ready: keys.filter(({ state }) => state === 'ready').length,
    secrets: secrets.length,
  };
}

const nothing = { connections: 0, keys: 0, ready: 0, secrets: 0 };
const all = {
  connections,
  keys: connections * keysOfEach,
  ready: connections * keysOfEach,
  secrets: connections * (keysOfEach + 1),
};

test('an import that is killed leaves all or nothing, no secret without an owner, and can be repeated', async () => {
  const file = await writeSealedFile();
  const dataFolder = tempFolder();
  const seen: string[] = [];
  for (const [puts, afterMs] of [
    [0, 0],
    [1, 0],
    [2, 3],
    [5, 0],
    [9, 1],
    [14, 0],
    [15, 0],
    [15, 2],
    [15, 5],
  ] as const) {
    const folder = tempFolder();
    const isDone = await importAndKill(folder, file, puts, afterMs);
    const state = await stateOf(folder);
    expect([nothing, all], `killed after ${puts} secrets and ${afterMs} ms`).toContainEqual(state);
    if (isDone) expect(state).toEqual(all);
    seen.push(state.connections === 0 ? 'nothing' : 'all');
  }
  expect(seen).toContain('nothing');
  // A second try on the same folder goes on from nothing.
  await importAndKill(dataFolder, file, 7, 0);
  expect(await stateOf(dataFolder)).toEqual(nothing);
  expect(await importAndKill(dataFolder, file, Number.POSITIVE_INFINITY, 0)).toBe(true);
  expect(await stateOf(dataFolder)).toEqual(all);
}, 120_000);
