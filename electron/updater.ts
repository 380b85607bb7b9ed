import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { Updater } from '#core/hands.ts';
import type { UpdateChannel } from '#shared/contract/updates.ts';

/** What is used of the library; tests bring a double. */
export type UpdateLibrary = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'channel'
  | 'logger'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'on'
  | 'removeListener'
>;

export interface UpdaterParts {
  isPackaged: boolean;
  /** Folder in which a packed app holds the address of its feed. */
  resources: string;
  /** Fetched when it is first needed: it costs a start more than the whole check. */
  load?: () => Promise<UpdateLibrary>;
}

/** The library's names of our channels. */
const channelNames: Record<UpdateChannel, string> = { stable: 'latest', beta: 'beta' };

/**
 * Newer versions of the packed desktop app. The address of the feed is part of the build (`app-update.yml`, written when
 * a feed was named while packing); a build without one can not be told to ask anywhere.
 */
export function createUpdater({ isPackaged, resources, load = loadLibrary }: UpdaterParts): Updater {
  const feed = isPackaged ? readFeed(path.join(resources, 'app-update.yml')) : null;
  const open = async () => {
    const library = await load();
    library.logger = null;
    library.autoDownload = false;
    library.autoInstallOnAppQuit = true;
    return library;
  };
  return {
    support: !isPackaged ? 'not-packed' : feed === null ? 'no-feed' : 'ready',
    feed,
    async find(channel) {
      const library = await open();
      library.channel = channelNames[channel];
      library.allowPrerelease = channel === 'beta';
      // Set after the channel, which switches it on: an older version is never put in place of a newer one.
      library.allowDowngrade = false;
      const found = await library.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    async fetch(onPercent) {
      const library = await open();
      const tell = ({ percent }: { percent: number }) => onPercent(percent);
      library.on('download-progress', tell);
      try {
        await library.downloadUpdate();
      } finally {
        library.removeListener('download-progress', tell);
      }
    },
    install: () => void open().then((library) => library.quitAndInstall()),
  };
}

async function loadLibrary(): Promise<UpdateLibrary> {
  const { autoUpdater } = await import('electron-updater');
  return autoUpdater;
}

/** The address in the library's own file; only that line of it is of interest here. */
function readFeed(file: string): string | null {
  if (!existsSync(file)) return null;
  const address = /^url:\s*['"]?([^\s'"]+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return address && /^https:\/\//.test(address) ? address : null;
}
