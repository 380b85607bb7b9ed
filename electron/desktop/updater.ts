import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { Updater } from '#core/host-services.ts';
import type { UpdateChannel, UpdateState } from '#shared/contract/updates.ts';
import { AppError, type FailureCode, failure } from '#shared/protocol/failure.ts';

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
  /** Default: this computer's. */
  platform?: NodeJS.Platform;
  /** Folder in which a packed app stores the address of its feed. */
  resources: string;
  /** Fetched when it is first needed: it costs a start more than the whole check. */
  load?: () => Promise<UpdateLibrary>;
  /** Leaves the program unless the user says no; `install` runs once everything is on disk. */
  leave(install: () => void): void;
  /** Milliseconds that the feed has for its list of versions. Default: a minute. */
  findMs?: number;
  /** Installing failed when everything was closed already. `why` is the library's own sentence. */
  onInstallFailed(why: string): void;
}

/** So long, in milliseconds, a feed has for its list of versions. The library itself waits without end. */
const findWithinMs = 60_000;

/** The library's names of our channels. */
const channelNames: Record<UpdateChannel, string> = { stable: 'latest', beta: 'beta' };

/**
 * Newer versions of the packed desktop app. The address of the feed is part of the build (`app-update.yml`, written when
 * a feed was named while packing); a build without one cannot check for updates.
 */
