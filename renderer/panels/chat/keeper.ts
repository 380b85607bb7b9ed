import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/routes/failure.ts';
import { isSettled } from './model/answer.ts';
import type { Conversation } from './model/conversation.ts';
import { shownTurns } from './model/conversation.ts';
import { passagesOf } from './model/passages.ts';

/** Saves conversations: soon after a change, at once when something must not be lost, never two saves of one at a time. */
export interface Keeper {
  /** The revision under which a conversation was read. */
  knows(id: string, revision: number): void;
  soon(id: string): void;
  now(id: string): Promise<void>;
  drop(id: string): void;
  flush(): Promise<void>;
}

interface KeeperPorts {
  library: Pick<Client['library'], 'save' | 'open'>;
  read: (id: string) => Conversation | undefined;
  /** The stored one is newer than ours. Makes a copy of ours and returns its id. */
  onConflict: (id: string) => string | null;
  onTrouble: (trouble: 'conflict' | 'save-failed') => void;
}

const delayMs = 400;
const retryMs = 4000;

export function createKeeper(ports: KeeperPorts): Keeper {
  const revisions = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saving = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const troubled = new Set<string>();
  /** What was given to a save of which nobody knows how it ended: the line broke before the answer. */
  const unanswered = new Map<string, string>();

  const cancelTimer = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const later = (id: string, ms: number) => {
    cancelTimer(id);
    timers.set(
      id,
      setTimeout(() => void keeper.now(id), ms),
    );
  };

  async function save(id: string): Promise<void> {
    const conversation = ports.read(id);
    if (!conversation) return;
    const content = JSON.stringify(conversation);
    try {
      const revision = await ports.library.save({
        id,
        panel: 'chat',
        title: conversation.title,
        starred: conversation.starred,
        model: conversation.model || null,
        note: noteOf(conversation),
        content,
        passages: passagesOf(conversation),
        revision: revisions.get(id) ?? 0,
      });
      revisions.set(id, revision);
      troubled.delete(id);
      unanswered.delete(id);
    } catch (error) {
      if (AppError.from(error).code === 'conflict') {
        if (await isOwnSave(id)) return save(id);
        const copy = ports.onConflict(id);
        ports.onTrouble('conflict');
        if (copy) await keeper.now(copy);
        return;
      }
      // Said once per conversation; saving goes on trying until it works.
      unanswered.set(id, content);
      if (!troubled.has(id)) ports.onTrouble('save-failed');
      troubled.add(id);
      later(id, retryMs);
    }
  }

  /** True when the newer version is our own, saved although its answer did not arrive; we then go on from it. */
  async function isOwnSave(id: string): Promise<boolean> {
    const given = unanswered.get(id);
    if (given === undefined) return false;
    unanswered.delete(id);
    const stored = await ports.library.open({ id }).catch(() => null);
    if (stored?.content !== given) return false;
    revisions.set(id, stored.revision);
    return true;
  }

  const keeper: Keeper = {
    knows: (id, revision) => void revisions.set(id, revision),
    soon: (id) => later(id, delayMs),
    now(id) {
      cancelTimer(id);
      const running = saving.get(id);
      if (running) {
        again.add(id);
        return running;
      }
      const work = (async () => {
        do {
          again.delete(id);
          await save(id);
        } while (again.has(id));
      })().finally(() => saving.delete(id));
      saving.set(id, work);
      return work;
    },
    drop(id) {
      cancelTimer(id);
      again.delete(id);
      revisions.delete(id);
    },
    async flush() {
      await Promise.all([...timers.keys()].map((id) => keeper.now(id)).concat([...saving.values()]));
    },
  };
  return keeper;
}

/** The words of the list row: how many turns, and how the last one ended when that matters. */
function noteOf(conversation: Conversation): string {
  const shown = shownTurns(conversation);
  const last = shown.at(-1);
  const state = last?.role === 'assistant' && isSettled(last.answer) ? last.answer.state : '';
  return `${shown.filter((turn) => turn.role === 'user').length}|${state}`;
}
