import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { restoreBackup } from '../../../../../electron/cli/commands/backup-command.ts';
import { createRecordingStream, createRecordingTerminal, typedStdin } from '../../../../support/cli/fake-streams.ts';
import { program } from '../../../../support/cli/run-here.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const envOf = (folder: string) => ({ PATCHBAY_DATA_DIR: path.join(folder, 'data') });

function put(folder: string, value: string): void {
  const db = openDatabase(path.join(folder, 'data'));
  db.sql.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('word', ?)").run(JSON.stringify(value));
  db.close();
}

function word(folder: string): unknown {
  const db = openDatabase(path.join(folder, 'data'));
  const row = db.sql.prepare("SELECT value FROM settings WHERE name = 'word'").get();
  db.close();
  return row === undefined ? undefined : JSON.parse(String(row.value));
}

test('a backup is private, never overwrites a file, and a restore sets the existing data aside', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'all.tar');
  put(folder, 'before');
  const saved = await program(['backup', '--out', file], { env: envOf(folder) });
  expect([saved.code, saved.stdout, saved.stderr]).toEqual([
    0,
    '',
    expect.stringMatching(/^Saved to .*all\.tar \(\d+ KB\)\. The backup contains no keys\.$/m),
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await program(['backup', '--out', file], { env: envOf(folder) })).code).toBe(2);

  put(folder, 'after');
  const restored = await program(['restore', file, '--yes'], { env: envOf(folder) });
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringMatching(/was restored\. .*before-restore/s)]);
  expect(restored.stderr).toMatch(/all\.tar is not signed, so Patchbay cannot tell whether it was changed\./);
  expect(word(folder)).toBe('before');
});

test('a backup waits while another Patchbay has the data folder open', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'all.tar');
  put(folder, 'before');
  await program(['backup', '--out', file], { env: envOf(folder) });
  put(folder, 'after');
  const other = openDatabase(path.join(folder, 'data'));
  const { code, stderr } = await program(['restore', file, '--yes'], { env: envOf(folder) });
  other.close();
  expect([code, stderr]).toEqual([0, expect.stringMatching(/is ready\. To restore it, quit every running Patchbay/)]);
  expect(word(folder)).toBe('before');
});

test('a file that is not a backup, or a damaged one, is refused and nothing changes', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'all.tar');
  put(folder, 'kept');
  await program(['backup', '--out', file], { env: envOf(folder) });
  writeFileSync(file, readFileSync(file).subarray(0, 20_000));
  const cut = await program(['restore', file, '--yes'], { env: envOf(folder) });
  expect([cut.code, cut.stderr]).toEqual([2, expect.stringMatching(/The backup is incomplete/)]);
  const missing = await program(['restore', path.join(folder, 'none.tar'), '--yes'], { env: envOf(folder) });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/cannot be read \(ENOENT\)/)]);
  expect((await program(['backup'], { env: envOf(folder) })).code).toBe(2);
  expect((await program(['restore'], { env: envOf(folder) })).code).toBe(2);
  expect(word(folder)).toBe('kept');
  expect(readdirSync(path.join(folder, 'data')).filter((name) => /restore/.test(name))).toEqual([]);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('restore asks for confirmation, and requires --yes without a terminal', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'all.tar');
  put(folder, 'before');
  await program(['backup', '--out', file], { env: envOf(folder) });
  put(folder, 'after');
  const piped = await program(['restore', file], { env: envOf(folder), input: 'y\n' });
  expect([piped.code, piped.stderr]).toEqual([
    2,
    expect.stringMatching(/replaces the data in .*data\. To confirm, add --yes/),
  ]);
  expect(word(folder)).toBe('after');

  vi.stubEnv('PATCHBAY_DATA_DIR', path.join(folder, 'data'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const answer = async (typed: string) => {
    const [stdin, screen] = [typedStdin(), createRecordingStream(true)];
    const surroundings = { env: {}, version: '1', root: '/', stdin, stderr: screen.stream };
    const ended = restoreBackup([file], { ...surroundings, openTerminal: () => createRecordingTerminal() });
    await vi.waitFor(() => expect(screen.written()).toContain('Continue? [y/N]'));
    stdin.write(typed);
    return ended;
  };
  expect(await answer('\r')).toBe(130);
  expect(await answer('n\r')).toBe(130);
  expect(word(folder)).toBe('after');
  expect(await answer('y\r')).toBe(0);
  expect(word(folder)).toBe('before');
});

test('a data folder must be absolute, and one that cannot be created ends the command', async () => {
  const folder = newFolder();
  const relative = await program(['models'], { env: { PATCHBAY_DATA_DIR: 'mine' }, cwd: folder });
  expect([relative.code, relative.stderr]).toEqual([2, expect.stringContaining('not an absolute path')]);
  expect(readdirSync(folder)).toEqual([]);
  const impossible = await program(['tasks', 'list'], { env: { PATCHBAY_DATA_DIR: '/proc/nope/deeper' } });
  expect([impossible.code, impossible.stderr]).toEqual([1, expect.stringContaining('Nothing is being saved: ')]);
});

test('a file of one byte is no backup, rather than an incomplete one', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'one.tar');
  writeFileSync(file, 'x');
  const { code, stderr } = await program(['restore', file, '--yes'], { env: envOf(folder) });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/isn't a Patchbay backup/)]);
});
