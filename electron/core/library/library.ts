import type { SQLOutputValue } from 'node:sqlite';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ConversationRow, DocumentPart } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../files/file-store.ts';
import { fileIdsIn, removeUnnamed } from '../files/unnamed-files.ts';
import type { Database } from '../store/database.ts';
import { createSearch, foldCase, termsOf } from './search.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

interface LibraryParts {
  db: Database;
  /** Folder of the search index. */
  dataFolder: string;
  files: Pick<FileStore, 'find' | 'remove'>;
  announce: (change: Change) => void;
}

export interface Library {
  readonly area: Core['library'];
  close(): void;
}

/** Stores the conversations of all panels, each as one document with a revision, and searches their messages. */
export function createLibrary({ db, dataFolder, files, announce }: LibraryParts): Library {
  const { sql } = db;
  const index = openSearchIndex(db, dataFolder);
  const indexer = createIndexer(db, index);
  const passages = createPassageRows(db);
  const parts = createPartRows(db);
  const search = createSearch(db, index);
  indexer.soon();

  const list = sql.prepare(
    `SELECT id, panel, title, starred, model, note, created_at, updated_at FROM conversations
     WHERE panel = ? ORDER BY updated_at DESC, rowid DESC`,
  );
  const newest = sql.prepare(
    `SELECT id, panel, title, starred, model, note, created_at, updated_at FROM conversations
     WHERE panel IN (SELECT value FROM json_each(?)) ORDER BY updated_at DESC, rowid DESC`,
  );
  const one = sql.prepare('SELECT * FROM conversations WHERE id = ?');
  const stateOf = sql.prepare('SELECT revision, content = :content AS same FROM conversations WHERE id = :id');
  const write = sql.prepare(
    `INSERT INTO conversations (id, panel, title, starred, model, note, content, revision, created_at, updated_at)
     VALUES (:id, :panel, :title, :starred, :model, :note, :content, :revision, :now, :now)
     ON CONFLICT (id) DO UPDATE SET panel = :panel, title = :title, starred = :starred, model = :model, note = :note,
       content = :content, revision = :revision, updated_at = iif(:isNewer, :now, updated_at)`,
  );
  const remove = sql.prepare('DELETE FROM conversations WHERE id = ?');

  return {
    area: {
      conversations: ({ panel }) => list.all(panel).map(toRow),
      open({ id }) {
        const row = one.get(id);
        if (!row) return null;
        const { content, revision } = row;
        return { ...toRow(row), content: String(content), revision: Number(revision), partCount: parts.count(id) };
      },
      parts({ id, revision, ids }) {
        requireRevision(stateOf.get({ id, content: '' }), revision);
        return parts.of(id, ids);
      },
      partsAfter({ id, revision, since, after }) {
        requireRevision(stateOf.get({ id, content: '' }), revision);
        return parts.after(id, since, after);
      },
      save(document) {
        const { id, panel, title, starred, model, note, content, revision } = document;
        const next = revision + 1;
        const removedIds = db.transaction(() => {
          const stored = stateOf.get({ id, content });
          requireRevision(stored, revision);
          const hasParts = parts.count(id) > 0;
          // Neither a star or a title makes a document newer, nor that one of an earlier version is stored in parts.
          const isNewer = document.parts.length > 0 ? hasParts : stored?.same !== 1;
          const now = Date.now();
          const row = { id, panel, title, starred: Number(starred), model, note, content, revision: next, now };
          write.run({ ...row, isNewer: Number(isNewer) });
          parts.put(id, document.parts, next);
          const within = hasParts || document.parts.length > 0 ? document.parts : undefined;
          return passages.replace(id, document.passages, within);
        });
        index.remove(removedIds);
        indexer.soon();
        announce({ area: 'library', id });
        return next;
      },
      async remove({ id }) {
        const fileIds = new Set(fileIdsIn(String(one.get(id)?.content ?? ''), ...parts.contents(id)));
        const removedIds = db.transaction(() => {
          const ids = passages.replace(id, []);
          parts.remove(id);
          remove.run(id);
          return ids;
        });
        index.remove(removedIds);
        announce({ area: 'library', id });
        // The conversation is deleted either way; files that cannot be removed now are removed at a later start.
        await removeUnnamed(db, files, fileIds).catch(() => {});
        await db.wipeDeleted();
      },
      find({ panels, text, limit }) {
        const terms = termsOf(text);
        const found: ConversationRow[] = [];
        for (const row of newest.iterate(JSON.stringify(panels))) {
          const title = foldCase(String(row.title));
          if (terms.every((term) => title.includes(term))) found.push(toRow(row));
          if (found.length === limit) break;
        }
        return found;
      },
      search: ({ panel, text }, { signal }) => search({ panel, text, signal }),
    },
    close() {
      indexer.stop();
      index.close();
    },
  };
}

