import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Names in a data folder that a user may type. */
export interface StoredNames {
  connections: { name: string; baseAddress: string; keys: string[]; models: string[] }[];
  /** Newest first. */
  tasks: { id: string; prompt: string }[];
}

const newestTasks = 50;

/**
 * Reads the names in a data folder without opening the core, and without changing anything there. Empty where there is
 * no data, or none that this version can read.
 */
export function readStoredNames(folder: string): StoredNames {
  const file = path.join(folder, 'patchbay.db');
  const address = pathToFileURL(file);
  // Without a write-ahead log nobody has the database open, and `immutable` creates no files beside it.
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(address, { readOnly: true });
    return readFrom(sql);
  } catch {
    return { connections: [], tasks: [] };
  } finally {
    sql?.close();
  }
}

function readFrom(sql: DatabaseSync): StoredNames {
  const keysOf = sql.prepare('SELECT alias FROM keys WHERE connection_id = ? ORDER BY created_at');
  const modelsOf = sql.prepare(
    `SELECT DISTINCT json_extract(value, '$.id') AS id FROM model_listings, json_each(models)
     WHERE connection_id = ? ORDER BY id`,
  );
  const connections = sql
    .prepare('SELECT id, name, base_address FROM connections WHERE is_demo = 0 ORDER BY name')
    .all();
  const tasks = sql.prepare(
    `SELECT id, json_extract(facts, '$.prompt') AS prompt FROM tasks ORDER BY submitted_at DESC LIMIT ${newestTasks}`,
  );
  return {
    connections: connections.map(({ id, name, base_address: baseAddress }) => ({
      name: String(name),
      baseAddress: String(baseAddress),
      keys: keysOf.all(id ?? '').map(({ alias }) => String(alias)),
      models: modelsOf.all(id ?? '').map((model) => String(model.id)),
    })),
    tasks: tasks.all().map(({ id, prompt }) => ({ id: String(id), prompt: String(prompt ?? '') })),
  };
}
