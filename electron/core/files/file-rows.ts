import type { FileRef } from '#shared/protocol/part.ts';
import type { Database } from '../store/database.ts';

/** What the database knows of stored files. */
export interface FileRows {
  find(id: string): FileRef | null;
  add(ref: FileRef): void;
  remove(id: string): void;
}

/** Ids are names of files: one that could lead elsewhere, as a damaged database may hold, is no id. */
const idPattern = /^[\w-]{1,64}$/;

export function createFileRows({ sql }: Database): FileRows {
  const one = sql.prepare('SELECT name, type, size_bytes FROM files WHERE id = ?');
  const add = sql.prepare('INSERT INTO files (id, name, type, size_bytes, created_at) VALUES (?, ?, ?, ?, ?)');
  const remove = sql.prepare('DELETE FROM files WHERE id = ?');
  return {
    find(id) {
      const row = idPattern.test(id) ? one.get(id) : undefined;
      if (!row) return null;
      return { id, name: String(row.name), type: String(row.type), sizeBytes: Number(row.size_bytes) };
    },
    add: ({ id, name, type, sizeBytes }) => void add.run(id, name, type, sizeBytes, Date.now()),
    remove: (id) => void remove.run(id),
  };
}
