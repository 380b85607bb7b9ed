import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Runs the real main file on a stand-in for Electron, in a process of its own. */
async function play(words: string[] = [], more: NodeJS.ProcessEnv = {}) {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'desktop-')), 'data');
  const env = { ...process.env, PATCHBAY_DATA_DIR: folder, ...more };
  const script = path.join(import.meta.dirname, 'fake-electron/play.ts');
  const { stdout, stderr } = await run(process.execPath, [script, ...words], { env, timeout: 25_000 });
  return { folder, stderr, told: JSON.parse(stdout.trim().split('\n').at(-1) ?? '') };
}

test('E02, E16: the desktop starts, serves its page, keeps a key, and leaves with everything on disk', async () => {
  const { folder, told } = await play();
  expect(told.log.slice(0, 6)).toEqual([
    'setPath userData',
    'setPath sessionData',
    'enableSandbox',
    'registerSchemes',
    'lock',
    'ready',
  ]);
  expect(told.log).toContain('load app://patchbay/');
  expect(told.info).toMatchObject({
    name: 'desktop',
    version: '0.1.0',
    protection: 'keyring',
    saving: true,
    capabilities: { dialogs: true, admit: true },
  });
  expect(told.keys).toEqual([{ protection: 'keyring', state: 'ready' }]);
  expect(told.command).toEqual({ command: 'palette' });
  expect(told.admission).toBe('admitted');
  expect(told.stored).toEqual(['app://patchbay/files/ID', 200, 'dropped']);
  expect(told.document).toBe(200);
  expect(told.asked).toEqual([
    'Open example.test?',
    'One request is still running. Quit now?',
    'One request is still running. Quit now?',
  ]);
  expect(told.log).toContain('open https://example.test/');
  // A second start of the program shows the window that there is.
  expect(told.log).toContain('focus');
  expect(told.log.slice(-3)).toEqual(['stayed', 'closed', 'exit 0']);

  // Nothing of the key lies about in the open, and nothing but the account can look.
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) {
    const place = path.join(file.parentPath, file.name);
    expect([file.name, readFileSync(place).includes('sk-CANARY-123456')]).toEqual([file.name, false]);
  }
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(path.join(folder, 'window.json'), 'utf8'))).toMatchObject({ width: 1000 });
});

test('E16: a second start ends at once, before it touches anything', async () => {
  const { folder, told } = await play([], { FAKE_LOCK: 'taken' });
  expect(told.log).toContain('exit 0');
  expect(existsSync(path.join(folder, 'vault.json'))).toBe(false);
});

test('E12: a start with a dangerous switch is refused in words', async () => {
  const { told, stderr } = await play(['--remote-debugging-port']);
  expect(told.log).toContain('exit 2');
  expect(told.log).not.toContain('lock');
  expect(stderr).toContain('does not start with --remote-debugging-port');
});

test('E02: a start without the sandbox is refused, and with consent keeps the switch for its child processes', async () => {
  const refused = await play(['--no-sandbox'], { PATCHBAY_ALLOW_NO_SANDBOX: '0' });
  expect(refused.told.log).toContain('exit 2');
  expect(refused.told.log).not.toContain('lock');
  expect(refused.stderr).toContain('PATCHBAY_ALLOW_NO_SANDBOX=1');
  const agreed = await play(['--no-sandbox'], { PATCHBAY_ALLOW_NO_SANDBOX: '1' });
  expect(agreed.told.log).toContain('load app://patchbay/');
  expect(agreed.told.log).not.toContain('enableSandbox');
  // The consent alone changes nothing.
  expect((await play([], { PATCHBAY_ALLOW_NO_SANDBOX: '1' })).told.log).toContain('enableSandbox');
});
