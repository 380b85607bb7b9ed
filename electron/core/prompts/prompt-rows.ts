import type { SQLOutputValue } from 'node:sqlite';
import type { Prompt } from '#shared/contract/prompts.ts';
import type { Database } from '../store/database.ts';

/** Returns the form of a name in which two names are compared. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** The table of prompts. */
export function createPromptRows({ sql }: Pick<Database, 'sql'>) {
  const every = sql.prepare('SELECT * FROM prompts ORDER BY name_key');
  const one = sql.prepare('SELECT * FROM prompts WHERE id = ?');
  const named = sql.prepare('SELECT * FROM prompts WHERE name_key = ?');
  const count = sql.prepare('SELECT count(*) AS count FROM prompts');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO prompts (id, name, name_key, text, defaults, revision, updated_at)
     VALUES (:id, :name, :nameKey, :text, :defaults, :revision, :updatedAt)`,
  );
  const remove = sql.prepare('DELETE FROM prompts WHERE id = ?');
  const orNone = (row: Row | undefined) => (row ? toPrompt(row) : null);
  return {
    /** Sorted by name. */
    all: (): Prompt[] => every.all().map(toPrompt),
    get: (id: string): Prompt | null => orNone(one.get(id)),
    find: (name: string): Prompt | null => orNone(named.get(nameKey(name))),
    count: (): number => Number(count.get()?.count),
    write: ({ defaults, ...prompt }: Prompt): void =>
      void write.run({ ...prompt, nameKey: nameKey(prompt.name), defaults: JSON.stringify(defaults) }),
    remove: (id: string): boolean => remove.run(id).changes > 0,
  };
}

type Row = Record<string, SQLOutputValue>;

const toPrompt = (row: Row): Prompt => ({
  id: String(row.id),
  name: String(row.name),
  text: String(row.text),
  defaults: JSON.parse(String(row.defaults)) as Record<string, string>,
  revision: Number(row.revision),
  updatedAt: Number(row.updated_at),
});
