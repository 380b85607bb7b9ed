import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AppError } from '#shared/protocol/failure.ts';
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

/** A fake of the library; as in the real one, setting a channel allows older versions. */
function library(version: string | null, brokenBy: string | null = null) {
  const calls: string[] = [];
  const listeners = new Set<(progress: { percent: number }) => void>();
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
      for (const listener of listeners) listener({ percent: 50 });
      return [];
    },
    quitAndInstall() {
      calls.push('install');
      if (brokenBy) for (const listener of errors) listener(new Error(brokenBy));
    },
    on(event: string, listener: (reported: never) => void) {
      if (event === 'error') errors.add(listener as (thrown: Error) => void);
      else listeners.add(listener as (progress: { percent: number }) => void);
    },
    removeListener: (_event: string, listener: (progress: { percent: number }) => void) =>
      void listeners.delete(listener),
  };
  return { load: async () => double as unknown as UpdateLibrary, calls, listeners };
}

test('only a packaged build with an https feed can check, and it loads nothing before a check', () => {
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
])('Windows offers updates only to a build that names its signer: %j', (publisher, support) => {
  const yaml = resources(`${feed}${publisher}`);
  expect(make({ platform: 'win32', resources: yaml }).support).toBe(support);
  // macOS compares the signatures of the two apps itself; an AppImage has none.
  for (const platform of ['darwin', 'linux'] as const)
    expect(make({ platform, resources: yaml }).support).toBe('ready');
});

test('a check follows the channel, downloads nothing, and never accepts an older version', async () => {
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

test('a download reports its progress and leaves no listener', async () => {
  const { load, listeners } = library('2.0.0');
  const updater = make({ load });
  const percents: number[] = [];
  await updater.fetch((percent) => percents.push(percent));
  expect([percents, listeners.size]).toEqual([[50], 0]);
});

test('on macOS a download is done once the system has verified it, and reports a refusal that follows', async () => {
  for (const refusal of [null, new Error('Code signature at URL did not pass validation')]) {
    const systemUpdater = new EventEmitter();
    const updater = make({ ...library('9.0.0'), platform: 'darwin', systemUpdater });
    const ended = updater
      .fetch(() => undefined)
      .then(
        () => 'verified',
        (thrown: AppError) => thrown.failure.message,
      );
    const [event, word] = refusal
      ? ['error', expect.stringContaining(refusal.message)]
      : ['update-downloaded', 'verified'];
    // The library is done by now; only the verification is missing.
    expect(await Promise.race([ended, setTimeout(20, 'waits')])).toBe('waits');
    systemUpdater.emit(event, refusal);
    expect(await ended).toEqual(word);
    expect(systemUpdater.eventNames()).toEqual([]);
  }
});

test('a verification that never ends times out, and leaves no listener', async () => {
  const systemUpdater = new EventEmitter();
  const { load, listeners } = library('9.0.0');
  const updater = make({ load, platform: 'darwin', systemUpdater, verifyMs: 1 });
  await expect(updater.fetch(() => undefined)).rejects.toMatchObject({
    failure: { code: 'internal', message: 'This computer did not finish verifying the downloaded version.' },
  });
  expect([systemUpdater.eventNames(), listeners.size]).toEqual([[], 0]);
});

test('installing waits until the program has quit, and reports errors that the library only emits', async () => {
  const { load, calls } = library('2.0.0', 'The installer is gone');
  const reported: string[] = [];
  let install = () => {};
  const updater = make({
    load,
    leave(run) {
      install = run;
    },
    onInstallFailed: (why) => reported.push(why),
  });
  updater.install();
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
  install();
  await new Promise(setImmediate);
  expect([calls, reported]).toEqual([['install'], ['The installer is gone']]);
  const unloaded = make({
    load: () => Promise.reject(new Error('not there')),
    onInstallFailed: (why) => reported.push(why),
  });
  unloaded.install();
  await new Promise(setImmediate);
  expect(reported.at(-1)).toBe('not there');
});

test('a feed that accepts and stays silent times out, and can be checked again', async () => {
  const { load } = library('0.2.0');
  const double = await load();
  const { checkForUpdates } = double;
  double.checkForUpdates = () => new Promise<never>(() => {});
  const updater = make({ load, findMs: 5 });
  await expect(updater.find('stable')).rejects.toMatchObject({
    failure: { code: 'headers-timeout', message: 'The update feed accepted the request but did not respond.' },
  });
  double.checkForUpdates = checkForUpdates;
  await expect(updater.find('stable')).resolves.toBe('0.2.0');
});
