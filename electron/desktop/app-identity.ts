import os from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { makePrivateFolder } from '#core/store/private-file.ts';
import { dataFolder } from '../hosting/data-folder.ts';

/** `appId` of electron-builder.yml: the installer gives its shortcuts this one. */
const appId = 'org.patchbay.desktop';

/** Generated once for Patchbay. The notification center finds the program by it, so it must never change. */
const toastActivator = '{6E0B9B4E-3C57-4B52-9D1C-8A4F0D5E27B3}';

/**
 * Tells the system which program this is. Without it, Windows would show a second icon beside a pinned one and
 * rewrite the start menu entry at the first notification, and Linux an empty About box. An Electron that runs a clone
 * is not the installed program: Windows would bend that one's start menu entry to it. Call it before the app is ready.
 */
export function setAppIdentity(
  app: Pick<App, 'getVersion' | 'isPackaged' | 'setAboutPanelOptions' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'win32' && app.isPackaged) {
    app.setAppUserModelId(appId);
    app.setToastActivatorCLSID(toastActivator);
  }
  app.setAboutPanelOptions({
    applicationName: 'Patchbay',
    applicationVersion: app.getVersion(),
    // The only line besides name and version that every system shows.
    copyright:
      'Copyright © The Patchbay authors. MIT License. Licenses of bundled software: Settings, Third-party notices.',
    authors: ['The Patchbay authors'],
  });
}

/**
 * Sets the data folder that all hosts of this account share; Chromium's own data goes into a subfolder. Call it
 * before the app is ready: the single-instance lock is stored there too.
 */
export function setDataFolder(app: Pick<App, 'setPath'>): string {
  const folder = dataFolder({ platform: process.platform, env: process.env, home: os.homedir() });
  const browserFolder = path.join(folder, 'browser');
  try {
    makePrivateFolder(browserFolder);
    app.setPath('userData', folder);
    app.setPath('sessionData', browserFolder);
  } catch {
    // If the folder cannot be created, the app runs anyway: the core reports that nothing is saved.
  }
  return folder;
}
