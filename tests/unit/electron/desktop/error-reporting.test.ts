import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectCrashDumps, crashFolder, pruneCrashDumps } from '../../../../electron/desktop/crash-dumps.ts';
import { canariesIn } from '../../../support/exchange/canary.ts';
import { filesBelow } from '../../../support/files-below.ts';
import { perform, platforms } from '../../../support/strict-electron/perform.ts';

const logOf = (folder: string) => readFileSync(path.join(folder, 'logs/desktop.log'), 'utf8');
const linesOf = (folder: string) =>
  logOf(folder)
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1));

test.each(platforms)('on %s the log records everything that failed, without keys or content', async (platform) => {
  const { result, folder, faults, asked, log } = await perform<string[]>('trouble#everything', { platform });
  expect(faults).toEqual([]);
  const lines = linesOf(folder);
  expect(lines[0]).toMatch(new RegExp(`^start version=0\\.1\\.0 system=${platform} arch=x64 electron=45\\.4\\.1$`));
  expect(lines.slice(1).map((line) => line.replace(/thrown=.*/, ''))).toEqual([
    'error ',
    'rejection ',
    'rejection ',
    'page-gone reason=oom exitCode=5',
    'process-gone type=GPU reason=crashed exitCode=139',
    'page-hangs',
    'page-answers',
    'refused channel=connect',
    'stop',
  ]);
  expect(lines[1]).toMatch(/thrown="Error \| Module\.everything trouble\.ts:\d+:\d+.* \|\| because TypeError \| /);
  expect(canariesIn(logOf(folder))).toEqual([]);
  expect(logOf(folder)).not.toMatch(/BODY-CANARY|letter|gateway\.test|evil\.test/);
  // The user is told in words, once, and the file manager shows the log.
  expect(asked.filter((message) => message === 'Patchbay ran into an error')).toHaveLength(2);
  expect(asked.join()).not.toContain('CANARY');
  expect(result).toEqual(Array(2).fill(`shell.showItemInFolder ${path.join(folder, 'logs/desktop.log')}`));
  expect(log.indexOf('crashReporter.start')).toBeLessThan(log.indexOf('ready'));
});

test('the user can quit from an error dialog, and everything is written to disk', async () => {
  const { folder, status, asked } = await perform('trouble#quitInBox');
  expect(status).toBe(0);
  expect(asked).toEqual(['Patchbay ran into an error']);
  expect(linesOf(folder).at(-1)).toBe('stop');
});

test('a failed start is in the log, without the content that it failed on', async () => {
  const env = { PATCHBAY_DEV_PAGE: 'BODY-CANARY is no address' };
  const { folder, status, asked } = await perform('leaving#nothing', { isPackaged: false, env });
  expect(status).toBe(3);
  expect(asked.join()).toContain('Patchbay could not start');
  expect(linesOf(folder).at(-1)).toMatch(/^start-failed thrown="TypeError \| ERR_INVALID_URL \| /);
  expect(logOf(folder)).not.toMatch(/BODY-CANARY/);
});

test('a second start, which ends at once, leaves no line and no folder', async () => {
  const { folder, log } = await perform('leaving#nothing', { hasLock: false });
  expect(log.join()).not.toContain('crashReporter');
  expect(filesBelow(folder).map(({ name }) => name)).toEqual([]);
});

test('crash dumps are stored on this computer only, in a private folder', () => {
  const dataFolder = path.join(mkdtempSync(path.join(os.tmpdir(), 'dumps-')), 'data');
  const started: object[] = [];
  const places: string[] = [];
  // The clock of a start is not trusted yet: whatever it says, nothing is deleted here.
  mkdirSync(crashFolder(dataFolder), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(crashFolder(dataFolder), 'old.dmp'), '');
  utimesSync(path.join(crashFolder(dataFolder), 'old.dmp'), 1, 1);
  collectCrashDumps(dataFolder, {
    app: { setPath: (name, place) => places.push(`${name} ${place}`) },
    crashReporter: { start: (options) => started.push(options) },
  });
  expect(started).toEqual([{ uploadToServer: false, ignoreSystemCrashHandler: true }]);
  expect(places).toEqual([`crashDumps ${crashFolder(dataFolder)}`]);
  expect(readdirSync(crashFolder(dataFolder))).toEqual(['old.dmp']);
  if (process.platform !== 'win32') expect(statSync(crashFolder(dataFolder)).mode & 0o077).toBe(0);
});

test('where the folder for dumps cannot be created, none is collected', () => {
  const dataFolder = path.join(mkdtempSync(path.join(os.tmpdir(), 'dumps-')), 'file');
  writeFileSync(dataFolder, '');
  const started: object[] = [];
  const reporter = { start: (options: object) => started.push(options) };
  collectCrashDumps(dataFolder, { app: { setPath: () => {} }, crashReporter: reporter });
  expect(started).toEqual([]);
});

test('the five newest dumps of a month stay, and nothing else is removed', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dumps-'));
  const now = Date.UTC(2026, 10, 23);
  mkdirSync(path.join(folder, 'completed'));
  const put = (name: string, daysAgo: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    utimesSync(file, now / 1000, now / 1000 - daysAgo * 86_400);
  };
  for (let age = 1; age <= 7; age += 1) put(`completed/${age}.dmp`, age);
  put('completed/7.meta', 7);
  put('completed/1.meta', 1);
  put('old.dmp', 31);
  put('settings.dat', 400);
  pruneCrashDumps(folder, now);
  expect(readdirSync(path.join(folder, 'completed')).toSorted()).toEqual([
    '1.dmp',
    '1.meta',
    '2.dmp',
    '3.dmp',
    '4.dmp',
    '5.dmp',
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(['completed', 'settings.dat']);
  pruneCrashDumps(folder, now + 40 * 86_400_000);
  expect(readdirSync(path.join(folder, 'completed'))).toEqual([]);
});
