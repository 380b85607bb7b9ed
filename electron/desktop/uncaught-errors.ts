import type { MessageBoxOptions } from 'electron';
import type { EventLog } from '#core/log/event-log.ts';
import type { AppDialogs } from './dialogs/app-dialogs.ts';

export interface UncaughtParts {
  process: Pick<NodeJS.Process, 'on'>;
  log: Pick<EventLog, 'noteError'>;
  whenReady(): Promise<void>;
  dialog: Pick<AppDialogs, 'showMessageBox'>;
  showLog(): Promise<unknown>;
  quit(): void;
  now?: () => number;
}

/** A repeated error is shown once in this period. */
const quietMs = 60_000;

/**
 * Logs uncaught errors, and shows them as a sentence instead of Electron's dialog, which shows a stack. The program
 * continues unless the user quits. An unhandled rejection is only logged.
 */
export function watchUncaught({ process, log, whenReady, dialog, showLog, quit, now = Date.now }: UncaughtParts): void {
  let isShown = false;
  let quietUntil = 0;

  async function notify(): Promise<void> {
    if (isShown || now() < quietUntil) return;
    isShown = true;
    try {
      await whenReady();
      const choice = await choose();
      if (choice === 'quit') quit();
    } catch {
      // Without a dialog there is still the log.
    } finally {
      isShown = false;
      quietUntil = now() + quietMs;
    }
  }
  async function choose(): Promise<'keep' | 'quit'> {
    for (;;) {
      const { response } = await dialog.showMessageBox(box);
      if (response !== buttons.showLog) return response === buttons.quit ? 'quit' : 'keep';
      await showLog();
    }
  }
  process.on('uncaughtException', (thrown) => {
    log.noteError('error', thrown);
    void notify();
  });
  process.on('unhandledRejection', (thrown) => log.noteError('rejection', thrown));
}

const buttons = { keep: 0, quit: 1, showLog: 2 };

const box: MessageBoxOptions = {
  type: 'error',
  message: 'Patchbay ran into an error',
  detail:
    'Everything that was saved or received is kept. Running requests continue where possible.\n\n' +
    'Restart Patchbay if something no longer responds. The log shows where the error occurred; ' +
    'it contains no keys, prompts or responses.',
  buttons: ['Keep Running', 'Quit', 'Show Log'],
  defaultId: buttons.keep,
  cancelId: buttons.keep,
  noLink: true,
};
