import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/index.ts';
import { type AutosavePorts, createAutosave, type SaveTrouble } from './autosave.ts';
import { type DocumentStorage, type Found, type Stored, wholeDocuments } from './document-storage.ts';

/** State of every panel with documents. */
export interface Documents<Document> {
  /** Documents that were opened or run since the page was loaded, by id. */
  open: Readonly<Record<string, Document>>;
  /** The document that the panel works on; `''` in a panel that selects its document elsewhere. */
  openId: string;
}

interface DocumentStorePorts<Document> {
  /** The panel's state; the engine changes the two fields that it knows and leaves the others alone. */
  store: StoreApi<Documents<Document>>;
  library: Pick<Client['library'], 'save' | 'open' | 'remove'>;
  /** Default: each document is stored as one text. */
  storage?: DocumentStorage<Document>;
  /** Returns how the library stores a document; undefined where it is not to be stored now. */
  rowOf: (document: Document, starred: boolean) => ReturnType<AutosavePorts['read']>;
  /** A document from what this or an earlier version stored as one text. Default: its content as it is. */
  fromStored?: (stored: Stored) => Document | Promise<Document>;
  /** A document that is not worth a row is not stored until it is more than that. Default: every one is stored. */
  isBlank?: (document: Document) => boolean;
  /**
   * The copy, under an id of its own, that ours becomes when another window stored a newer version. Without it ours replaces
   * that version: right where all windows fold the same exchanges into the same document.
   */
  copyOf?: (document: Document) => Document;
  /** Whether calls of it are under way: such a document is not replaced by what another window stored. */
  isRunning?: (document: Document) => boolean;
  /** A document was read from the library: its calls that still run are to be followed. */
  onRead?: (document: Document) => void;
  onTrouble: (trouble: SaveTrouble) => void;
  /** A document was deleted in another window before all of it was read. */
  onGone?: (id: string) => void;
}

/**
 * The documents of a panel: read once, changed in the page, saved soon after. An id keeps leading to a document that
 * became a copy.
 */
