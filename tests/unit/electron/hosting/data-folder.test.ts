import { expect, test } from 'vitest';
import { dataFolder } from '../../../../electron/hosting/data-folder.ts';

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, '/home/u/.local/share/patchbay'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/patchbay'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/u/.local/share/patchbay'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/u/Library/Application Support/Patchbay'],
  ['linux', { PATCHBAY_DATA_DIR: '/mine', XDG_DATA_HOME: '/data' }, '/mine'],
  ['darwin', { PATCHBAY_DATA_DIR: '/mine' }, '/mine'],
])('%s with %o', (platform, env, folder) => {
  expect(dataFolder({ platform, env, home: '/home/u' })).toBe(folder);
});

test('Windows keeps it in APPDATA', () => {
  const folder = dataFolder({
    platform: 'win32',
    env: { APPDATA: 'C:\\Users\\u\\AppData\\Roaming' },
    home: 'C:\\Users\\u',
  });
  expect(folder).toMatch(/^C:\\Users\\u\\AppData\\Roaming[\\/]Patchbay$/);
});

test.each(['mine', './mine', '../mine'])('a relative PATCHBAY_DATA_DIR is refused: %s', (relativePath) => {
  expect(() => dataFolder({ platform: 'linux', env: { PATCHBAY_DATA_DIR: relativePath }, home: '/home/u' })).toThrow(
    `PATCHBAY_DATA_DIR is "${relativePath}", which is not an absolute path.`,
  );
});
