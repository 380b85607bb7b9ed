import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Names in a data folder that a user may type. */
export interface StoredNames {
  connections: { id: string; name: string; baseAddress: string; keys: string[]; models: string[] }[];
  /** Newest first. */
  tasks: { id: string; prompt: string }[];
  /** Names, sorted. */
  prompts: string[];
}

const newestTasks = 50;
const maxAttempts = 5;
/** Wait for another process that writes. */
const busyMs = 1000;

/**
 * Reads the names in a data folder without opening the core, and without changing anything there. Empty where there is
 * no data, or none that this version can read.
 */
export const readStoredNames = (folder: string): StoredNames =>
  readStored(folder, readNames, { connections: [], tasks: [], prompts: [] });

/** What commands use when their command line says nothing. */
export interface StoredDefaults {
  connections: { id: string; name: string }[];
  /** Models of the last lists. */
  listed: { connectionId: string; id: string; endpoints: string[] }[];
  /** The value of the setting; `null` for none. */
  setting: unknown;
}

/** Reads the connections, oldest first, and one setting in the same way. */
export const readStoredDefaults = (folder: string, setting: string): StoredDefaults =>
  readStored(folder, (sql) => readDefaults(sql, setting), { connections: [], listed: [], setting: null });

function readStored<T>(folder: string, read: (sql: DatabaseSync) => T, empty: T): T {
  const file = path.join(folder, 'patchbay.db');
  if (!existsSync(file)) return empty;
  // A process that closes the database removes its log: perhaps after the look for it, and before the opening.
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const address = pathToFileURL(file);
    // Without a write-ahead log nobody has the database open, and `immutable` creates no files beside it.
    if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
    let sql: DatabaseSync | undefined;
    try {
      sql = new DatabaseSync(address, { readOnly: true, timeout: busyMs });
      return read(sql);
    } catch {
      // Read once more.
    } finally {
      sql?.close();
    }
  }
  return empty;
}

function readNames(sql: DatabaseSync): StoredNames {
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
      id: String(id),
      name: String(name),
      baseAddress: String(baseAddress),
      keys: keysOf.all(id ?? '').map(({ alias }) => String(alias)),
      models: modelsOf.all(id ?? '').map((model) => String(model.id)),
    })),
    tasks: tasks.all().map(({ id, prompt }) => ({ id: String(id), prompt: String(prompt ?? '') })),
    prompts: promptNames(sql),
  };
}

/** Empty for data that an earlier version left. */
function promptNames(sql: DatabaseSync): string[] {
  const has = sql.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'prompts'").get();
  const rows = has ? sql.prepare('SELECT name FROM prompts ORDER BY name_key').all() : [];
  return rows.map(({ name }) => String(name));
}

function readDefaults(sql: DatabaseSync, setting: string): StoredDefaults {
  const connections = sql
    .prepare('SELECT id, name FROM connections WHERE is_demo = 0 ORDER BY created_at, rowid')
    .all();
  const value = sql.prepare('SELECT value FROM settings WHERE name = ?').get(setting)?.value;
  const listed = sql
    .prepare(
      `SELECT DISTINCT connection_id, json_extract(value, '$.id') AS id, json_extract(value, '$.endpoints') AS endpoints
       FROM model_listings, json_each(models) ORDER BY id`,
    )
    .all();
  return {
    connections: connections.map(({ id, name }) => ({ id: String(id), name: String(name) })),
    listed: listed.map(({ connection_id: connectionId, id, endpoints }) => ({
      connectionId: String(connectionId),
      id: String(id),
      endpoints: JSON.parse(String(endpoints ?? '[]')),
    })),
    setting: typeof value === 'string' ? JSON.parse(value) : null,
  };
}
