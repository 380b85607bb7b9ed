import type { HostCommand } from '#shared/contract/host.ts';

export interface MenuCommands {
  send(command: HostCommand): void;
  /** What is sent from now on, until the signal fires. */
  listen(signal: AbortSignal): AsyncIterable<{ command: HostCommand }>;
}

/** Carries what the person chooses in the menu to every page that listens. */
export function createMenuCommands(): MenuCommands {
  const listeners = new Set<(command: HostCommand) => void>();
  return {
    send(command) {
      for (const tell of listeners) tell(command);
    },
    async *listen(signal) {
      const waiting: HostCommand[] = [];
      let wake = () => {};
      const tell = (command: HostCommand) => {
        waiting.push(command);
        wake();
      };
      const onAbort = () => wake();
      listeners.add(tell);
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
        listeners.delete(tell);
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
