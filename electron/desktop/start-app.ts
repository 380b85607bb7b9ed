import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  app,
  autoUpdater,
  dialog,
  ipcMain,
  MessageChannelMain,
  nativeTheme,
  powerSaveBlocker,
  safeStorage,
  session,
  shell,
  type WebContents,
} from 'electron';
import { createCore } from '#core/index.ts';
import type { EventLog } from '#core/log/event-log.ts';
import { followCore } from '#core/log/follow-core.ts';
import type { Destination } from '#shared/contract/destination.ts';
import type { Core } from '#shared/contract/index.ts';
import { languageOf } from '#shared/contract/language.ts';
import { localeOf } from '#shared/locale/locale.ts';
import { createActivitySigns, followActivity } from './activity.ts';
import { beginAppLife, installNewVersion, reportUninstalled, systemNotify } from './app-life.ts';
import { crashFolder, pruneCrashDumps } from './crash-dumps.ts';
import { createDeferredCore } from './deferred-core.ts';
import { createDestinations } from './destinations.ts';
import { askByDialog, createAppDialogs } from './dialogs/app-dialogs.ts';
import { createDragOut } from './drag-out.ts';
import { createDesktopHostServices } from './host-services.ts';
import { installMenu, type MenuState, openMenu } from './menu/menu-bar.ts';
import { createMenuCommands } from './menu/menu-commands.ts';
import { type OpenedFiles, withoutFiles } from './opened-files.ts';
import { openIpcServer } from './page/ipc-server.ts';
import { openPageSession } from './page/page-session.ts';
import { countRunning, type Quit } from './quit.ts';
import { createExternalLinks } from './security/external-links.ts';
import { showLog } from './show-log.ts';
import { watchUncaught } from './uncaught-errors.ts';
import { createUpdater } from './updater.ts';
import { openVault } from './vault/vault.ts';
import { watchHangs } from './watch-processes.ts';
import { openWindow } from './window/window.ts';
import { readUsedLast } from './window/window-state.ts';
import { followTheme, paintWindows } from './window/window-theme.ts';
import { createAppWindows } from './windows.ts';

/** If the core takes longer to open, the window is shown first. */
const openingMs = 250;

export interface StartParts {
  dataFolder: string;
  log: EventLog;
  /** Returns the absolute path of a file in the build, relative to the entry's folder. */
  at(relativePath: string): string;
  /** Files the user opened with Patchbay; some may already be waiting. */
  opened: OpenedFiles;
  /** Returns the command lines of further starts so far, once. */
  earlyStarts(): string[][];
}

