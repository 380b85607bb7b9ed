import { once } from 'node:events';
import { app, BrowserWindow, dialog, type Event, Notification, powerMonitor } from 'electron';
import { createLeaving, type Leaving, type LeavingParts } from './leaving.ts';
import { createNotify, type Notify } from './notify.ts';

export type AppLifeParts = Omit<LeavingParts, 'closePages' | 'exit'> & { openWindow(): BrowserWindow };

/**
 * From the first window to the end of the process. One window at most; a second start of the program only shows it, and
 * its command line is not looked at. On macOS the app outlives its window, elsewhere the window's end is the app's.
 */
export function beginAppLife({ openWindow, ...leavingParts }: AppLifeParts): Leaving {
  let isClosing = false;
  const leaving = createLeaving({
    ...leavingParts,
    async closePages() {
      isClosing = true;
      await Promise.all(
        BrowserWindow.getAllWindows().map((window) => {
          const closed = once(window, 'closed');
          window.close();
          return closed;
        }),
      );
    },
    exit(isWanted) {
      // A start from here on is one of its own.
      app.releaseSingleInstanceLock();
      if (isWanted) relaunch();
      app.exit(0);
    },
  });
  const leaveSilently = (event?: Event) => {
    event?.preventDefault();
    void leaving.leave({ isSilent: true });
  };

  const open = () => {
    const window = openWindow();
    window.on('close', (event) => {
      if (isClosing || process.platform === 'darwin') return;
      event.preventDefault();
      void leaving.leave();
    });
    // Windows waits a few seconds for a program that refuses, and goes on as soon as it has ended.
    window.on('query-session-end', leaveSilently);
    // It did not wait. Electron ends the process as soon as this returns.
    window.on('session-end', leaving.leaveNow);
  };
  const show = () => {
    if (!leaving.wantBack()) return;
    const [window] = BrowserWindow.getAllWindows();
    if (!window) return open();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    // An installer of a newer version quits the program when nothing holds it any more.
    if (leaving.isDrained) return;
    event.preventDefault();
    void leaving.leave();
  });
  // Electron passes the event, which its typings leave out: without `preventDefault` the system waits for nothing.
  powerMonitor.on('shutdown', leaveSilently);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaveSilently());
  open();
  return leaving;
}

/** Once everything is on disk. The new version starts before this one has ended, and must not find it. */
export function installNewVersion(install: () => void): void {
  app.releaseSingleInstanceLock();
  install();
}

/** Nothing runs any more that could show it in the window. */
export function tellUninstalled(why: string): void {
  dialog.showErrorBox(
    'The new version could not be installed',
    `${why}\n\nNothing you made is lost. Start Patchbay again, or install the new version yourself.`,
  );
  // Not 0: the library would try the same again, unseen.
  app.exit(3);
}

/** The executable of an AppImage lies in a folder that is gone after the exit. */
function relaunch(): void {
  const image = process.env.APPIMAGE;
  app.relaunch(image ? { execPath: image } : {});
}

/**
 * The system's notifications; pressing one shows the window, as a second start of the program does. What was not seen is
 * counted on the icon, and its button on the taskbar flashes, until a window is in front.
 */
export function systemNotify(): Notify {
  const notify = createNotify(
    Notification,
    () => app.emit('activate'),
    () => BrowserWindow.getFocusedWindow() !== null,
  );
  if (!notify) return null;
  let unseen = 0;
  app.on('browser-window-focus', (_event, window) => {
    unseen = 0;
    app.setBadgeCount(0);
    window.flashFrame(false);
  });
  return (title, body) => {
    notify(title, body);
    if (BrowserWindow.getFocusedWindow()) return;
    unseen += 1;
    app.setBadgeCount(unseen);
    BrowserWindow.getAllWindows()[0]?.flashFrame(true);
  };
}
