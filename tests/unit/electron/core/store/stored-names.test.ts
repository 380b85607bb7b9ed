import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readStoredDefaults, readStoredNames } from '#core/store/stored-names.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const nothing = { connections: [], tasks: [], prompts: [] };

test('names are read while another process has the data folder open, and nothing is left there afterwards', async () => {
  const dataFolder = tempFolder();
  const core = await openCore({ dataFolder });
  const { id: connectionId } = await core.client.connections.save({
    name: 'Work',
    baseAddress: 'https://gateway.test',
  });
  await core.client.keys.put({ connectionId, alias: 'nightly', secret: 'sk-CANARY' });
  await core.client.prompts.save({ id: 'a', name: 'Translate', text: 'Hi', revision: 0 });
  const stored = {
    connections: [
      { id: connectionId, name: 'Work', baseAddress: 'https://gateway.test', keys: ['nightly'], models: [] },
    ],
    tasks: [],
    prompts: ['Translate'],
  };
  expect(readStoredNames(dataFolder)).toEqual(stored);
  await core.client.settings.put({ name: 'usual', value: { connectionId } });
  const defaults = { connections: [{ id: connectionId, name: 'Work' }], listed: [], setting: { connectionId } };
  expect(readStoredDefaults(dataFolder, 'usual')).toEqual(defaults);
  await core.close();
  const before = readdirSync(dataFolder).sort();
  expect(readStoredNames(dataFolder)).toEqual(stored);
  expect(readStoredDefaults(dataFolder, 'usual')).toEqual(defaults);
  expect(readdirSync(dataFolder).sort()).toEqual(before);
});

/** Opens, writes and closes the database again and again, as short commands do; what it writes need not last. */
const openAndClose = `
  const { DatabaseSync } = require('node:sqlite');
  for (let round = 0; round < 200; round += 1) {
    const sql = new DatabaseSync(require('node:worker_threads').workerData, { timeout: 30_000 });
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS other (round); INSERT INTO other VALUES (1)');
    sql.close();
  }`;

test('names are read while other processes open and close the database', async () => {
  const dataFolder = tempFolder();
  const core = await openCore({ dataFolder });
  await core.client.connections.save({ name: 'Work', baseAddress: 'https://gateway.test' });
  await core.close();
  const others = new Worker(openAndClose, { eval: true, workerData: path.join(dataFolder, 'patchbay.db') });
  let isRunning = true;
  const ended = once(others, 'exit').finally(() => {
    isRunning = false;
  });
  let missed = 0;
  while (isRunning) {
    if (readStoredNames(dataFolder).connections.length === 0) missed += 1;
    await setImmediate();
  }
  expect(await ended).toEqual([0]);
  expect(missed).toBe(0);
});

test('a folder without data, or with a file of another kind, has no names', () => {
  const folder = tempFolder();
  expect(readStoredNames(path.join(folder, 'absent'))).toEqual(nothing);
  writeFileSync(path.join(folder, 'patchbay.db'), 'not a database');
  expect(readStoredNames(folder)).toEqual(nothing);
  expect(readStoredDefaults(folder, 'usual')).toEqual({ connections: [], listed: [], setting: null });
  expect(readdirSync(folder)).toEqual(['patchbay.db']);
});
