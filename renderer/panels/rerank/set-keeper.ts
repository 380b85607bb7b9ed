import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/routes/failure.ts';
import { isBlank, type RankSet, stateOf, titleOf } from './model/rank-set.ts';

export type Trouble = 'conflict' | 'save-failed';

export interface KeeperPorts {
  library: Pick<Client['library'], 'save' | 'open'>;
  read: (id: string) => RankSet | undefined;
  /** The stored one is newer than ours. Makes a copy of ours and returns its id. */
  onConflict: (id: string) => string | null;
  onTrouble: (trouble: Trouble) => void;
}

/** Saves sets in the library: soon after a change, never two saves of one at a time, again until it works. */
export interface SetKeeper {
  /** The revision under which a set was read. */
  knows(id: string, revision: number): void;
  soon(id: string): void;
  now(id: string): Promise<void>;
  drop(id: string): void;
  flush(): Promise<void>;
}

const delayMs = 400;
const retryMs = 4000;

export function createSetKeeper({ library, read, onConflict, onTrouble }: KeeperPorts): SetKeeper {
  const revisions = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saving = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const gone = new Set<string>();
  /** What was given to a save of which nobody knows how it ended: the line broke before the answer. */
  const unanswered = new Map<string, string>();
  let isTroubled = false;

  const later = (id: string, ms: number) => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => void keeper.now(id), ms),
    );
  };

  async function save(id: string): Promise<void> {
    const set = read(id);
    if (!set || gone.has(id) || (isBlank(set) && !revisions.has(id))) return;
    const row = rowOf(set, revisions.get(id) ?? 0);
    try {
      revisions.set(id, await library.save(row));
      unanswered.delete(id);
      isTroubled = false;
    } catch (thrown) {
      if (AppError.from(thrown).code === 'conflict') {
        if (await isOurs(id, row.content)) return save(id);
        const copy = onConflict(id);
        onTrouble('conflict');
        if (copy) await keeper.now(copy);
        return;
      }
      unanswered.set(id, row.content);
      if (!isTroubled) onTrouble('save-failed');
      isTroubled = true;
      later(id, retryMs);
    }
  }

  /**
   * True when the newer version is what we have, so that we can go on from it: a save whose answer did not arrive, or that
   * of another window that followed the same exchanges.
   */
  async function isOurs(id: string, content: string): Promise<boolean> {
    const given = unanswered.get(id);
    unanswered.delete(id);
    const stored = await library.open({ id }).catch(() => null);
    if (!stored || (stored.content !== given && stored.content !== content)) return false;
    revisions.set(id, stored.revision);
    return true;
  }

  const keeper: SetKeeper = {
    knows: (id, revision) => void revisions.set(id, revision),
    soon: (id) => later(id, delayMs),
    now(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
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
      clearTimeout(timers.get(id));
      timers.delete(id);
      gone.add(id);
    },
    async flush() {
      await Promise.all([...[...timers.keys()].map((id) => keeper.now(id)), ...saving.values()]);
    },
  };
  return keeper;
}

/** The row of the list: `documents|state` in its note; its query and the beginnings of its documents can be searched. */
function rowOf(set: RankSet, revision: number) {
  const texts = [set.query, ...set.documents.map(({ text }) => text)].filter((text) => text.trim() !== '');
  return {
    id: set.id,
    panel: 'rerank',
    title: titleOf(set),
    starred: set.starred,
    model: set.model.slice(0, 200) || null,
    note: `${set.documents.length}|${stateOf(set.outcome)}`,
    content: JSON.stringify(set),
    passages: texts.map((text, at) => ({ messageId: String(at), text: text.slice(0, 2000) })),
    revision,
  };
}
