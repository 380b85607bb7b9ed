import { readFileSync } from 'node:fs';
import type { AboutPanelOptionsOptions } from 'electron';
import { expect, test } from 'vitest';
import { setAppIdentity } from '../../../../electron/desktop/app-identity.ts';

const config = readFileSync('electron-builder.yml', 'utf8');
const about = JSON.parse(readFileSync('package.json', 'utf8'));

function claim(platform: NodeJS.Platform, isPackaged = true) {
  const claimed: { appId?: string; activator?: string; about?: AboutPanelOptionsOptions } = {};
  setAppIdentity(
    {
      isPackaged,
      getVersion: () => '1.2.3',
      setAppUserModelId(id) {
        claimed.appId = id;
      },
      setToastActivatorCLSID(id) {
        claimed.activator = id;
      },
      setAboutPanelOptions(options) {
        claimed.about = options;
      },
    },
    platform,
  );
  return claimed;
}

test('on Windows the program has the id of its shortcuts, and a stable activator', () => {
  const { appId, activator } = claim('win32');
  expect(appId).toBe(/^appId: (.+)$/m.exec(config)?.[1]);
  expect(activator).toMatch(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/);
  expect(claim('win32').activator).toBe(activator);
  expect(claim('linux')).not.toHaveProperty('appId');
  // An Electron that runs a clone must not take over the start menu entry of the installed program.
  expect(Object.keys(claim('win32', false))).toEqual(['about']);
});

test('About names the program, its version and its authors on every system', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(claim(platform).about).toEqual({
      applicationName: 'Patchbay',
      applicationVersion: '1.2.3',
      copyright: expect.stringMatching(/The Patchbay authors.*Third-party notices/),
      authors: [about.author],
    });
});

test('the archive states its name and its desktop entry, and the entry has that name', () => {
  expect(about).toMatchObject({ productName: 'Patchbay', desktopName: 'patchbay.desktop' });
  expect(config).not.toMatch(/^productName:/m);
  expect(config).toMatch(/^ {2}syncDesktopName: true$/m);
  expect(config).toMatch(/^ {2}executableName: patchbay$/m);
});
