import type { Core } from '#shared/contract/index.ts';
import type { AskUser } from './dialogs/ask-user.ts';

export interface QuitParts {
  /** Requests that are still running. */
  countRunning(): Promise<number>;
  ask: AskUser;
  /** Lets the pages save what they still have to save. */
  closePages(): Promise<void>;
  /** Ends the core: running work is recorded as far as it got, and the database is closed. */
  drain(): Promise<void>;
  /** The same without waiting for anything: what was received is written and the database is closed when this returns. */
  drainNow(): void;
  /** Ends the process. `isWanted`: the user started the program again meanwhile. */
  exit(isWanted: boolean): void;
  /** How long each of the two steps may take. */
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
   * Quits unless the user cancels. The question names running work, then everything that arrived is put on disk,
   * then the process ends. Calling it again meanwhile changes nothing.
   */
  leave(options?: QuitOptions): Promise<void>;
  /** Leaves before it returns: the system ends the process right afterwards. */
  leaveNow(): void;
  /** The user started the program again. Returns false while it cannot be shown any more: a new start follows the exit. */
  wantBack(): boolean;
  /** True from the moment that nothing can keep the program any more. */
  readonly isGoing: boolean;
  /** True once everything is on disk: the process may end. */
  readonly isDrained: boolean;
}

/** The one way out of the program. */
export function createQuit(parts: QuitParts): Quit {
  const { countRunning, ask, closePages, drain, drainNow, exit, limitMs = 5_000 } = parts;
  let isAsking = false;
  let isGoing = false;
  let isDrained = false;
  let isWanted = false;

  // Neither a page nor a core that cannot close may keep the process: what is received is on disk as it arrives.
  const within = (step: () => Promise<void>) =>
    Promise.race([step().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref())]);

  async function go(finish: () => void): Promise<void> {
    if (isGoing) return;
    isGoing = true;
    await within(closePages);
    await within(drain);
    if (isDrained) return;
    isDrained = true;
    finish();
  }

  return {
    async leave({ isSilent = false, finish = () => exit(!isSilent && isWanted) } = {}) {
      if (isSilent) return go(finish);
      if (isAsking || isGoing) return;
      isAsking = true;
      try {
        const running = await countRunning().catch(() => 0);
        if (running === 0 || (await ask(runningQuestion(running)))) await go(finish);
      } finally {
        isAsking = false;
      }
    },
    leaveNow() {
      if (isDrained) return;
      isGoing = true;
      isDrained = true;
      try {
        drainNow();
      } finally {
        exit(false);
      }
    },
    wantBack() {
      isWanted ||= isGoing;
      return !isGoing;
    },
    get isGoing() {
      return isGoing;
    },
    get isDrained() {
      return isDrained;
    },
  };
}

/** Exchanges that the core is still receiving. */
export async function countRunning({ exchanges }: Pick<Core, 'exchanges'>): Promise<number> {
  const running = await exchanges.list({ limit: 500, outcome: 'running' }, { signal: new AbortController().signal });
  return running.length;
}

const runningQuestion = (running: number) => ({
  message:
    running === 1 ? 'One request is still running. Quit now?' : `${running} requests are still running. Quit now?`,
  detail: 'What has arrived so far is kept. The gateway may go on working, and may charge for it.',
  agree: 'Quit',
  decline: 'Keep Running',
});