const toRow = (row: Record<string, SQLOutputValue>) => ({
  id: String(row.id),
  panel: String(row.panel),
  title: String(row.title),
  starred: row.starred === 1,
  model: row.model === null ? null : String(row.model),
  note: String(row.note),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

const changedElsewhere = failure(
  'conflict',
  'This conversation was changed in another window, so it was not overwritten.',
  {
    hint: 'Open it again, or save yours as a copy.',
  },
);
const removedElsewhere = failure('conflict', 'This conversation was deleted in another window, so it was not saved.', {
  hint: 'Save yours as a new conversation.',
});

/** Throws `conflict` when another revision of a document is stored, or none although one was. */
function requireRevision(stored: Record<string, SQLOutputValue> | undefined, revision: number): void {
  if (Number(stored?.revision ?? 0) !== revision) throw new AppError(stored ? changedElsewhere : removedElsewhere);
}

/** UTF-16 units of parts that are returned at once: reading, sending and parsing them takes a few milliseconds each. */
const windowUnits = 256 * 1024;

function createPartRows({ sql }: Database) {
  const count = sql.prepare('SELECT count(*) AS count FROM conversation_parts WHERE conversation_id = ?');
  const one = sql.prepare('SELECT part_id, content FROM conversation_parts WHERE conversation_id = ? AND part_id = ?');
  const after = sql.prepare(
    `SELECT part_id, content FROM conversation_parts
     WHERE conversation_id = ? AND revision > ? AND part_id > ? ORDER BY part_id`,
  );
  const put = sql.prepare(
    `INSERT INTO conversation_parts (conversation_id, part_id, revision, content) VALUES (?, ?, ?, ?)
     ON CONFLICT (conversation_id, part_id) DO UPDATE SET revision = excluded.revision, content = excluded.content`,
  );
  const remove = sql.prepare('DELETE FROM conversation_parts WHERE conversation_id = ?');
  const toPart = (row: Record<string, SQLOutputValue>): DocumentPart => ({
    id: String(row.part_id),
    content: String(row.content),
  });
  return {
    count: (conversationId: string) => Number(count.get(conversationId)?.count),
    of: (conversationId: string, ids: readonly string[]) =>
      ids.flatMap((id) => one.all(conversationId, id).map(toPart)),
    /** Returns the next parts, at least one of them however long it is. */
    after(conversationId: string, since: number, partId: string): DocumentPart[] {
      const found: DocumentPart[] = [];
      let units = 0;
      for (const row of after.iterate(conversationId, since, partId)) {
        const part = toPart(row);
        if (found.length > 0 && units + part.content.length > windowUnits) break;
        units += part.content.length;
        found.push(part);
      }
      return found;
    },
    *contents(conversationId: string): Generator<string> {
      for (const row of after.iterate(conversationId, 0, '')) yield String(row.content);
    },
    put(conversationId: string, given: readonly DocumentPart[], revision: number): void {
      for (const { id, content } of given) put.run(conversationId, id, revision, content);
    },
    remove: (conversationId: string) => void remove.run(conversationId),
  };
}

interface Passage {
  messageId: string;
  text: string;
}

function createPassageRows({ sql }: Database) {
  const ofConversation = sql.prepare('SELECT id, message_id, text FROM passages WHERE conversation_id = ?');
  const ofMessage = sql.prepare(
    'SELECT id, message_id, text FROM passages WHERE conversation_id = ? AND message_id = ?',
  );
  const insert = sql.prepare('INSERT INTO passages (conversation_id, message_id, text) VALUES (?, ?, ?)');
  const remove = sql.prepare('DELETE FROM passages WHERE id = ?');
  return {
    /**
     * Replaces the passages of a conversation, or only those of the given messages. A changed one gets a new id, so that
     * an id identifies one text forever.
     *
     * @returns removed ids.
     */
    replace(conversationId: string, passages: readonly Passage[], messages?: readonly { id: string }[]): number[] {
      const known = messages
        ? messages.flatMap(({ id }) => ofMessage.all(conversationId, id))
        : ofConversation.all(conversationId);
      const wanted = byMessage(passages);
      const removedIds: number[] = [];
      for (const { id, message_id: messageId, text } of known) {
        if (wanted.get(String(messageId)) === text) wanted.delete(String(messageId));
        else removedIds.push(Number(id));
      }
      for (const id of removedIds) remove.run(id);
      for (const [messageId, text] of wanted) insert.run(conversationId, messageId, text);
      return removedIds;
    },
  };
}

/** Merges the texts of each message; a message without text has no passage. */
function byMessage(passages: readonly Passage[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { messageId, text } of passages) {
    const known = texts.get(messageId);
    if (text !== '') texts.set(messageId, known === undefined ? text : `${known}\n${text}`);
  }
  return texts;
}

/** A streaming reply is saved repeatedly: indexing waits until it settles. Milliseconds. */
const settleMs = 1_500;
/** Pause between two slices, so that other work can run. Milliseconds. */
const pauseMs = 15;
const passagesPerSlice = 64;
/** UTF-16 units; takes about 20 ms. */
const textPerSlice = 50_000;

/** Updates the index up to the newest passage while the program is idle. Until then, a search scans the rest. */
function createIndexer({ sql }: Database, index: SearchIndex) {
  const next = sql.prepare('SELECT id, text FROM passages WHERE id > ? ORDER BY id LIMIT ?');
  let timer: NodeJS.Timeout | undefined;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(takeSlice, ms).unref();
  };
  const readSlice = () => {
    const slice = [];
    let length = 0;
    for (const row of next.iterate(index.upTo(), passagesPerSlice)) {
      const text = String(row.text);
      slice.push({ id: Number(row.id), text });
      length += text.length;
      if (length >= textPerSlice) break;
    }
    return slice;
  };
  const takeSlice = () => {
    try {
      const slice = readSlice();
      if (slice.length > 0 && index.add(slice)) wait(pauseMs);
    } catch {
      // Disk error: saving or searching will report it, and the next save tries again.
    }
  };
  /** `soon`: there are new passages. */
  return { soon: () => wait(settleMs), stop: () => clearTimeout(timer) };
}
