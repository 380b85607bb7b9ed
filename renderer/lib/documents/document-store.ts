import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/index.ts';
import { createAutosave, type SavedDocument } from './autosave.ts';

interface DocumentStorePorts<Document> {
  library: Pick<Client['library'], 'save' | 'open' | 'remove'>;
  /** How the library keeps a document. */
  rowOf: (document: Document, starred: boolean) => SavedDocument;
  /** A document was read from the library: what still runs of it is to be followed. */
  onRead: (document: Document) => void;
  /** One can not be saved now; said once, and tried again. */
  onTrouble: () => void;
}

/**
 * Documents of the library that are open or run, each with what came of its exchanges. Another window that follows the same
 * exchanges makes the same of them, so the one that saves later may replace what the other saved.
 */
export interface DocumentStore<Document> {
  readonly store: StoreApi<{ open: Readonly<Record<string, Document>> }>;
  read(id: string): Document | undefined;
  /** Takes a document in, or another state of one. It is not saved by that. */
  put(document: Document): void;
  /** Settled when it is on the disk, or could not be saved. */
  save(id: string): Promise<void>;
  /** The document, from the library where it is not here yet; `null` when it is gone. Rejects with an `AppError`. */
  open(id: string): Promise<Document | null>;
  star(id: string, starred: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Takes in again what was removed, and saves it. */
  restore(document: Document): Promise<void>;
}

export function createDocumentStore<Document extends { id: string }>({
  library,
  rowOf,
  onRead,
  onTrouble,
}: DocumentStorePorts<Document>): DocumentStore<Document> {
  const store = createStore<{ open: Readonly<Record<string, Document>> }>(() => ({ open: {} }));
  const stars = new Set<string>();
  const read = (id: string) => store.getState().open[id];
  const put = (document: Document) => store.setState(({ open }) => ({ open: { ...open, [document.id]: document } }));
  const autosave = createAutosave({
    library,
    read(id) {
      const document = read(id);
      return document && rowOf(document, stars.has(id));
    },
    onConflict: 'replace',
    onTrouble,
  });

  async function open(id: string): Promise<Document | null> {
    const known = read(id);
    if (known) return known;
    const stored = await library.open({ id });
    if (!stored) return null;
    // Another call may have read it meanwhile, and what it follows must not be put back to the stored state.
    const meanwhile = read(id);
    if (meanwhile) return meanwhile;
    const document = JSON.parse(stored.content) as Document;
    autosave.knows(id, stored.revision);
    if (stored.starred) stars.add(id);
    put(document);
    onRead(document);
    return document;
  }

  return {
    store,
    read,
    put,
    save: autosave.now,
    open,
    async star(id, starred) {
      if (!(await open(id))) return;
      if (starred) stars.add(id);
      else stars.delete(id);
      await autosave.now(id);
    },
    async remove(id) {
      autosave.drop(id);
      await library.remove({ id });
      store.setState(({ open: before }) => {
        const { [id]: _gone, ...others } = before;
        return { open: others };
      });
    },
    async restore(document) {
      put(document);
      autosave.knows(document.id, 0);
      await autosave.now(document.id);
    },
  };
}
