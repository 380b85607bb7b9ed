import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchElectron, findElectron } from '../../../scripts/electron-binary.ts';

const executable =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron';

function newPackage(script?: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'electron-'));
  if (script) writeFileSync(path.join(folder, 'install.js'), script);
  return folder;
}

test('the binary is found in the package, or where the environment says', () => {
  const folder = newPackage();
  expect(findElectron(folder, {})).toBeNull();
  const binary = path.join(folder, 'dist', executable);
  mkdirSync(path.dirname(binary), { recursive: true });
  writeFileSync(binary, '');
  // Not unpacked to its end.
  expect(findElectron(folder, {})).toBeNull();
  writeFileSync(path.join(folder, 'package.json'), '{"version":"45.0.0"}');
  writeFileSync(path.join(folder, 'dist/version'), 'v45.0.0');
  writeFileSync(path.join(folder, 'path.txt'), executable);
  expect(findElectron(folder, {})).toEqual({ folder: path.join(folder, 'dist'), executable: binary });
  expect(findElectron('/nowhere', { ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'dist') })?.executable).toBe(binary);
  expect(findElectron(folder, { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).toBeNull();
});

test('a successful download leaves nothing but its binary', async () => {
  const folder = newPackage("require('node:fs').writeFileSync(process.env.TMPDIR + '/part', 'x');");
  expect(await fetchElectron(folder, { env: process.env })).toBeNull();
  expect(existsSync(path.join(folder, '.download'))).toBe(false);
});

test('a failed download gives its reason', async () => {
  const folder = newPackage("throw new Error('getaddrinfo ENOTFOUND github.com')");
  expect(await fetchElectron(folder, { env: process.env })).toMatch(/^its download failed: .+/);
  const spoken = newPackage("console.error('\\nHTTPError: Response code 404\\n    at x'); process.exit(1)");
  expect(await fetchElectron(spoken, { env: process.env })).toBe('its download failed: Response code 404');
  expect(await fetchElectron(newPackage(), { env: process.env })).toContain('npm install');
});

test('a stalled download is abandoned, one that progresses is not', async () => {
  const options = { env: process.env, stallLimitMs: 1_000, stepMs: 20 };
  const silent = newPackage('setInterval(() => {}, 1000)');
  expect(await fetchElectron(silent, options)).toBe('its download sent nothing for 1 s');

  const slow = newPackage(`
    const fs = require('node:fs');
    let count = 0;
    const timer = setInterval(() => {
      fs.appendFileSync(process.env.TMPDIR + '/part', 'x'.repeat(1000));
      if (++count === 60) clearInterval(timer);
    }, 25);`);
  const seen: number[] = [];
  expect(await fetchElectron(slow, { ...options, onProgress: (megabytes) => seen.push(megabytes) })).toBeNull();
  expect(seen.length).toBeGreaterThan(1);
});
