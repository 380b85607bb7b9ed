import type { Core } from '#shared/contract/index.ts';
import type { AskUser } from './dialogs/app-dialogs.ts';

export interface QuitParts {
  /** Returns the number of running requests. */
  countRunning(): Promise<number>;
  ask: AskUser;
  /** Lets the pages save their pending changes. */
  closePages(): Promise<void>;
  /** Ends the core: running work is recorded as far as it got, and the database is closed. */
  drain(): Promise<void>;
  /** Does the same without waiting: received data is written and the database is closed when this returns. */
  drainNow(): void;
  /** Ends the process. `shouldRelaunch`: the user started the program again in the meantime. */
  exit(shouldRelaunch: boolean): void;
  /** Limit of each of the two steps. */
  limitMs?: number;
}

export interface QuitOptions {
  /** For a signal or the end of the login session: no question can be answered then. */
  isSilent?: boolean;
  /** Runs in place of `exit`, once everything is on disk. */
  finish?: () => void;
}

export interface Quit {
  /**
   * Quits unless the user cancels. The dialog names running work; then everything that arrived is written to disk and
   * the process ends. Calling it again in the meantime changes nothing.
   */
  leave(options?: QuitOptions): Promise<void>;
  /** Quits synchronously: the system ends the process right afterwards. */
  quitNow(): void;
  /**
   * Handles another start of the program. Returns false if it can no longer be shown: a new start then follows the
   * exit.
   */
  handleSecondStart(): boolean;
  /** True from the moment the quit can no longer be canceled. */
  readonly isQuitting: boolean;
  /** True once everything is on disk: the process may end. */
  readonly isDrained: boolean;
}

/** Creates the only way to quit the program. */
export function createQuit(parts: QuitParts): Quit {
  const { countRunning, ask, closePages, drain, drainNow, exit, limitMs = 5_000 } = parts;
  let isAsking = false;
  let isQuitting = false;
  let isDrained = false;
  let shouldRelaunch = false;

  // Neither a page nor a core that cannot close may block the exit: received data is written to disk as it arrives.
  const within = (step: () => Promise<void>) =>
    Promise.race([step().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref())]);

  async function go(finish: () => void): Promise<void> {
    if (isQuitting) return;
    isQuitting = true;
    await within(closePages);
    await within(drain);
    if (isDrained) return;
    isDrained = true;
    finish();
  }

  return {
    async leave({ isSilent = false, finish = () => exit(!isSilent && shouldRelaunch) } = {}) {
      if (isSilent) return go(finish);
      if (isAsking || isQuitting) return;
      isAsking = true;
      try {
        const running = await countRunning().catch(() => 0);
        if (running === 0 || (await ask(runningQuestion(running)))) await go(finish);
      } finally {
        isAsking = false;
      }
    },
    quitNow() {
      if (isDrained) return;
      isQuitting = true;
      isDrained = true;
      try {
        drainNow();
      } finally {
        exit(false);
      }
    },
    handleSecondStart() {
      shouldRelaunch ||= isQuitting;
      return !isQuitting;
    },
    get isQuitting() {
      return isQuitting;
    },
    get isDrained() {
      return isDrained;
    },
  };
}

/** Returns the number of exchanges the core is still receiving. */
export async function countRunning({ exchanges }: Pick<Core, 'exchanges'>): Promise<number> {
  const running = await exchanges.list({ limit: 500, outcome: 'running' }, { signal: new AbortController().signal });
  return running.length;
}

const runningQuestion = (running: number) => ({
  message:
    running === 1 ? 'One request is still running. Quit now?' : `${running} requests are still running. Quit now?`,
  detail: 'What has arrived is kept. The gateway may continue and bill for it.',
  agree: 'Quit',
  decline: 'Keep Running',
});
