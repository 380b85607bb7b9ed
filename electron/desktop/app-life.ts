import { once } from 'node:events';
import { app, type BrowserWindow, dialog, type Event, Notification, powerMonitor } from 'electron';
import type { Destination } from '#shared/contract/destination.ts';
import { createNotify, type Notify } from './notify.ts';
import { createQuit, type Quit, type QuitParts } from './quit.ts';
import { type AppWindows, newWindowSwitch } from './windows.ts';

export type AppLifeParts = Omit<QuitParts, 'closePages' | 'exit'> & {
  windows: AppWindows;
  /** Command line of a start that follows the exit, without the program itself. */
  relaunchWords(): string[];
};

/**
 * From the first window to the end of the process. A second start of the program shows the window that was used last;
 * its command line can say that it wants another one, and name files to open. On macOS the app outlives its windows,
 * elsewhere the end of the last one is the app's.
 */
export function beginAppLife({ windows, relaunchWords, ...leavingParts }: AppLifeParts): Quit {
  let isClosing = false;
  /** Windows whose pages are on their way out. */
  const closing = new WeakSet<BrowserWindow>();
  const quit = createQuit({
    ...leavingParts,
    async closePages() {
      isClosing = true;
      // The one used last comes last: the next start opens where it was.
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
    exit(isWanted) {
      // A start from here on is one of its own.
      app.releaseSingleInstanceLock();
      if (isWanted) relaunch(relaunchWords());
      app.exit(0);
    },
  });
  const leaveSilently = (event?: Event) => {
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
    // Windows waits a few seconds for a program that refuses, and goes on as soon as it has ended.
    window.on('query-session-end', leaveSilently);
    // It did not wait. Electron ends the process as soon as this returns.
    window.on('session-end', quit.leaveNow);
  });

  app.on('second-instance', (_event, words) => {
    if (!quit.wantBack()) return;
    if (words.includes(newWindowSwitch)) windows.openWindow();
    else windows.showWindow();
  });
  const show = () => void (quit.wantBack() && windows.showWindow());
  app.on('activate', show);
  app.on('open-file', show);
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    // An installer of a newer version quits the program when nothing holds it any more.
    if (quit.isDrained) return;
    event.preventDefault();
    void quit.leave();
  });
  // Electron passes the event, which its typings leave out: without `preventDefault` the system waits for nothing.
  powerMonitor.on('shutdown', leaveSilently);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaveSilently());
  windows.openWindow();
  return quit;
}

/** Once everything is on disk. The new version starts before this one has ended, and must not find it. */
export function installNewVersion(install: () => void): void {
  app.releaseSingleInstanceLock();
  install();
}

/** Nothing runs any more that could show it in the window. */
export function reportUninstalled(why: string): void {
  dialog.showErrorBox(
    'The new version could not be installed',
    `${why}\n\nNothing you made is lost. Start Patchbay again, or install the new version yourself.`,
  );
  // Not 0: the library would try the same again, unseen.
  app.exit(3);
}

/** The executable of an AppImage is in a folder that is deleted after the exit. */
function relaunch(args: string[]): void {
  const image = process.env.APPIMAGE;
  app.relaunch({ args, ...(image && { execPath: image }) });
}

/**
 * The system's notifications; pressing one calls `lead`. What was not seen is
 * counted on the icon, and its button on the taskbar flashes, until a window is in front.
 */
export function systemNotify(windows: AppWindows, lead: (to: Destination) => void): Notify {
  const isInFront = () => windows.all().some((window) => window.isFocused());
  const notify = createNotify(Notification, lead, isInFront);
  if (!notify) return null;
  let unseen = 0;
  const count = (next: number) => {
    unseen = next;
    // The taskbar of Windows counts nothing.
    if (process.platform !== 'win32') app.setBadgeCount(unseen);
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