/** Starts everything once Electron is ready: the core, the page, the window. Rejects when the app cannot start. */
export async function startApp({ dataFolder, log, at, opened, earlyStarts }: StartParts): Promise<void> {
  const windows = createAppWindows(
    (request) =>
      openWindow({
        ...request,
        session: pageSession,
        preload: at('preload.cjs'),
        dataFolder,
        ask,
        openLink,
        saveFile: async (id) =>
          (await opening).core.handlers.files.save({ id }, { signal: new AbortController().signal }),
        words,
      }),
    () => readUsedLast(dataFolder),
  );
  paintWindows(windows, nativeTheme, process.platform);
  opened.followFront(() => windows.focusedWindow()?.webContents ?? null);
  const drags = createDragOut({
    folder: path.join(dataFolder, 'dragged-out'),
    files: { open: async (id) => (await opening).core.files.open(id) },
    iconFor: (filePath) => app.getFileIcon(filePath),
  });
  // Neither before the first window nor after the last one.
  const addWindow = () => void (quit?.isQuitting === false && windows.openWindow());
  const dialogs = createAppDialogs(dialog, windows);
  const [ask, menu] = [askByDialog(dialogs), createMenuCommands(windows)];
  const destinations = createDestinations();
  let quit: Quit | null = null;
  const navigate = (to: Destination) => {
    if (quit?.handleSecondStart()) destinations.send(windows.showWindow().webContents, to);
  };
  const openLink = createExternalLinks(shell, ask);
  watchHangs(windows, log);
  const revealLog = () => showLog(log, shell);
  watchUncaught({
    process,
    log,
    whenReady: () => app.whenReady(),
    dialog: dialogs,
    showLog: revealLog,
    quit: () => (quit ? void quit.leave({ isSilent: true }) : app.exit(3)),
  });

  const keyring = openVault({ cipher: safeStorage, folder: dataFolder });
  const open = async () => {
    const vault = await keyring;
    const hostServices = createDesktopHostServices({
      version: app.getVersion(),
      platform: process.platform,
      dataFolder,
      vault,
      dialog: dialogs,
      session: session.defaultSession,
      downloads: app.getPath('downloads'),
      env: process.env,
      openLink,
      notify: systemNotify(windows, navigate),
      updater: createUpdater({
        isPackaged: app.isPackaged,
        resources: process.resourcesPath,
        ...(process.platform === 'darwin' && { systemUpdater: autoUpdater }),
        leave: (install) => void quit?.leave({ finish: () => installNewVersion(install) }),
        onInstallFailed: reportUninstalled,
      }),
    });
    const core = await createCore(hostServices);
    log.redactWith(core.redact);
    pruneCrashDumps(crashFolder(dataFolder), core.trustedTime());
    void followCore(core.handlers, log, new AbortController().signal);
    const { handlers } = core;
    // The core has neither menu nor drags: the shell implements these parts of the contract.
    const handlersFor = (page: WebContents): Core => {
      const host: Core['host'] = {
        ...handlers.host,
        info: async (input, asked) => ({ ...(await handlers.host.info(input, asked)), window: windows.numberOf(page) }),
        commands: (_input, { signal }) => menu.listen(page, signal),
        openMenu: (position) => openMenu(page, position),
        openWindow: addWindow,
        destinations: (_input, { signal }) => destinations.listen(page, signal),
        openedFiles: (_input, { signal }) => opened.listen(page, signal),
        readOpened: ({ id }) => opened.read(id),
        dragOut: ({ id }, { signal }) => drags.start(page, id, signal),
      };
      return { ...handlers, host };
    };
    await followTheme(handlers, nativeTheme, new AbortController().signal).catch(() => {});
    return { core, handlersFor, vault };
  };
  const opening = open();
  const words: MenuState = { now: localeOf(languageOf(app.getPreferredSystemLanguages())).menu };
  // Before anything is awaited: until then Electron shows its default menu, which links to the web.
  void installMenu({
    commands: menu,
    openWindow: addWindow,
    showLog: () => void revealLog(),
    opening,
    ask,
    words,
  }).catch(() => {});
  const deferred = createDeferredCore(opening, keyring);

  openIpcServer({
    ipc: ipcMain,
    newChannel: () => new MessageChannelMain(),
    serve: deferred.serve,
    admit: deferred.admit,
    onForeignMessage(channel) {
      log.note('refused', { channel });
      process.stderr.write(`patchbay: "${channel}" came from a frame that is not the page\n`);
    },
  });
  const pageSession = await openPageSession({
    folder: at('../renderer'),
    devServer: app.isPackaged ? null : (process.env.PATCHBAY_DEV_PAGE ?? null),
    files: deferred.files,
  });
  // The core provides the theme, without which the window would flash. A keyring waiting for its password does not
  // delay the window.
  await Promise.race([opening, delay(openingMs)]);
  quit = beginAppLife({
    countRunning: async () => (deferred.now ? countRunning(deferred.now.core.handlers) : 0),
    ask,
    async drain() {
      log.note('stop');
      await log.settled();
      await deferred.now?.core.close();
      drags.clear();
    },
    drainNow() {
      log.note('stop', { atOnce: true });
      log.writeNow();
      deferred.now?.core.closeNow();
      drags.clear();
    },
    // A file that arrives while quitting is opened by the start that follows.
    earlyStarts,
    relaunchArguments: () => [...withoutFiles(process.argv.slice(1)), ...opened.unread()],
    windows,
  });
  const { core } = await opening;
  const showActivity = createActivitySigns(powerSaveBlocker, windows);
  void followActivity(core.handlers, core.ongoing, new AbortController().signal, showActivity).catch(() => {});
}