export function createUpdater(parts: UpdaterParts): Updater {
  const { isPackaged, platform = process.platform, resources, load = loadLibrary, leave, onInstallFailed } = parts;
  const { findMs = findWithinMs } = parts;
  const { address: feed, namesPublisher } = isPackaged ? readFeed(path.join(resources, 'app-update.yml')) : noFeed;
  const initial = (): UpdateState['support'] => {
    if (!isPackaged) return 'not-packed';
    if (feed === null) return 'no-feed';
    return platform === 'win32' && !namesPublisher ? 'unsigned' : 'ready';
  };
  let support = initial();
  const open = async () => {
    const library = await load();
    library.logger = null;
    library.autoDownload = false;
    library.autoInstallOnAppQuit = true;
    return library;
  };
  return {
    get support() {
      return support;
    },
    feed,
    async find(channel) {
      const library = await open();
      library.channel = channelNames[channel];
      library.allowPrerelease = channel === 'beta';
      // Set after the channel, which switches it on: an older version is never put in place of a newer one.
      library.allowDowngrade = false;
      const found = await within(findMs, library.checkForUpdates()).catch((thrown: unknown) => {
        throw updateFailure(thrown, 'find');
      });
      // The library checks nothing where it could not install, such as in an unpacked AppImage.
      if (found === null) support = 'not-replaceable';
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    async fetch(onPercent) {
      const library = await open();
      const notify = ({ percent }: { percent: number }) => onPercent(percent);
      library.on('download-progress', notify);
      try {
        await library.downloadUpdate();
      } catch (thrown) {
        throw updateFailure(thrown, 'fetch');
      } finally {
        library.removeListener('download-progress', notify);
      }
    },
    // The installer starts before the program ends: first everything has to be on disk, and the user has to agree.
    install: () => leave(() => void quitAndInstall().catch(tellFailure)),
  };

  function tellFailure(thrown: unknown): void {
    onInstallFailed(thrown instanceof Error ? thrown.message : String(thrown));
  }
  async function quitAndInstall(): Promise<void> {
    const library = await open();
    // The library throws nothing: it tells its listeners.
    library.on('error', tellFailure);
    library.quitAndInstall();
  }
}

/** Rejects with code `ETIMEDOUT` when `work` has not settled after so many milliseconds. */
function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const noFeed = { address: null, namesPublisher: false };

/** What the library would send as the lasting number of this installation, which it also keeps in a file. */
const nobody = '00000000-0000-0000-0000-000000000000';

async function loadLibrary(): Promise<UpdateLibrary> {
  // Its exports are getters of CommonJS, which Node names only on the default export.
  const { default: library } = await import('electron-updater');
  // The field is not public. A feed that is rolled out in stages reaches everybody at once.
  return Object.assign(library.autoUpdater, { stagingUserIdPromise: { value: Promise.resolve(nobody) } });
}

interface UpdateFeed {
  /** An https address, or `null`: nothing else is asked. */
  address: string | null;
  /** Whether the build names who signed it. Without that electron-updater accepts any installer on Windows. */
  namesPublisher: boolean;
}

/** Reads `app-update.yml`, which electron-builder puts into a package that was built with a feed. */
export function readFeed(file: string): UpdateFeed {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const address = /^url:\s*['"]?([^\s'"]+)/m.exec(text)?.[1] ?? '';
  return {
    address: /^https:\/\//.test(address) ? address : null,
    // One name in its line, or a list in the lines below.
    namesPublisher: /^publisherName:(?:[^\S\n]*['"]?(?!null\b)[^\s'"[~]|\s*\n\s*-\s*['"]?[^\s'"])/m.test(text),
  };
}

/** Codes of the update library, and of Node where a file could not be written. */
const byCode: Readonly<Record<string, [code: FailureCode, message: string]>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: ['not-found', 'The update feed has no list of versions for this system.'],
  ERR_CHECKSUM_MISMATCH: ['protocol', 'The downloaded version did not match its checksum and was deleted.'],
  ERR_UPDATER_INVALID_SIGNATURE: [
    'protocol',
    'The downloaded version was not signed by the publisher of this one and was deleted.',
  ],
  ETIMEDOUT: ['headers-timeout', 'The update feed accepted the request and did not respond.'],
  ENOSPC: ['storage', 'The disk is full, so the newer version could not be stored.'],
};
/** The feed sent something, and it was no list of versions: a login page, an empty file. */
const unreadable = /^ERR_UPDATER_(?:INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|ZIP_FILE_NOT_FOUND)$/;
const unreadableMessage = 'The update feed did not send a list of versions.';

const kept = 'This version keeps running, and nothing was installed.';

/**
 * What a step of an update failed of, in one sentence. The library's own messages hold stacks, addresses and whole pages.
 *
 * @param thrown what the update library rejected with.
 * @param step what was going on.
 */
export function updateFailure(thrown: unknown, step: 'find' | 'fetch'): AppError {
  const { code = '', statusCode = null, message = '' } = (thrown ?? {}) as Partial<LibraryError>;
  const fail = (of: FailureCode, sentence: string, hint = 'Try again later.', status: number | null = null) =>
    new AppError(failure(of, sentence, { hint: `${kept} ${hint}`, retryable: true, status }));
  const known = byCode[code];
  if (known) return fail(...known, code === 'ENOSPC' ? 'Free some space, then try again.' : undefined);
  if (unreadable.test(code) || thrown instanceof TypeError)
    return fail('wrong-type', unreadableMessage, 'A network that asks for a login can cause this. Try again later.');
  const status = statusCode ?? Number(/\bstatus (\d{3})\b/.exec(message)?.[1] ?? 0);
  if (status >= 400)
    return fail(
      status >= 500 ? 'server' : 'not-found',
      `The update feed responded with status ${status}.`,
      undefined,
      status,
    );
  const chromium = /net::(ERR_\w+)/.exec(message)?.[1];
  if (chromium && step === 'fetch') return fail('reset', `The download stopped before its end (${chromium}).`);
  if (chromium) return fail(networkCode(chromium), `The update feed could not be reached (${chromium}).`);
  return fail('internal', `The update failed: ${message.split('\n', 1)[0] || 'no reason was given'}`);
}

interface LibraryError {
  code: string;
  /** Of an HTTP response. */
  statusCode: number;
  message: string;
}

function networkCode(chromium: string): FailureCode {
  if (chromium === 'ERR_NAME_NOT_RESOLVED') return 'dns';
  if (/PROXY|TUNNEL/.test(chromium)) return 'proxy';
  return /CERT|SSL/.test(chromium) ? 'tls' : 'unreachable';
}
