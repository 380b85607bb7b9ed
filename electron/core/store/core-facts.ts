import type { Database } from './database.ts';

/** Small facts that the core stores for itself, by name. */
export interface CoreFacts {
  read(name: string): string | null;
  /** Stores a fact; `null` deletes it. */
  write(name: string, value: string | null): void;
}

export function createCoreFacts({ sql }: Pick<Database, 'sql'>): CoreFacts {
  const one = sql.prepare('SELECT value FROM core_facts WHERE name = ?');
  const write = sql.prepare('INSERT OR REPLACE INTO core_facts (name, value) VALUES (?, ?)');
  const remove = sql.prepare('DELETE FROM core_facts WHERE name = ?');
  return {
    read(name) {
      const row = one.get(name);
      return row ? String(row.value) : null;
    },
    write: (name, value) => void (value === null ? remove.run(name) : write.run(name, value)),
  };
}
