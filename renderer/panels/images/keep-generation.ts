import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/routes/failure.ts';
import { noteOf } from './model/card-note.ts';
import { type Generation, picturesOf, titleOf } from './model/generation.ts';

interface GenerationKeeper {
  /** The revision under which a document was read. */
  knows(id: string, revision: number): void;
  /** Saves as it is now; never two saves of one at a time. Settled when it is on the disk, or was given up. */
  save(id: string): Promise<void>;
  /** Saves it no more: it was removed. */
  drop(id: string): void;
  /** Takes it up again after it was removed. */
  restore(id: string): void;
}

interface KeeperPorts {
  library: Pick<Client['library'], 'save' | 'open'>;
  read: (id: string) => Generation | undefined;
  isStarred: (id: string) => boolean;
  /** It can not be saved now; said once, and tried again. */
  onTrouble: () => void;
}

const retryMs = 4000;

/** Saves generations as documents of the library. */
export function createGenerationKeeper({ library, read, isStarred, onTrouble }: KeeperPorts): GenerationKeeper {
  const revisions = new Map<string, number>();
  const saving = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const gone = new Set<string>();
  let isTroubled = false;

  async function saveOnce(id: string, isSecondTry = false): Promise<void> {
    const generation = read(id);
    if (!generation || gone.has(id)) return;
    try {
      revisions.set(id, await library.save(documentOf(generation, isStarred(id), revisions.get(id) ?? 0)));
      isTroubled = false;
    } catch (thrown) {
      if (AppError.from(thrown).code === 'conflict') {
        // Another window follows the same exchanges and saved first; what both fold from them is the same.
        const stored = await library.open({ id }).catch(() => null);
        if (!stored || isSecondTry) return;
        revisions.set(id, stored.revision);
        return saveOnce(id, true);
      }
      if (!isTroubled) onTrouble();
      isTroubled = true;
      setTimeout(() => void keeper.save(id), retryMs);
    }
  }

  const keeper: GenerationKeeper = {
    knows: (id, revision) => void revisions.set(id, revision),
    save(id) {
      const running = saving.get(id);
      if (running) {
        again.add(id);
        return running;
      }
      const work = (async () => {
        do {
          again.delete(id);
          await saveOnce(id);
        } while (again.has(id));
      })().finally(() => saving.delete(id));
      saving.set(id, work);
      return work;
    },
    drop(id) {
      gone.add(id);
      again.delete(id);
      revisions.delete(id);
    },
    restore: (id) => void gone.delete(id),
  };
  return keeper;
}

/** The document of a generation. What it can be found by stands in its passages. */
export function documentOf(generation: Generation, starred: boolean, revision: number) {
  const { id, order } = generation;
  const revised = picturesOf(generation).flatMap(({ revisedPrompt }) => revisedPrompt ?? []);
  const texts = generation.calls.flatMap((call) => call.texts);
  return {
    id,
    panel: 'images',
    title: titleOf(generation),
    starred,
    model: order.model || null,
    note: noteOf(generation),
    content: JSON.stringify(generation),
    passages: [order.prompt, order.input, ...revised, ...texts]
      .filter((text) => text.trim() !== '')
      .map((text, index) => ({ messageId: String(index), text })),
    revision,
  };
}
