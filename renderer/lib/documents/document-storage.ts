import type { Client } from '#shared/contract/index.ts';
import type { ConversationDocument } from '#shared/contract/library.ts';

/** A document as the library has it, without its parts. */
export type Stored = NonNullable<Awaited<ReturnType<Client['library']['open']>>>;

/** A document that was read. */
export interface Found<Document> {
  stored: Stored;
  document: Document;
  /** The parts of it that were read. */
  parts: readonly object[];
  isWhole: boolean;
}

/** A document as it is to be stored. */
export interface SavedDocument extends Omit<ConversationDocument, 'revision' | 'parts'> {
  /** All of its parts, if it is stored in parts. */
  parts?: readonly SavedPart[];
}

interface SavedPart {
  id: string;
  /** The part in the page. A changed one is another object. */
  source: object;
  /** Returns it as JSON, and the text that a search looks through. */
  write: () => { content: string; text: string };
}

/** Saves documents; each function rejects with an `AppError`. */
export interface DocumentWriter {
  /** Returns the new revision. */
  save(document: SavedDocument, revision: number): Promise<number>;
  /** Returns the stored revision of a document, and whether one of these is what is stored; `null` when it was deleted. */
  compare(id: string, ours: readonly SavedDocument[]): Promise<{ revision: number; isOurs: boolean } | null>;
}

/** How the documents of a panel are read and written. Reading rejects with an `AppError`. */
export interface DocumentStorage<Document> extends DocumentWriter {
  /** Reads as much of a document as is needed to show it; `null` when it was deleted. */
  first(id: string): Promise<Found<Document> | null>;
  /** Reads what is stored now of a document that is known as of the revision `since`; `null` when it was deleted. */
  newer(id: string, before: Document, since: number): Promise<Found<Document> | null>;
  /** Sets the parts that are stored of a document. */
  knows(id: string, parts: readonly object[]): void;
  /** Absent where documents are always read as a whole. */
  partial?: PartialDocuments<Document>;
}

/** The documents of which only the parts that are needed first have been read: the rest is read in the background. */
export interface PartialDocuments<Document> {
  /**
   * Begins to read the rest of a document. `place` is called with the whole one, in which everything was changed that was
   * changed meanwhile, or with `null` when it was deleted; and with whether it is to be saved.
   *
   * @param revision of the parts that were read first.
   * @returns the whole document; `null` when it was deleted or forgotten.
   */
  begin(
    id: string,
    revision: number,
    place: (found: Found<Document> | null, isToSave: boolean) => void,
  ): Promise<Document | null>;
  /** Returns the document once all of it is there; undefined when it is. */
  whole(id: string): Promise<Document | null> | undefined;
  /** A partial document was changed: the whole one is changed as well. */
  change(id: string, by: (document: Document) => Document): void;
  /** Saves a partial document once it is whole; false when it is. */
  saveLater(id: string): boolean;
  forget(id: string): void;
  /** Returns the ids of the partial documents that are to be saved. */
  toSave(): string[];
  /**
   * Saves a partial document without waiting for the rest of it, which is then read once more. Resolves as well when that
   * fails: its changes are saved once it is whole.
   *
   * @param write saves it over a revision and returns the new one.
   */
  save(id: string, write: (revision: number) => Promise<number>): Promise<void>;
}

/** Stores each document as one text. */
export function wholeDocuments<Document>(
  library: Pick<Client['library'], 'open' | 'save'>,
  fromStored: (stored: Stored) => Document | Promise<Document>,
): DocumentStorage<Document> {
  const read = async (id: string) => {
    const stored = await library.open({ id });
    return stored && { stored, document: await fromStored(stored), parts: [], isWhole: true };
  };
  return {
    first: read,
    newer: read,
    save: ({ parts: _none, ...document }, revision) => library.save({ ...document, revision }),
    async compare(id, ours) {
      const stored = await library.open({ id });
      return stored && { revision: stored.revision, isOurs: ours.some(({ content }) => content === stored.content) };
    },
    knows() {},
  };
}
