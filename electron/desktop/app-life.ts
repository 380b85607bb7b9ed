import { once } from 'node:events';
import path from 'node:path';
import { app, type BrowserWindow, dialog, type Event, Notification, powerMonitor } from 'electron';
import type { Destination } from '#shared/contract/destination.ts';
import { createNotify, type Notify } from './notify.ts';
import { createQuit, type Quit, type QuitParts } from './quit.ts';
import { type AppWindows, newWindowSwitch } from './windows.ts';

export type AppLifeParts = Omit<QuitParts, 'closePages' | 'exit'> & {
  windows: AppWindows;
  /** Returns the command line of a start that follows the exit, without the program itself. */
  relaunchArguments(): string[];
  /** Returns the command lines of further starts before the first window, once. */
  earlyStarts(): string[][];
};

/**
 * Runs the app from the first window to the end of the process. A second start of the program shows the most recently
 * used window; its command line can request another window, and name files to open. On macOS the app outlives its
 * windows; elsewhere it quits when the last one closes.
 */
export function beginAppLife({ windows, relaunchArguments, earlyStarts, ...quitParts }: AppLifeParts): Quit {
  let isClosing = false;
  /** Windows whose pages are closing. */
  const closing = new WeakSet<BrowserWindow>();
  const quit = createQuit({
    ...quitParts,
    async closePages() {
      isClosing = true;
      // The most recently used window comes last: the next start opens where it was.
      const closed = windows
        .all()
        .reverse()
        .map((window) => {
          const isClosed = once(window, 'closed');
          window.close();
          return isClosed;
        });
      await Promise.all(closed);
    },
    exit(shouldRelaunch) {
      // From here on, a new start is an instance of its own.
      app.releaseSingleInstanceLock();
      if (shouldRelaunch) relaunch(relaunchArguments());
      app.exit(0);
    },
  });
  const quitSilently = (event?: Event) => {
    event?.preventDefault();
    void quit.leave({ isSilent: true });
  };

  windows.onOpen((window) => {
    window.on('close', (event) => {
      const isLast = windows.all().every((other) => other === window || closing.has(other));
      if (isClosing || process.platform === 'darwin' || !isLast) return void closing.add(window);
      event.preventDefault();
      void quit.leave();
    });
    // Electron ends the process as soon as this returns. Before it, the session may still go on: the user can cancel.
    window.on('session-end', quit.quitNow);
  });

  const startAgain = (words: readonly string[]) => {
    if (!quit.handleSecondStart()) return;
    if (words.includes(newWindowSwitch)) windows.openWindow();
    else windows.showWindow();
  };
  app.on('second-instance', (_event, words) => startAgain(words));
  const show = () => void (quit.handleSecondStart() && windows.showWindow());
  app.on('activate', show);
  app.on('open-file', show);
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    // The installer of a newer version quits the program once everything is saved.
    if (quit.isDrained) return;
    event.preventDefault();
    void quit.leave();
  });
  // Electron passes the event, although its typings omit it: without `preventDefault` the system does not wait.
  powerMonitor.on('shutdown', quitSilently);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => quitSilently());
  windows.openWindow();
  for (const words of earlyStarts()) startAgain(words);
  return quit;
}

/**
 * Installs once everything is on disk. The new version starts before this one has ended, and must not find it
 * running.
 */
export function installNewVersion(install: () => void): void {
  app.releaseSingleInstanceLock();
  install();
}

/** Reports a failed installation in a dialog: no window is left to show it. */
export function reportUninstalled(why: string): void {
  dialog.showErrorBox(
    'The new version could not be installed',
    `${why}\n\nYour data is safe. Restart Patchbay, or install the new version yourself.`,
  );
  // Not 0: the library would silently retry.
  app.exit(3);
}

/**
 * Starts the program again. The executable of an AppImage is in a folder that is deleted after the exit. A program that
 * was started by another AppImage, such as a terminal or an editor, has that one's variables.
 */
function relaunch(args: string[]): void {
  const { APPIMAGE: image, APPDIR: folder } = process.env;
  const isOwn = app.isPackaged && image && folder && process.execPath.startsWith(`${path.resolve(folder)}${path.sep}`);
  app.relaunch({ args, ...(isOwn && { execPath: image }) });
}

/**
 * Creates the system notifications; clicking one calls `navigate`. Unseen ones are counted on the icon, and the taskbar
 * button flashes, until a window is focused.
 */
export function systemNotify(windows: AppWindows, navigate: (to: Destination) => void): Notify {
  const isWindows = process.platform === 'win32';
  // There, even the question whether notifications are supported writes a start menu entry for this program.
  if (isWindows && !app.isPackaged) return null;
  const isInFront = () => windows.all().some((window) => window.isFocused());
  const notify = createNotify(Notification, navigate, isInFront);
  if (!notify) return null;
  // A click on a notification of an earlier run starts the program, which no longer knows what it was about.
  if (isWindows) Notification.handleActivation(() => void windows.showWindow());
  let unseen = 0;
  const count = (next: number) => {
    unseen = next;
    // The Windows taskbar has no badge count.
    if (!isWindows) app.setBadgeCount(unseen);
  };
  app.on('browser-window-focus', () => {
    count(0);
    for (const window of windows.all()) window.flashFrame(false);
  });
  return (title, body, to) => {
    notify(title, body, to);
    if (isInFront()) return;
    count(unseen + 1);
    windows.focusedWindow()?.flashFrame(true);
  };
}
