import type { WebContents } from 'electron';
import type { HostCommand } from '#shared/contract/host.ts';
import { wakeableStream } from '#shared/wakeable-stream.ts';
import type { AppWindows } from '../windows.ts';

export interface MenuCommands {
  /** Sends a command to the page of the focused window. */
  send(command: HostCommand): void;
  /** Yields the commands sent to a page from now on, until the signal fires. */
  listen(page: WebContents, signal: AbortSignal): AsyncIterable<{ command: HostCommand }>;
}

/** Creates the channel that carries menu commands to the page of the focused window. */
export function createMenuCommands(windows: Pick<AppWindows, 'focusedWindow'>): MenuCommands {
  const listeners = new Map<(command: HostCommand) => void, WebContents>();
  return {
    send(command) {
      const front = windows.focusedWindow()?.webContents;
      for (const [notify, page] of listeners) if (page === front) notify(command);
    },
    listen(page, signal) {
      const waiting: { command: HostCommand }[] = [];
      return wakeableStream(
        signal,
        () => waiting.shift(),
        (wake) => {
          const notify = (command: HostCommand) => {
            waiting.push({ command });
            wake();
          };
          listeners.set(notify, page);
          return () => listeners.delete(notify);
        },
      );
    },
  };
}
