import type { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { Updater } from '#core/host-services.ts';
import type { UpdateChannel, UpdateState } from '#shared/contract/updates.ts';
import { AppError, type FailureCode, failure } from '#shared/protocol/failure.ts';

/** The part of the library that is used; tests pass a fake. */
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

/** The part of Electron's own updater (Squirrel.Mac) that is used. */
export type SystemUpdater = Pick<EventEmitter, 'once' | 'removeListener'>;

export interface UpdaterParts {
  isPackaged: boolean;
  /** Default: this computer's. */
  platform?: NodeJS.Platform;
  /** Folder in which a packaged app stores the address of its feed. */
  resources: string;
  /** Loaded on first use: at startup it would cost more than the whole check. */
  load?: () => Promise<UpdateLibrary>;
  /** On macOS only: verifies the signature of what the library downloaded. */
  systemUpdater?: SystemUpdater;
  /** Quits the program unless the user declines; `install` runs once everything is on disk. */
  leave(install: () => void): void;
  /** Timeout for the feed's list of versions, in milliseconds. Default: a minute. */
  findMs?: number;
  /** Timeout for the system's verification of a downloaded version, in milliseconds. Default: ten minutes. */
  verifyMs?: number;
  /** Called when installing failed after everything was closed. `why` is the library's own sentence. */
  onInstallFailed(why: string): void;
}

/** Timeout for the feed's list of versions, in milliseconds. The library itself waits forever. */
const findWithinMs = 60_000;

/** Timeout for `systemUpdater`, in milliseconds. It reports nothing when it stops working. */
const verifyWithinMs = 600_000;

/** The library's names of our channels. */
const channelNames: Record<UpdateChannel, string> = { stable: 'latest', beta: 'beta' };

/**
 * Creates the updater of the packaged desktop app. The address of the feed is part of the build (`app-update.yml`,
 * written when a feed was configured while packaging); a build without one cannot check for updates.
 */
export function createUpdater(parts: UpdaterParts): Updater {
  const { isPackaged, platform = process.platform, resources, load = loadLibrary, leave, onInstallFailed } = parts;
  const { systemUpdater, findMs = findWithinMs, verifyMs = verifyWithinMs } = parts;
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
      // Set after the channel, which enables it: an older version never replaces a newer one.
      library.allowDowngrade = false;
      const found = await within(findMs, 'ETIMEDOUT', library.checkForUpdates()).catch((thrown: unknown) => {
        throw updateFailure(thrown, 'find');
      });
      // The library does not check where it could not install, such as in an unpacked AppImage.
      if (found === null) support = 'not-replaceable';
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    async fetch(onPercent) {
      const library = await open();
      const notify = ({ percent }: { percent: number }) => onPercent(percent);
      const verification = systemUpdater && watchVerification(systemUpdater);
      library.on('download-progress', notify);
      try {
        await library.downloadUpdate();
        if (verification) await within(verifyMs, 'VERIFICATION_TIMEOUT', verification.result);
      } catch (thrown) {
        throw updateFailure(thrown, 'fetch');
      } finally {
        library.removeListener('download-progress', notify);
        verification?.stop();
      }
    },
    // The installer starts before the program ends: first everything must be on disk, and the user must agree.
    install: () => leave(() => void quitAndInstall().catch(reportFailure)),
  };

  function reportFailure(thrown: unknown): void {
    onInstallFailed(thrown instanceof Error ? thrown.message : String(thrown));
  }
  async function quitAndInstall(): Promise<void> {
    const library = await open();
    // The library throws nothing: it notifies its listeners.
    library.on('error', reportFailure);
    library.quitAndInstall();
  }
}

/**
 * Follows the verification of a downloaded version by the system. The library reports success as soon as the system has
 * read the archive, before its signature was checked.
 */
function watchVerification(systemUpdater: SystemUpdater) {
  const { promise: result, resolve, reject } = Promise.withResolvers<void>();
  // A download that failed by itself is reported by the library.
  result.catch(() => undefined);
  systemUpdater.once('update-downloaded', resolve);
  systemUpdater.once('error', reject);
  const stop = () => {
    systemUpdater.removeListener('update-downloaded', resolve);
    systemUpdater.removeListener('error', reject);
  };
  return { result, stop };
}

