import { once } from 'node:events';
import { app, BrowserWindow, Notification, powerMonitor } from 'electron';
import { createLeaving, type LeavingParts } from './leaving.ts';
import { createNotify, type Notify } from './notify.ts';

export type AppLifeParts = Omit<LeavingParts, 'closePages' | 'exit'> & { openWindow(): BrowserWindow };

/**
 * From the first window to the end of the process. One window at most; a second start of the program only shows it, and
 * its command line is not looked at. On macOS the app outlives its window, elsewhere the window's end is the app's.
 */
export function beginAppLife({ openWindow, ...leavingParts }: AppLifeParts): void {
  let isClosing = false;
  const leave = createLeaving({
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
    exit: () => app.exit(0),
  });

  const open = () => {
    const window = openWindow();
    window.on('close', (event) => {
      if (isClosing || process.platform === 'darwin') return;
      event.preventDefault();
      void leave();
    });
    window.on('session-end', () => void leave('silent'));
  };
  const show = () => {
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
    event.preventDefault();
    void leave();
  });
  powerMonitor.on('shutdown', () => void leave('silent'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave('silent'));
  open();
}

/** The system's notifications; pressing one shows the window, as a second start of the program does. */
export const systemNotify = (): Notify =>
  createNotify(
    Notification,
    () => app.emit('activate'),
    () => BrowserWindow.getFocusedWindow() !== null,
  );
