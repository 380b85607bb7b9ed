import type { Client } from '#shared/contract/index.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { type CorpusDocument, keepItems } from '../../lib/corpus/corpus-document.ts';
import { keepBatches } from '../../lib/corpus/kept-batches.ts';
import { type Autosave, createAutosave, type SavedDocument, type SaveTrouble } from '../../lib/documents/autosave.ts';
import type { Corpus, ModelRun } from './model/lab.ts';
import { vectorCount } from './model/lab.ts';

export interface AutosavePorts {
  library: Pick<Client['library'], 'save' | 'open'>;
  keepVectors: (name: string, vectors: ReadonlyMap<number, Float32Array>) => Promise<FileRef[]>;
  read: () => Corpus;
  /** Vectors of a run are stored in these files as well now. */
  onKept: (runId: string, segments: readonly FileRef[]) => void;
  /** A newer version is stored: gives ours an id of its own, and returns it. */
  onConflict: (id: string) => string;
  onTrouble: (trouble: SaveTrouble) => void;
}

/** Stores the open corpus: its document in the library, its vectors in files. */
export interface CorpusAutosave extends Pick<Autosave, 'flush'> {
  /** Another corpus is open now, stored under this revision (0: never stored). */
  begin(id: string, revision: number): void;
  /** Vectors that are in no file yet. */
  add(runId: string, vectors: ReadonlyMap<number, Float32Array>): void;
  soon(): void;
  now(): Promise<void>;
  /** Saves it no more: it was removed. */
  drop(id: string): void;
}

/** Nothing was embedded in it and there is no text: the library stores none of those. */
export const isBlank = ({ source, base }: Corpus): boolean => source === '' && base === null;

export function createCorpusAutosave({ read, library, ...ports }: AutosavePorts): CorpusAutosave {
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

  const autosave = createAutosave({
    library,
    async read(id) {
      if (read().id !== id || isBlank(read())) return undefined;
      await keepFiles(read());
      const corpus = read();
      // Another corpus was opened meanwhile: this one was saved before.
      return corpus.id === id ? rowOf(corpus) : undefined;
    },
    onConflict: ports.onConflict,
    onTrouble: ports.onTrouble,
  });

  return {
    begin(id, revision) {
      autosave.knows(id, revision);
      unkept.clear();
    },
    add(runId, vectors) {
      unkept.set(runId, new Map([...(unkept.get(runId) ?? []), ...vectors]));
      autosave.soon(read().id);
    },
    soon: () => autosave.soon(read().id),
    now: () => autosave.now(read().id),
    drop: autosave.drop,
    flush: autosave.flush,
  };
}

const runsOf = ({ base, overlay }: Corpus): ModelRun[] => [base, overlay].filter((run) => run !== null);

/** The name of a corpus in lists: its file, else its first text. */
export const titleOf = ({ name, read, source }: Corpus): string =>
  (name || (read.items[0]?.text ?? source).trim()).slice(0, 120);

function rowOf(corpus: Corpus): SavedDocument {
  const { id, base, read } = corpus;
  return {
    id,
    panel: 'embeddings',
    title: titleOf(corpus),
    starred: false,
    model: base?.model ?? null,
    note: `${vectorCount(base)}|${read.items.length}`,
    content: JSON.stringify(documentOf(corpus)),
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
