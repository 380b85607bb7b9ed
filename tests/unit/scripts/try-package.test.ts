import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type PackageSteps, packageSteps, tryPackage } from '../../../scripts/try-package.ts';

test('each package is installed, started, photographed and quit as its system does it', () => {
  const steps = (file: string) => packageSteps(file, '/out/screen.png', '/trial');
  expect(steps('/r/patchbay-1.0.0-linux-x86_64.AppImage')).toMatchObject({
    install: [['chmod', '+x', '/r/patchbay-1.0.0-linux-x86_64.AppImage']],
    start: ['/r/patchbay-1.0.0-linux-x86_64.AppImage'],
    quit: null,
  });
  expect(steps('/r/patchbay-1.0.0-linux-amd64.deb')).toMatchObject({ start: ['patchbay'], quit: null });
  expect(steps('/r/patchbay-1.0.0-mac-universal.zip')).toMatchObject({
    start: ['/trial/Patchbay.app/Contents/MacOS/Patchbay'],
    picture: ['screencapture', '-x', '/out/screen.png'],
  });
  expect(steps('/r/patchbay-1.0.0-win.exe')).toMatchObject({
    install: [['/r/patchbay-1.0.0-win.exe', '/S', '/D=/trial/app']],
    quit: ['taskkill', '/IM', 'Patchbay.exe'],
  });
  expect(() => steps('latest.yml')).toThrow('is no package of a release');
});

/** Steps whose program writes what the real one does, and then does as asked. */
function standIn(then: string, folder: string): PackageSteps {
  const script = path.join(folder, 'program.mjs');
  writeFileSync(
    script,
    `import { mkdirSync, writeFileSync } from 'node:fs';
     const folder = process.env.PATCHBAY_DATA_DIR;
     const begin = () => { mkdirSync(folder + '/logs', { recursive: true });
       writeFileSync(folder + '/logs/desktop.log', '2026-11-28T12:00:00.000Z 1 start version=1\\n');
       writeFileSync(folder + '/patchbay.db', ''); };
     process.on('SIGTERM', () => process.exit(0));
     setInterval(() => {}, 1000);
     ${then}`,
  );
  return {
    install: [[process.execPath, '-e', '']],
    start: [process.execPath, script],
    picture: [process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'p.png'))}, '')`],
    quit: null,
  };
}

const limits = { windowMs: 4_000, quitMs: 1_500 };
test.each([
  ['starts and quits', 'begin();', []],
  ['ends at once', 'process.exit(133);', ['the program ended with status 133']],
  ['never opens its data', '', ['its database was not open within 4 s']],
  [
    'does not quit',
    "begin(); process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {});",
    ['it did not quit within 1.5 s'],
  ],
  ['crashes when it quits', "begin(); process.removeAllListeners('SIGTERM');", ['it quit with SIGTERM']],
])('a program that %s is reported as such', async (_, then, faults) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'try-'));
  const picture = path.join(folder, 'p.png');
  const tried = await tryPackage(standIn(then, folder), picture, path.join(folder, 'data'), limits);
  expect(tried.faults).toEqual(faults);
  expect(existsSync(picture)).toBe(!then.startsWith('process.exit'));
});

test('a package that cannot be installed is not started', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'try-'));
  const steps = { ...standIn('begin();', folder), install: [[process.execPath, '-e', 'process.exit(3)']] };
  const { faults } = await tryPackage(steps, path.join(folder, 'p.png'), path.join(folder, 'data'), limits);
  expect(faults).toEqual([`${process.execPath} ended with status 3`]);
  expect(existsSync(path.join(folder, 'data'))).toBe(false);
});
