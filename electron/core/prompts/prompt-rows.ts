import type { SQLOutputValue } from 'node:sqlite';
import type { PresetContent, Prompt } from '#shared/contract/prompts.ts';
import type { Database } from '../store/database.ts';

/** Returns the form in which two names are compared; presets are compared with those of their scope. */
const nameKey = ({ name, preset }: Pick<Prompt, 'name' | 'preset'>): string => {
  const key = name.normalize('NFC').toLowerCase();
  return preset ? `${key}\n${preset.scope}` : key;
};

/** The table of prompts and presets. */
export function createPromptRows({ sql }: Pick<Database, 'sql'>) {
  const every = sql.prepare('SELECT * FROM prompts ORDER BY name_key');
  const one = sql.prepare('SELECT * FROM prompts WHERE id = ?');
  const named = sql.prepare('SELECT * FROM prompts WHERE name_key = ?');
  const count = sql.prepare('SELECT count(*) AS count FROM prompts');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO prompts (id, name, name_key, text, defaults, preset, revision, updated_at)
     VALUES (:id, :name, :nameKey, :text, :defaults, :preset, :revision, :updatedAt)`,
  );
  const remove = sql.prepare('DELETE FROM prompts WHERE id = ?');
  const orNone = (row: Row | undefined) => (row ? toPrompt(row) : null);
  return {
    /** Sorted by name. */
    all: (): Prompt[] => every.all().map(toPrompt),
    get: (id: string): Prompt | null => orNone(one.get(id)),
    /** Finds what has the same name and kind. */
    find: (entry: Pick<Prompt, 'name' | 'preset'>): Prompt | null => orNone(named.get(nameKey(entry))),
    count: (): number => Number(count.get()?.count),
    write: ({ defaults, preset, ...row }: Prompt): void =>
      void write.run({
        ...row,
        nameKey: nameKey({ ...row, preset }),
        defaults: JSON.stringify(defaults),
        preset: preset && JSON.stringify(preset),
      }),
    remove: (id: string): boolean => remove.run(id).changes > 0,
  };
}

type Row = Record<string, SQLOutputValue>;

const toPrompt = (row: Row): Prompt => ({
  id: String(row.id),
  name: String(row.name),
  text: String(row.text),
  defaults: JSON.parse(String(row.defaults)) as Record<string, string>,
  preset: row.preset === null ? null : (JSON.parse(String(row.preset)) as PresetContent),
  revision: Number(row.revision),
  updatedAt: Number(row.updated_at),
});
