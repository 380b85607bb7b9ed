import type { AskPerson } from './ask-person.ts';

export interface LeavingParts {
  /** Requests that are still answered. */
  countRunning(): Promise<number>;
  ask: AskPerson;
  /** Ends the core: what runs is recorded as it stands, the database is closed. */
  drain(): Promise<void>;
  exit(): void;
  /** Milliseconds that draining may take. */
  drainLimitMs?: number;
}

/**
 * The one way out of the program. Running work is named and asked about, then everything that arrived is put on disk,
 * then the process ends. Asking again meanwhile changes nothing.
 *
 * @returns leaves, unless the person says no. `silent` is for a signal or a session that ends: nobody can answer then.
 */
export function createLeaving(parts: LeavingParts): (how?: 'silent') => Promise<void> {
  const { countRunning, ask, drain, exit, drainLimitMs = 5_000 } = parts;
  let isAsking = false;
  let isGoing = false;

  async function go(): Promise<void> {
    if (isGoing) return;
    isGoing = true;
    // A core that can not close must not hold the program: everything received is on disk as it arrives.
    const limit = new Promise<void>((resolve) => setTimeout(resolve, drainLimitMs).unref());
    await Promise.race([drain().catch(() => {}), limit]);
    exit();
  }

  return async (how) => {
    if (how === 'silent') return go();
    if (isAsking || isGoing) return;
    isAsking = true;
    try {
      const running = await countRunning().catch(() => 0);
      if (running === 0 || (await ask(runningQuestion(running)))) await go();
    } finally {
      isAsking = false;
    }
  };
}

const runningQuestion = (running: number) => ({
  message:
    running === 1 ? 'One request is still running. Quit now?' : `${running} requests are still running. Quit now?`,
  detail: 'What has arrived so far is kept. The gateway may go on working, and may charge for it.',
  agree: 'Quit',
  decline: 'Keep Running',
});
