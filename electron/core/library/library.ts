import type { SQLOutputValue } from 'node:sqlite';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ConversationRow } from '#shared/contract/library.ts';
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
  const revisionOf = sql.prepare('SELECT revision FROM conversations WHERE id = ?');
  // Starring or renaming a conversation does not make it newer.
  const write = sql.prepare(
    `INSERT INTO conversations (id, panel, title, starred, model, note, content, revision, created_at, updated_at)
     VALUES (:id, :panel, :title, :starred, :model, :note, :content, :revision, :now, :now)
     ON CONFLICT (id) DO UPDATE SET panel = :panel, title = :title, starred = :starred, model = :model, note = :note,
       content = :content, revision = :revision, updated_at = CASE content WHEN :content THEN updated_at ELSE :now END`,
  );
  const remove = sql.prepare('DELETE FROM conversations WHERE id = ?');

  return {
    area: {
      conversations: ({ panel }) => list.all(panel).map(toRow),
      open({ id }) {
        const row = one.get(id);
        return row ? { ...toRow(row), content: String(row.content), revision: Number(row.revision) } : null;
      },
      save(document) {
        const { id, panel, title, starred, model, note, content, revision } = document;
        const next = revision + 1;
        const removedIds = db.transaction(() => {
          const stored = revisionOf.get(id);
          if (Number(stored?.revision ?? 0) !== revision)
            throw new AppError(stored ? changedElsewhere : removedElsewhere);
          const now = Date.now();
          write.run({ id, panel, title, starred: Number(starred), model, note, content, revision: next, now });
          return passages.replace(id, document.passages);
        });
        index.remove(removedIds);
        indexer.soon();
        announce({ area: 'library', id });
        return next;
      },
      async remove({ id }) {
        const content = String(one.get(id)?.content ?? '');
        const removedIds = db.transaction(() => {
          const ids = passages.replace(id, []);
          remove.run(id);
          return ids;
        });
        index.remove(removedIds);
        announce({ area: 'library', id });
        // The conversation is deleted either way; files that cannot be removed now are removed at a later start.
        await removeUnnamed(db, files, fileIdsIn(content)).catch(() => {});
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

interface Passage {
  messageId: string;
  text: string;
}

function createPassageRows({ sql }: Database) {
  const ofConversation = sql.prepare('SELECT id, message_id, text FROM passages WHERE conversation_id = ?');
  const insert = sql.prepare('INSERT INTO passages (conversation_id, message_id, text) VALUES (?, ?, ?)');
  const remove = sql.prepare('DELETE FROM passages WHERE id = ?');
  return {
    /**
     * Replaces the passages of a conversation. A changed one gets a new id, so that an id identifies one text forever.
     *
     * @returns removed ids.
     */
    replace(conversationId: string, passages: readonly Passage[]): number[] {
      const wanted = byMessage(passages);
      const removedIds: number[] = [];
      for (const { id, message_id: messageId, text } of ofConversation.all(conversationId)) {
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
