import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { type CorpusDocument, keepItems } from '../../lib/corpus/corpus-document.ts';
import { keepBatches } from '../../lib/corpus/kept-batches.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { Corpus, ModelRun } from './model/lab.ts';
import { vectorCount } from './model/lab.ts';

export interface AutosavePorts {
  library: Pick<Client['library'], 'save'>;
  keepVectors: (name: string, vectors: ReadonlyMap<number, Float32Array>) => Promise<FileRef[]>;
  read: () => Corpus;
  /** Vectors of a run lie in these files as well now. */
  onKept: (runId: string, segments: readonly FileRef[]) => void;
  /** A newer version is stored: gives ours an id of its own. */
  onConflict: () => void;
  onTrouble: (trouble: SaveTrouble) => void;
}

/** Keeps the open corpus: its document in the library, its vectors in files. */
export interface CorpusAutosave {
  /** Another corpus is open now, stored under this revision (0: never stored). */
  begin(revision: number): void;
  /** Vectors that are in no file yet. */
  add(runId: string, vectors: ReadonlyMap<number, Float32Array>): void;
  /** Within a moment; asked again and again it still saves. */
  soon(): void;
  now(): Promise<void>;
}

const delayMs = 700;
const retryMs = 4000;

export function createCorpusAutosave(ports: AutosavePorts): CorpusAutosave {
  let revision = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTroubled = false;
  let saving: Promise<void> = Promise.resolve();
  const unkept = new Map<string, Map<number, Float32Array>>();

  async function keepFiles(corpus: Corpus): Promise<void> {
    for (const run of runsOf(corpus)) {
      const vectors = unkept.get(run.id);
      if (!vectors) continue;
      unkept.delete(run.id);
      try {
        ports.onKept(run.id, await ports.keepVectors(corpus.id, vectors));
      } catch (thrown) {
        unkept.set(run.id, new Map([...vectors, ...(unkept.get(run.id) ?? [])]));
        throw thrown;
      }
    }
  }

  async function save(): Promise<void> {
    const { id } = ports.read();
    try {
      await keepFiles(ports.read());
      const corpus = ports.read();
      // Another corpus was opened meanwhile: it was saved before.
      if (corpus.id !== id) return;
      revision = await ports.library.save({ ...rowOf(corpus), content: JSON.stringify(documentOf(corpus)), revision });
      isTroubled = false;
    } catch (thrown) {
      if (AppError.from(thrown).code === 'conflict') {
        revision = 0;
        ports.onConflict();
        ports.onTrouble('conflict');
        return save();
      }
      if (!isTroubled) ports.onTrouble('save-failed');
      isTroubled = true;
      later(retryMs);
    }
  }

  const later = (ms: number) => {
    timer ??= setTimeout(() => void autosave.now(), ms);
  };

  const autosave: CorpusAutosave = {
    begin(stored) {
      clearTimeout(timer);
      timer = undefined;
      revision = stored;
      isTroubled = false;
      unkept.clear();
    },
    add(runId, vectors) {
      unkept.set(runId, new Map([...(unkept.get(runId) ?? []), ...vectors]));
      later(delayMs);
    },
    soon: () => later(delayMs),
    now() {
      clearTimeout(timer);
      timer = undefined;
      saving = saving.then(save);
      return saving;
    },
  };
  return autosave;
}

const runsOf = ({ base, overlay }: Corpus): ModelRun[] => [base, overlay].filter((run) => run !== null);

/** The name of a corpus in lists: its file, else its first text. */
export const titleOf = ({ name, read, source }: Corpus): string =>
  (name || (read.items[0]?.text ?? source).trim()).slice(0, 120);

function rowOf(corpus: Corpus) {
  const { id, base, read } = corpus;
  return {
    id,
    panel: 'embeddings',
    title: titleOf(corpus),
    starred: false,
    model: base?.model ?? null,
    note: `${vectorCount(base)}|${read.items.length}`,
    passages: [],
  };
}

function documentOf({ id, name, source, kind, column, batch, base, overlay }: Corpus): CorpusDocument {
  return {
    version: 1,
    id,
    name,
    source,
    kind,
    column,
    batch,
    runs: [base, overlay]
      .filter((run) => run !== null)
      .map(({ items, batches, segments, ...run }) => ({
        ...run,
        batches: keepBatches(batches),
        segments: [...segments],
        ...keepItems(items),
      })),
  };
}
