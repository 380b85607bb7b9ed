import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createUpdater, type UpdateLibrary } from '../../../../electron/updater.ts';

function resources(yaml?: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'resources-'));
  if (yaml !== undefined) writeFileSync(path.join(folder, 'app-update.yml'), yaml);
  return folder;
}

const feed = 'provider: generic\nurl: https://feed.test/patchbay\nupdaterCacheDirName: patchbay-updater\n';

/** Stands in for the library; as in the real one, setting a channel allows older versions. */
function library(version: string | null) {
  const calls: string[] = [];
  const hears = new Set<(progress: { percent: number }) => void>();
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
    quitAndInstall: () => void calls.push('install'),
    on: (_event: string, hear: (progress: { percent: number }) => void) => void hears.add(hear),
    removeListener: (_event: string, hear: (progress: { percent: number }) => void) => void hears.delete(hear),
  };
  return { load: async () => double as unknown as UpdateLibrary, calls, hears };
}

test('only a packed build with an https feed can ask, and it loads nothing before it is asked', () => {
  const load = () => Promise.reject(new Error('loaded'));
  const made = (isPackaged: boolean, yaml?: string) => {
    const { support, feed: address } = createUpdater({ isPackaged, resources: resources(yaml), load });
    return [support, address];
  };
  expect(made(false, feed)).toEqual(['not-packed', null]);
  expect(made(true)).toEqual(['no-feed', null]);
  expect(made(true, 'provider: generic\nurl: http://feed.test\n')).toEqual(['no-feed', null]);
  expect(made(true, feed)).toEqual(['ready', 'https://feed.test/patchbay']);
});

test('a look follows the channel, downloads nothing, and never accepts an older version', async () => {
  const { load, calls } = library('2.0.0');
  const updater = createUpdater({ isPackaged: true, resources: resources(feed), load });
  expect(await updater.find('beta')).toBe('2.0.0');
  expect(await updater.find('stable')).toBe('2.0.0');
  expect(calls).toEqual([
    'channel beta',
    'check, older false, by itself false',
    'channel latest',
    'check, older false, by itself false',
  ]);
  expect(
    await createUpdater({ isPackaged: true, resources: resources(feed), load: library(null).load }).find('stable'),
  ).toBe(null);
});

test('a download tells its progress and leaves no listener; installing ends the program', async () => {
  const { load, calls, hears } = library('2.0.0');
  const updater = createUpdater({ isPackaged: true, resources: resources(feed), load });
  const percents: number[] = [];
  await updater.fetch((percent) => percents.push(percent));
  expect([percents, hears.size]).toEqual([[50], 0]);
  updater.install();
  await new Promise(setImmediate);
  expect(calls).toContain('install');
});