export interface DocumentStore<Document> {
  read(id: string): Document | undefined;
  /** Returns the id under which a document is stored now. */
  nowIn(id: string): string;
  /** The document that the panel works on. */
  current(): Document;
  /** Adds or replaces a document without saving it. */
  put(document: Document): void;
  /** Makes it the document that the panel works on. */
  show(document: Document): void;
  /** Changes an open document without saving it. `by` is pure: it is called again where parts arrive later. */
  update(id: string, by: (document: Document) => Document): void;
  /** Changes a document and saves it within a moment. */
  change(id: string, by: (document: Document) => Document): void;
  /** Changes a document that need not be open, and saves it. Rejects with an `AppError` when it cannot be read. */
  edit(id: string, by: (document: Document) => Document): Promise<void>;
  /** Saves within a moment. */
  soon(id: string): void;
  /** Resolves when it is on disk, or could not be saved. */
  save(id: string): Promise<void>;
  /**
   * Returns the document, from the library if it is not loaded yet, with all of its parts; `null` when it was deleted.
   * Rejects with an `AppError`.
   */
  load(id: string): Promise<Document | null>;
  /**
   * Loads a document and makes it the one the panel works on; false when it was deleted. The parts that are not needed
   * first are still being read: changes are shown, and made again in the whole document, which is saved then.
   */
  open(id: string): Promise<boolean>;
  /** Loads what another window stored, unless the document is being changed here or its calls run in either window. */
  refresh(id: string): Promise<void>;
  star(id: string, starred: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Adds a removed document again, and saves it. */
  restore(document: Document): Promise<void>;
  /** Saves everything that is pending, at once. */
  flush(): Promise<void>;
}

/** Creates the store of one panel's documents, outside React: the panel may unmount and return. */
export function createDocumentStore<Document extends { id: string }>(
  ports: DocumentStorePorts<Document>,
): DocumentStore<Document> {
  const { store, library, copyOf, onTrouble, isRunning = () => false, isBlank = () => false } = ports;
  const { fromStored = ({ content }) => JSON.parse(content) as Document } = ports;
  const storage = ports.storage ?? wholeDocuments(library, fromStored);
  const { partial } = storage;
  const stars = new Set<string>();
  const mark = (id: string, starred: boolean) => (starred ? stars.add(id) : stars.delete(id));
  /** The stored notes of documents that are not whole yet. */
  const notes = new Map<string, string>();
  const copies = new Map<string, string>();
  const nowIn = (id: string): string => {
    const copy = copies.get(id);
    return copy === undefined ? id : nowIn(copy);
  };
  const read = (id: string): Document | undefined => store.getState().open[nowIn(id)];
  const put = (document: Document) => store.setState(({ open }) => ({ open: { ...open, [document.id]: document } }));

  const autosave = createAutosave({
    writer: storage,
    read(id, isStored) {
      const document = store.getState().open[id];
      if (!document || partial?.whole(id) || (!isStored && isBlank(document))) return undefined;
      return ports.rowOf(document, stars.has(id));
    },
    onConflict: copyOf
      ? (id) => {
          const mine = store.getState().open[id];
          if (!mine) return null;
          const copy = copyOf(mine);
          copies.set(id, copy.id);
          if (stars.has(id)) stars.add(copy.id);
          store.setState(({ open: { [id]: _replaced, ...others }, openId }) => ({
            open: { ...others, [copy.id]: copy },
            openId: openId === id ? copy.id : openId,
          }));
          return copy.id;
        }
      : 'replace',
    onTrouble,
  });

  function update(id: string, by: (document: Document) => Document): boolean {
    const before = read(id);
    if (before === undefined) return false;
    const after = by(before);
    partial?.change(before.id, by);
    if (after !== before) put(after);
    return after !== before || partial?.whole(before.id) !== undefined;
  }

  const keep = (id: string, { stored, parts, document }: Found<Document>) => {
    copies.delete(id);
    autosave.knows(id, stored.revision);
    storage.knows(id, parts);
    mark(id, stored.starred);
    put(document);
  };

  const forget = (id: string) => {
    partial?.forget(id);
    store.setState(({ open: { [id]: _gone, ...others } }) => ({ open: others }));
  };

  /** Once nothing runs in a copy any more, the original id is that of what the other window stored. */
  const here = (id: string): Document | undefined => {
    const known = read(id);
    return known?.id === id || (known && isRunning(known)) ? known : undefined;
  };

  /** Reads as much of a document as is needed to show it. */
  async function begin(id: string): Promise<Document | null> {
    const known = here(id);
    if (known) return known;
    const found = await storage.first(id);
    if (!found) return null;
    // Another call may have read it meanwhile, and the calls it follows must not be reset to the stored state.
    const meanwhile = here(id);
    if (meanwhile) return meanwhile;
    const { document } = found;
    if (found.isWhole || !partial) {
      keep(id, found);
      ports.onRead?.(document);
      return document;
    }
    copies.delete(id);
    storage.knows(id, found.parts);
    mark(id, found.stored.starred);
    notes.set(id, found.stored.note);
    put(document);
    const whole = partial.begin(id, found.stored.revision, (rest, isToSave) => {
      if (rest) {
        keep(id, rest);
        ports.onRead?.(rest.document);
        if (isToSave) autosave.soon(id);
      } else {
        ports.onGone?.(id);
        forget(id);
      }
    });
    // Without any of its parts there is nothing to show yet.
    return found.parts.length === 0 ? whole : document;
  }

  /** Saves a document of which not all parts have been read, in a page that may not get to read them. */
  const savePartial = (id: string) =>
    partial?.save(id, async (revision) => {
      const row = await ports.rowOf(read(id) as Document, stars.has(id));
      // Its note is about all parts.
      return row ? storage.save({ ...row, note: notes.get(id) ?? '' }, revision) : revision;
    });

  async function load(id: string): Promise<Document | null> {
    const document = await begin(id);
    return document && (partial?.whole(document.id) ?? document);
  }

  const documents: DocumentStore<Document> = {
    read,
    nowIn,
    current: () => read(store.getState().openId) as Document,
    put,
    show(document) {
      store.setState(({ open }) => ({ open: { ...open, [document.id]: document }, openId: document.id }));
    },
    update: (id, by) => void update(id, by),
    change(id, by) {
      if (update(id, by)) documents.soon(id);
    },
    async edit(id, by) {
      if (!(await load(id))) return;
      update(id, by);
      await documents.save(id);
    },
    soon(id) {
      if (!partial?.saveLater(nowIn(id))) autosave.soon(nowIn(id));
    },
    save(id) {
      const save = () => autosave.now(nowIn(id));
      return partial?.whole(nowIn(id))?.then(save) ?? save();
    },
    load,
    async open(id) {
      const document = await begin(id);
      if (document) store.setState({ openId: document.id });
      return document !== null;
    },
    async refresh(id) {
      const isOurs = (newest: number) => {
        // Not the copy that it became: what is stored under the old id is no longer ours.
        const document = store.getState().open[id];
        if (!document || partial?.whole(id)) return true;
        return (autosave.settledRevision(id) ?? newest) >= newest || isRunning(document);
      };
      if (isOurs(Number.MAX_SAFE_INTEGER)) return;
      const before = read(id) as Document;
      const found = await storage.newer(id, before, autosave.settledRevision(id) ?? 0);
      if (!found || isRunning(found.document) || isOurs(found.stored.revision)) return;
      keep(id, found);
    },
    async star(id, starred) {
      if (!(await load(id))) return;
      mark(nowIn(id), starred);
      await documents.save(id);
    },
    async remove(id) {
      autosave.drop(id);
      partial?.forget(id);
      await library.remove({ id });
      forget(id);
    },
    async restore(document) {
      put(document);
      autosave.knows(document.id, 0);
      storage.knows(document.id, []);
      await autosave.now(document.id);
    },
    async flush() {
      await Promise.all([autosave.flush(), ...(partial?.toSave() ?? []).map(savePartial)]);
    },
  };
  return documents;
}
