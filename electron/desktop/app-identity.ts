import os from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { makePrivateFolder } from '#core/store/private-file.ts';
import { dataFolder } from '../hosting/data-folder.ts';

/** `appId` of electron-builder.yml: the installer gives its shortcuts this one. */
const appId = 'org.patchbay.desktop';

/** Made for Patchbay once. The notification center finds the program by it, so that it never changes. */
const toastActivator = '{6E0B9B4E-3C57-4B52-9D1C-8A4F0D5E27B3}';

/**
 * Tells the system which program this is. Without it Windows would show a second icon beside a pinned one and rewrite the
 * entry of the start menu at the first notification, and Linux an empty About box. To be called before the app is ready.
 */
export function claimIdentity(
  app: Pick<App, 'getVersion' | 'setAboutPanelOptions' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'win32') {
    app.setAppUserModelId(appId);
    app.setToastActivatorCLSID(toastActivator);
  }
  app.setAboutPanelOptions({
    applicationName: 'Patchbay',
    applicationVersion: app.getVersion(),
    // The one line besides name and version that every system shows.
    copyright:
      'Copyright © The Patchbay authors. MIT License. Licenses of bundled software: Settings, Third-party notices.',
    authors: ['The Patchbay authors'],
  });
}

/**
 * The data folder that all hosts of this account share, with what Chromium writes in a folder of its own inside. Has to
 * be called before the app is ready: the lock that keeps a second start away lies in it too.
 */
export function claimDataFolder(app: Pick<App, 'setPath'>): string {
  const folder = dataFolder({ platform: process.platform, env: process.env, home: os.homedir() });
  const browserFolder = path.join(folder, 'browser');
  try {
    makePrivateFolder(browserFolder);
    app.setPath('userData', folder);
    app.setPath('sessionData', browserFolder);
  } catch {
    // Where it cannot be made, the app runs anyway: the core says that nothing is kept.
  }
  return folder;
}
