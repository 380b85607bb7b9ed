import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/routes/failure.ts';
import { callsOf, isGood, type SoundDocument, stateOf, titleOf } from './model/sound-document.ts';
import { transcriptOf } from './model/transcript.ts';

interface KeeperPorts {
  library: Pick<Client['library'], 'save' | 'open'>;
  read: (id: string) => SoundDocument | undefined;
  isStarred: (id: string) => boolean;
  /** It can not be saved now; said once, and tried again. */
  onTrouble: () => void;
}

export interface DocumentKeeper {
  /** The revision under which a document was read. */
  knows(id: string, revision: number): void;
  /** Saves as it is now; never two saves of one at a time. Settled when it is on the disk, or was given up. */
  save(id: string): Promise<void>;
  /** Saves it no more: it was removed. */
  drop(id: string): void;
}

const retryMs = 4000;

/** Saves the documents of the panel in the library. */
export function createDocumentKeeper({ library, read, isStarred, onTrouble }: KeeperPorts): DocumentKeeper {
  const revisions = new Map<string, number>();
  const saving = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const gone = new Set<string>();
  let isTroubled = false;

  async function saveOnce(id: string, isSecondTry = false): Promise<void> {
    const document = read(id);
    if (!document || gone.has(id)) return;
    try {
      revisions.set(id, await library.save(rowOf(document, isStarred(id), revisions.get(id) ?? 0)));
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

  const keeper: DocumentKeeper = {
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
  };
  return keeper;
}

/** The row of a document: `kind|state|seconds or count` in its note, and everything that was said as passages. */
export function rowOf(document: SoundDocument, starred: boolean, revision: number) {
  const calls = callsOf(document);
  const last = document.kind === 'hear' ? (document.runs.at(-1)?.calls ?? []) : calls;
  const number =
    document.kind === 'hear'
      ? Math.round(document.source?.duration ?? 0)
      : document.kind === 'speak'
        ? document.takes.length
        : document.rows.length;
  const texts =
    document.kind === 'hear'
      ? document.runs.map((run) => transcriptOf(run).text)
      : [document.text, ...calls.filter((call) => call.order.kind === 'hear' && isGood(call)).map(({ text }) => text)];
  return {
    id: document.id,
    panel: 'audio',
    title: titleOf(document),
    starred,
    model: calls.at(-1)?.model ?? null,
    note: `${document.kind}|${stateOf(last)}|${number}`,
    content: JSON.stringify(document),
    passages: texts.filter((text) => text.trim() !== '').map((text, at) => ({ messageId: String(at), text })),
    revision,
  };
}
