import type { Client } from '#shared/contract/index.ts';
import type { DocumentPart } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { strings } from '../i18n/strings.ts';
import type { DocumentStorage, Found, PartialDocuments, SavedDocument, Stored } from './document-storage.ts';

type Library = Pick<Client['library'], 'open' | 'save' | 'parts' | 'partsAfter'>;

/** A document as the library has it. */
interface StoredWhole {
  stored: Stored;
  parts: readonly DocumentPart[];
}

/** How a document is stored in parts, such as a conversation in turns. */
export interface DocumentParts<Document, Part extends { id: string }> {
  /** All parts of a document. A changed part is another object. */
  of: (document: Document) => readonly Part[];
  read: (content: string) => Part;
  /** Returns the ids of the parts that are needed first. */
  first: (document: Document) => readonly string[];
  /** Returns the document with these parts: all of them if it `isWhole`, else those that are needed first. */
  join: (document: Document, parts: readonly Part[], isWhole: boolean) => Document;
}

/** The first parts are drawn before the others are read. Milliseconds. */
const restAfterMs = 60;
const retryMs = 4000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Reads the parts of a document that were written after the revision `since`, window by window, so that nothing else
 * waits for long.
 *
 * @throws AppError `conflict` when the document is saved or removed meanwhile, `storage` when parts are missing.
 */
async function* readParts(
  library: Pick<Library, 'partsAfter'>,
  { id, revision, partCount }: Pick<Stored, 'id' | 'revision' | 'partCount'>,
  since = 0,
): AsyncGenerator<DocumentPart[]> {
  let count = 0;
  for (let after = ''; count < partCount; ) {
    const parts = await library.partsAfter({ id, revision, since, after });
    const last = parts.at(-1);
    if (!last) break;
    yield parts;
    count += parts.length;
    after = last.id;
  }
  if (since === 0 && count !== partCount) throw new AppError(failure('storage', strings().texts.partsMissing));
}

/** Repeats a reading that another window's save interrupted. */
async function untilSettled<T>(read: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await read();
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'conflict') throw thrown;
    }
}

/** Reads a document with all of its parts as they are stored; `null` when it was deleted. Rejects with an `AppError`. */
export const readStored = (library: Pick<Library, 'open' | 'partsAfter'>, id: string): Promise<StoredWhole | null> =>
  untilSettled(async () => {
    const stored = await library.open({ id });
    if (!stored) return null;
    const parts: DocumentPart[] = [];
    for await (const some of readParts(library, stored)) parts.push(...some);
    return { stored, parts };
  });

interface PartStoragePorts<Document, Part extends { id: string }> {
  library: Library;
  fromStored: (stored: Stored) => Document | Promise<Document>;
  parts: DocumentParts<Document, Part>;
  /** The rest of a document cannot be read now; it is retried. */
  onUnread: () => void;
}

/**
 * Stores documents in parts, of which only those are written that are new or changed. A document is shown as soon as the
 * parts that are needed first have been read.
 */
