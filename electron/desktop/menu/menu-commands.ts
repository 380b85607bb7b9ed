import type { WebContents } from 'electron';
import type { HostCommand } from '#shared/contract/host.ts';
import type { AppWindows } from '../windows.ts';

export interface MenuCommands {
  /** To the page of the window in front. */
  send(command: HostCommand): void;
  /** What is sent to a page from now on, until the signal fires. */
  listen(page: WebContents, signal: AbortSignal): AsyncIterable<{ command: HostCommand }>;
}

/** Carries what the user chooses in the menu to the page of the window in front. */
export function createMenuCommands(windows: Pick<AppWindows, 'focusedWindow'>): MenuCommands {
  const listeners = new Map<(command: HostCommand) => void, WebContents>();
  return {
    send(command) {
      const front = windows.focusedWindow()?.webContents;
      for (const [notify, page] of listeners) if (page === front) notify(command);
    },
    async *listen(page, signal) {
      const waiting: HostCommand[] = [];
      let wake = () => {};
      const notify = (command: HostCommand) => {
        waiting.push(command);
        wake();
      };
      const onAbort = () => wake();
      listeners.set(notify, page);
      signal.addEventListener('abort', onAbort);
      try {
        while (!signal.aborted) {
          const command = waiting.shift();
          if (command) yield { command };
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        listeners.delete(notify);
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
