import os from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { makePrivateFolder } from '#core/store/private-file.ts';
import { dataFolder } from '../hosting/data-folder.ts';

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
    // Where it can not be made, the app runs all the same: the core says that nothing is kept.
  }
  return folder;
}