export function documentsInParts<Document, Part extends { id: string }>({
  library,
  fromStored,
  parts: { of, read, first, join },
  onUnread,
}: PartStoragePorts<Document, Part>): DocumentStorage<Document> {
  /** The parts that are stored, by document. */
  const known = new Map<string, WeakSet<object>>();

  const found = async (stored: Stored, parts: readonly Part[]): Promise<Found<Document>> => {
    const head = await fromStored(stored);
    const isWhole = parts.length >= stored.partCount;
    // A document of an earlier version contains its parts.
    return { stored, document: stored.partCount === 0 ? head : join(head, parts, isWhole), parts, isWhole };
  };

  const whole = (id: string, isWanted: () => boolean) =>
    untilSettled(async () => {
      const stored = await library.open({ id });
      if (!stored) return null;
      const parts: Part[] = [];
      for await (const some of readParts(library, stored)) {
        if (!isWanted()) return null;
        for (const { content } of some) parts.push(read(content));
      }
      return found(stored, parts);
    });

  /** Reads a whole document as often as needed; `null` when it was deleted or is not wanted any more. */
  async function rest(id: string, isWanted: () => boolean): Promise<Found<Document> | null> {
    await pause(restAfterMs);
    for (let isReported = false; isWanted(); )
      try {
        return await whole(id, isWanted);
      } catch {
        if (!isReported) onUnread();
        isReported = true;
        await pause(retryMs);
      }
    return null;
  }

  return {
    partial: partialDocuments(rest),
    first: (id) =>
      untilSettled(async () => {
        const stored = await library.open({ id });
        if (!stored) return null;
        const ids = stored.partCount === 0 ? [] : first(await fromStored(stored));
        const parts = ids.length === 0 ? [] : await library.parts({ id, revision: stored.revision, ids: [...ids] });
        return found(
          stored,
          parts.map(({ content }) => read(content)),
        );
      }),
    async newer(id, before, since) {
      const stored = await library.open({ id });
      if (!stored) return null;
      const parts = new Map(of(before).map((part) => [part.id, part]));
      for await (const some of readParts(library, stored, since))
        for (const { id: partId, content } of some) parts.set(partId, read(content));
      return found(stored, [...parts.values()]);
    },
    async save({ parts = [], ...row }, revision) {
      const stored = known.get(row.id) ?? new WeakSet();
      const changed = parts.filter(({ source }) => !stored.has(source));
      const written = changed.map(({ id, write }) => ({ id, ...write() }));
      const next = await library.save({
        ...row,
        revision,
        parts: written.map(({ id, content }) => ({ id, content })),
        passages: written.flatMap(({ id, text }) => (text === '' ? [] : [{ messageId: id, text }])),
      });
      for (const { source } of changed) stored.add(source);
      known.set(row.id, stored);
      return next;
    },
    async compare(id, ours) {
      const found = await readStored(library, id);
      return found && { revision: found.stored.revision, isOurs: ours.some((one) => isSame(one, found)) };
    },
    knows: (id, parts) => void known.set(id, new WeakSet(parts)),
  };
}

/** Whether a document is stored as it is here, with all of its parts. */
function isSame(ours: SavedDocument, { stored, parts }: StoredWhole): boolean {
  const here = new Map((ours.parts ?? []).map((part) => [part.id, part]));
  return (
    stored.content === ours.content &&
    parts.length === here.size &&
    parts.every(({ id, content }) => here.get(id)?.write().content === content)
  );
}

interface Reading<Document> {
  changes: ((document: Document) => Document)[];
  isToSave: boolean;
  whole: Promise<Document | null>;
  /** What is stored, including what was saved here since the first parts were read. */
  revision: number;
  saving: Promise<void> | null;
}

function partialDocuments<Document>(
  rest: (id: string, isWanted: () => boolean) => Promise<Found<Document> | null>,
): PartialDocuments<Document> {
  const reading = new Map<string, Reading<Document>>();
  return {
    begin(id, revision, place) {
      const mine: Reading<Document> = {
        changes: [],
        isToSave: false,
        whole: Promise.resolve(null),
        revision,
        saving: null,
      };
      const isWanted = () => reading.get(id) === mine;
      reading.set(id, mine);
      const readWhole = async (): Promise<Found<Document> | null> => {
        const found = await rest(id, isWanted);
        await mine.saving;
        // It may have been read before, and saved after that.
        return found && found.stored.revision < mine.revision ? readWhole() : found;
      };
      mine.whole = readWhole().then((found) => {
        if (!isWanted()) return null;
        reading.delete(id);
        const document = found && mine.changes.reduce((before, change) => change(before), found.document);
        place(found && document && { ...found, document }, mine.isToSave);
        return document;
      });
      return mine.whole;
    },
    whole: (id) => reading.get(id)?.whole,
    change: (id, by) => void reading.get(id)?.changes.push(by),
    saveLater(id) {
      const mine = reading.get(id);
      if (mine) mine.isToSave = true;
      return mine !== undefined;
    },
    forget: (id) => void reading.delete(id),
    toSave: () => [...reading].flatMap(([id, { isToSave }]) => (isToSave ? [id] : [])),
    save(id, write) {
      const mine = reading.get(id);
      if (!mine || mine.saving) return mine?.saving ?? Promise.resolve();
      const { length } = mine.changes;
      mine.isToSave = false;
      mine.saving = write(mine.revision).then(
        (revision) => {
          mine.revision = revision;
          mine.changes.splice(0, length);
          mine.saving = null;
        },
        () => {
          // Made again in the whole document, and saved with it.
          mine.isToSave = true;
          mine.saving = null;
        },
      );
      return mine.saving;
    },
  };
}
