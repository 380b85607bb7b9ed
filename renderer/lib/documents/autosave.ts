import { AppError } from '#shared/protocol/failure.ts';
import type { DocumentWriter, SavedDocument } from './document-storage.ts';

/** `conflict`: a newer one is stored and ours became a copy. `save-failed`: it cannot be saved now, and is retried. */
export type SaveTrouble = 'conflict' | 'save-failed';

export interface AutosavePorts {
  writer: DocumentWriter;
  /**
   * Returns the current document; undefined for what is not to be saved. One that rejects is retried, like a save that
   * failed.
   *
   * @param isStored the library already has it.
   */
  read: (id: string, isStored: boolean) => SavedDocument | undefined | Promise<SavedDocument | undefined>;
  /**
   * What to do when the stored one is newer and is not ours. `replace`: both were folded from the same exchanges, so
   * ours replaces it. Else it makes a copy of ours and returns the id of that.
   */
  onConflict: 'replace' | ((id: string) => string | null);
  /** A failed save is reported once per document, until one succeeds again. */
  onTrouble: (trouble: SaveTrouble) => void;
}

/**
 * Saves documents in the library: soon after a change or at once, never two saves of one document at a time, retried
 * until it succeeds.
 */
export interface Autosave {
  /** Sets the revision under which a document was read; 0 when it was removed and is to be stored again. */
  knows(id: string, revision: number): void;
  /** Saves within a moment of the last change, and every two seconds while changes follow each other closely. */
  soon(id: string): void;
  /** Saves the current state. Resolves when it is on disk, or could not be saved. */
  now(id: string): Promise<void>;
  /** Returns the revision that ours is built on, or `null` while ours has unsaved changes. */
  settledRevision(id: string): number | null;
  /** Stops saving it: it was removed. */
  drop(id: string): void;
  /** Saves everything that is pending, now. */
  flush(): Promise<void>;
}

const delayMs = 400;
const longestDelayMs = 2000;
const retryMs = 4000;

export function createAutosave({ writer, read, onConflict, onTrouble }: AutosavePorts): Autosave {
  const revisions = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saving = new Map<string, Promise<void>>();
  const again = new Set<string>();
  /** When the oldest unsaved change was made, by the clock. */
  const changedAt = new Map<string, number>();
  const gone = new Set<string>();
  const troubled = new Set<string>();
  /** What was saved with unknown outcome: the connection was lost before the response. */
  const unconfirmed = new Map<string, SavedDocument>();

  const cancelTimer = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const later = (id: string, ms: number) => {
    cancelTimer(id);
    timers.set(
      id,
      setTimeout(() => void autosave.now(id), ms),
    );
  };

  async function save(id: string, isSecondTry = false): Promise<void> {
    const revision = revisions.get(id) ?? 0;
    let document: SavedDocument | undefined;
    try {
      const given = gone.has(id) ? undefined : read(id, revision > 0);
      // A page that is unloading has no time for an unnecessary promise.
      document = given instanceof Promise ? await given : given;
      if (!document || gone.has(id)) return;
      revisions.set(id, await writer.save(document, revision));
      unconfirmed.delete(id);
      troubled.delete(id);
    } catch (thrown) {
      if (gone.has(id)) return;
      if (document !== undefined) {
        if (AppError.from(thrown).code === 'conflict') return settleConflict(id, document, isSecondTry);
        unconfirmed.set(id, document);
      }
      if (!troubled.has(id)) onTrouble('save-failed');
      troubled.add(id);
      later(id, retryMs);
    }
  }

  async function settleConflict(id: string, document: SavedDocument, isSecondTry: boolean): Promise<void> {
    // What is stored may be ours: from a save whose response did not arrive, or from a window that saw the same.
    const found = await writer.compare(id, [unconfirmed.get(id) ?? document, document]).catch(() => null);
    unconfirmed.delete(id);
    if (found && !isSecondTry && (found.isOurs || onConflict === 'replace')) {
      revisions.set(id, found.revision);
      return save(id, true);
    }
    if (onConflict === 'replace') return;
    const copy = onConflict(id);
    onTrouble('conflict');
    if (copy) await autosave.now(copy);
  }

  const autosave: Autosave = {
    knows(id, revision) {
      gone.delete(id);
      revisions.set(id, revision);
    },
    soon(id) {
      const since = changedAt.get(id) ?? Date.now();
      changedAt.set(id, since);
      later(id, Math.max(0, Math.min(delayMs, since + longestDelayMs - Date.now())));
    },
    now(id) {
      cancelTimer(id);
      changedAt.delete(id);
      const running = saving.get(id);
      if (running) {
        again.add(id);
        return running;
      }
      const work = (async () => {
        try {
          do {
            again.delete(id);
            await save(id);
          } while (again.has(id));
        } finally {
          // At once: a change after this would otherwise wait for a save that has already ended.
          saving.delete(id);
        }
      })();
      saving.set(id, work);
      return work;
    },
    settledRevision: (id) =>
      timers.has(id) || saving.has(id) || unconfirmed.has(id) ? null : (revisions.get(id) ?? null),
    drop(id) {
      cancelTimer(id);
      changedAt.delete(id);
      gone.add(id);
      troubled.delete(id);
      unconfirmed.delete(id);
    },
    async flush() {
      await Promise.all([...[...timers.keys()].map((id) => autosave.now(id)), ...saving.values()]);
    },
  };
  return autosave;
}
