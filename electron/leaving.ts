import type { Core } from '#shared/contract/index.ts';
import type { AskPerson } from './ask-person.ts';

export interface LeavingParts {
  /** Requests that are still being answered. */
  countRunning(): Promise<number>;
  ask: AskPerson;
  /** Lets the pages say what they still have to save. */
  closePages(): Promise<void>;
  /** Ends the core: what runs is recorded as it stands, the database is closed. */
  drain(): Promise<void>;
  exit(): void;
  /** How long each of the two steps may take. */
  limitMs?: number;
}

/**
 * The one way out of the program. Running work is named and asked about, then everything that arrived is put on disk,
 * then the process ends. Asking again meanwhile changes nothing.
 *
 * @returns leaves, unless the person says no. `silent` is for a signal or a session that ends: nobody can answer then.
 */
export function createLeaving(parts: LeavingParts): (how?: 'silent') => Promise<void> {
  const { countRunning, ask, closePages, drain, exit, limitMs = 5_000 } = parts;
  let isAsking = false;
  let isGoing = false;

  // Neither a page nor a core that can not close may hold the program: what is received is on disk as it arrives.
  const within = (step: () => Promise<void>) =>
    Promise.race([step().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref())]);

  async function go(): Promise<void> {
    if (isGoing) return;
    isGoing = true;
    await within(closePages);
    await within(drain);
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

/** Exchanges that the core is still receiving. */
export async function countRunning({ exchanges }: Pick<Core, 'exchanges'>): Promise<number> {
  const newest = await exchanges.list({ limit: 500 }, { signal: new AbortController().signal });
  return newest.filter(({ state }) => state === 'running').length;
}

const runningQuestion = (running: number) => ({
  message:
    running === 1 ? 'One request is still running. Quit now?' : `${running} requests are still running. Quit now?`,
  detail: 'What has arrived so far is kept. The gateway may go on working, and may charge for it.',
  agree: 'Quit',
  decline: 'Keep Running',
});
