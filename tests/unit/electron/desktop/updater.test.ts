import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createUpdater, type UpdateLibrary, type UpdaterParts } from '../../../../electron/desktop/updater.ts';

function resources(yaml?: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'resources-'));
  if (yaml !== undefined) writeFileSync(path.join(folder, 'app-update.yml'), yaml);
  return folder;
}

const stays = { leave: (install: () => void) => install(), onInstallFailed: () => {} };
const make = (parts: Partial<UpdaterParts>) =>
  createUpdater({ isPackaged: true, platform: 'linux', resources: resources(feed), ...stays, ...parts });

const feed = 'provider: generic\nurl: https://feed.test/patchbay\nupdaterCacheDirName: patchbay-updater\n';

/** Stands in for the library; as in the real one, setting a channel allows older versions. */
function library(version: string | null, brokenBy: string | null = null) {
  const calls: string[] = [];
  const hears = new Set<(progress: { percent: number }) => void>();
  const errors = new Set<(thrown: Error) => void>();
  const double = {
    autoDownload: true,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: console,
    set channel(name: string) {
      calls.push(`channel ${name}`);
      double.allowDowngrade = true;
    },
    async checkForUpdates() {
      calls.push(`check, older ${double.allowDowngrade}, by itself ${double.autoDownload}`);
      return { isUpdateAvailable: version !== null, updateInfo: { version: version ?? '0.1.0' } };
    },
    async downloadUpdate() {
      for (const hear of hears) hear({ percent: 50 });
      return [];
    },
    quitAndInstall() {
      calls.push('install');
      if (brokenBy) for (const hear of errors) hear(new Error(brokenBy));
    },
    on(event: string, hear: (told: never) => void) {
      if (event === 'error') errors.add(hear as (thrown: Error) => void);
      else hears.add(hear as (progress: { percent: number }) => void);
    },
    removeListener: (_event: string, hear: (progress: { percent: number }) => void) => void hears.delete(hear),
  };
  return { load: async () => double as unknown as UpdateLibrary, calls, hears };
}

test('only a packed build with an https feed can ask, and it loads nothing before it is asked', () => {
  const load = () => Promise.reject(new Error('loaded'));
  const made = (isPackaged: boolean, yaml?: string) => {
    const { support, feed: address } = make({ isPackaged, resources: resources(yaml), load });
    return [support, address];
  };
  expect(made(false, feed)).toEqual(['not-packed', null]);
  expect(made(true)).toEqual(['no-feed', null]);
  expect(made(true, 'provider: generic\nurl: http://feed.test\n')).toEqual(['no-feed', null]);
  expect(made(true, feed)).toEqual(['ready', 'https://feed.test/patchbay']);
});

test.each([
  ['', 'unsigned'],
  ['publisherName: null\n', 'unsigned'],
  ['publisherName: []\n', 'unsigned'],
  ['publisherName:\nupdaterCacheDirName: x\n', 'unsigned'],
  ['publisherName: The Patchbay authors\n', 'ready'],
  ["publisherName:\n  - 'The Patchbay authors'\n", 'ready'],
])('Windows offers updates only to a build that names who signed it: %j', (publisher, support) => {
  const yaml = resources(`${feed}${publisher}`);
  expect(make({ platform: 'win32', resources: yaml }).support).toBe(support);
  // macOS compares the signatures of the two apps itself; an AppImage has none.
  for (const platform of ['darwin', 'linux'] as const)
    expect(make({ platform, resources: yaml }).support).toBe('ready');
});

test('a look follows the channel, downloads nothing, and never accepts an older version', async () => {
  const { load, calls } = library('2.0.0');
  const updater = make({ load });
  expect(await updater.find('beta')).toBe('2.0.0');
  expect(await updater.find('stable')).toBe('2.0.0');
  expect(calls).toEqual([
    'channel beta',
    'check, older false, by itself false',
    'channel latest',
    'check, older false, by itself false',
  ]);
  expect(await make({ load: library(null).load }).find('stable')).toBe(null);
});

test('a download tells its progress and leaves no listener', async () => {
  const { load, hears } = library('2.0.0');
  const updater = make({ load });
  const percents: number[] = [];
  await updater.fetch((percent) => percents.push(percent));
  expect([percents, hears.size]).toEqual([[50], 0]);
});

test('installing waits until the program was left, and tells what the library only emits', async () => {
  const { load, calls } = library('2.0.0', 'The installer is gone');
  const told: string[] = [];
  let install = () => {};
  const updater = make({
    load,
    leave(run) {
      install = run;
    },
    onInstallFailed: (why) => told.push(why),
  });
  updater.install();
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
  install();
  await new Promise(setImmediate);
  expect([calls, told]).toEqual([['install'], ['The installer is gone']]);
  const unloaded = make({
    load: () => Promise.reject(new Error('not there')),
    onInstallFailed: (why) => told.push(why),
  });
  unloaded.install();
  await new Promise(setImmediate);
  expect(told.at(-1)).toBe('not there');
});

test('a feed that accepts and stays silent is given up, and can be asked again', async () => {
  const { load } = library('0.2.0');
  const double = await load();
  const { checkForUpdates } = double;
  double.checkForUpdates = () => new Promise<never>(() => {});
  const updater = make({ load, findMs: 5 });
  await expect(updater.find('stable')).rejects.toMatchObject({
    failure: { code: 'headers-timeout', message: 'The update feed accepted the request and did not respond.' },
  });
  double.checkForUpdates = checkForUpdates;
  await expect(updater.find('stable')).resolves.toBe('0.2.0');
});