/** Rejects with `code` when `work` has not settled after `ms` milliseconds. */
function within<Value>(ms: number, code: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no response'), { code })), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const noFeed = { address: null, namesPublisher: false };

/** Replaces the permanent id of this installation that the library would send, and store in a file. */
const nobody = '00000000-0000-0000-0000-000000000000';

async function loadLibrary(): Promise<UpdateLibrary> {
  // Its exports are CommonJS getters, which Node exposes only on the default export.
  const { default: library } = await import('electron-updater');
  // The field is not public. A feed with a staged rollout reaches everybody immediately.
  return Object.assign(library.autoUpdater, { stagingUserIdPromise: { value: Promise.resolve(nobody) } });
}

interface UpdateFeed {
  /** An https address, or `null`: nothing else is contacted. */
  address: string | null;
  /** Whether the build names its publisher. Without that, electron-updater accepts any installer on Windows. */
  namesPublisher: boolean;
}

/** Reads `app-update.yml`, which electron-builder puts into a package built with a feed. */
export function readFeed(file: string): UpdateFeed {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const address = /^url:\s*['"]?([^\s'"]+)/m.exec(text)?.[1] ?? '';
  return {
    address: /^https:\/\//.test(address) ? address : null,
    // One name on the same line, or a list on the lines below.
    namesPublisher: /^publisherName:(?:[^\S\n]*['"]?(?!null\b)[^\s'"[~]|[^\S\n]*\n\s*-\s*['"]?[^\s'"])/m.test(text),
  };
}

/** Codes of the update library, of the timeouts above, and of Node if a file could not be written. */
const byCode: Readonly<Record<string, [code: FailureCode, message: string]>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: ['not-found', 'The update feed has no list of versions for this system.'],
  ERR_CHECKSUM_MISMATCH: ['protocol', 'The downloaded version did not match its checksum and was deleted.'],
  ERR_UPDATER_INVALID_SIGNATURE: [
    'protocol',
    'The downloaded version was not signed by the same publisher and was deleted.',
  ],
  ETIMEDOUT: ['headers-timeout', 'The update feed accepted the request but did not respond.'],
  VERIFICATION_TIMEOUT: ['internal', 'This computer did not finish verifying the downloaded version.'],
  ENOSPC: ['storage', 'The disk is full, so the new version could not be stored.'],
};
/** The feed sent something other than a list of versions: a login page, an empty file. */
const unreadable = /^ERR_UPDATER_(?:INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|ZIP_FILE_NOT_FOUND)$/;
const unreadableMessage = 'The update feed did not send a list of versions.';

/**
 * Returns why a step of an update failed, in one sentence. The library's own messages contain stacks, addresses and
 * whole pages.
 *
 * @param thrown what the update library rejected with.
 * @param step the step that failed.
 */
export function updateFailure(thrown: unknown, step: 'find' | 'fetch'): AppError {
  const { code = '', statusCode = null, message = '' } = (thrown ?? {}) as Partial<LibraryError>;
  const fail = (of: FailureCode, sentence: string, hint = 'Try again later.', status: number | null = null) =>
    new AppError(failure(of, sentence, { effect: 'unchanged', hint, retryable: true, status }));
  const known = byCode[code];
  if (known) return fail(...known, code === 'ENOSPC' ? 'Free some space, then try again.' : undefined);
  if (unreadable.test(code) || thrown instanceof TypeError)
    return fail('wrong-type', unreadableMessage, 'A network login page can cause this. Try again later.');
  const status = statusCode ?? Number(/\bstatus (\d{3})\b/.exec(message)?.[1] ?? 0);
  if (status >= 400)
    return fail(
      status >= 500 ? 'server' : 'not-found',
      `The update feed responded with status ${status}.`,
      undefined,
      status,
    );
  const chromium = /net::(ERR_\w+)/.exec(message)?.[1];
  if (chromium && step === 'fetch') return fail('reset', `The download was interrupted (${chromium}).`);
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
