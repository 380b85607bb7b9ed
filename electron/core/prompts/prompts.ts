import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import {
  type PresetContent,
  type Prompt,
  type PromptRow,
  promptLimits,
  type SavedKind,
} from '#shared/contract/prompts.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { variablesIn } from '#shared/variables.ts';
import type { FileStore } from '../files/file-store.ts';
import { readImported } from '../files/read-imported.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../store/database.ts';
import {
  cleanName,
  createFreeNames,
  type PromptContent,
  readPromptFile,
  stateBeside,
  writePromptFile,
} from './prompt-file.ts';

interface PromptParts {
  db: Pick<Database, 'sql' | 'transaction' | 'wipeDeleted'>;
  files: Pick<FileStore, 'open' | 'admit'>;
  version: string;
  clock: Clock;
  announce: (change: Change) => void;
  /** Replaces every key and secret in a text. */
  redact: (text: string) => string;
}

const excerptLength = 160;

/** The library of saved prompts and presets. */
export function createPrompts({ db, files, version, clock, announce, redact }: PromptParts): Core['prompts'] {
  const rows = createPromptRows(db);

  /** Stores a prompt whose name was checked. */
  function write(content: PromptContent, id: string, revision: number): Prompt {
    const { name, text, defaults, preset } = content;
    const isUsed = new Set(variablesIn([text]));
    const kept = Object.entries(defaults).filter(([variable, value]) => isUsed.has(variable) && value !== '');
    const prompt = { id, name, text, defaults: Object.fromEntries(kept), preset, revision, updatedAt: clock.now() };
    rows.write(prompt);
    return prompt;
  }

  const requireRoom = () => {
    if (rows.count() >= promptLimits.count) throw new AppError(full);
  };

  const readFile = async (fileId: string) =>
    readPromptFile(await readImported(files, fileId, 'Select a file that Patchbay exported as prompts.'));

  return {
    list({ text, kind }) {
      const words = foldCase(text).split(/\s+/).filter(Boolean);
      const all = rows.all().filter(ofKind(kind));
      if (words.length === 0) return all.map(toRow);
      const found = all.flatMap((prompt) => {
        const name = foldCase(prompt.name);
        const inName = words.every((word) => name.includes(word));
        const whole = inName ? name : `${name}\n${foldCase(prompt.text)}`;
        return words.every((word) => whole.includes(word)) ? [{ prompt, inName }] : [];
      });
      return [...found.filter(({ inName }) => inName), ...found.filter(({ inName }) => !inName)].map(({ prompt }) =>
        toRow(prompt),
      );
    },
    get: ({ id }) => rows.get(id),
    find: ({ name }) => rows.find({ name: cleanName(name), preset: null }),
    save(input) {
      const name = cleanName(input.name);
      if (name === '') throw new AppError(noName);
      const saved = db.transaction(() => {
        const stored = rows.get(input.id);
        if ((stored?.revision ?? 0) !== input.revision)
          throw new AppError(stored ? changedElsewhere : removedElsewhere);
        const namesake = rows.find({ name, preset: input.preset });
        if (namesake && namesake.id !== input.id) throw new AppError(taken(namesake));
        if (!stored) requireRoom();
        return write({ ...input, name }, input.id, input.revision + 1);
      });
      announce({ area: 'prompts', id: saved.id });
      return saved;
    },
    async remove({ id }) {
      if (!rows.remove(id)) return;
      announce({ area: 'prompts', id });
      await db.wipeDeleted();
    },
    async importPreview({ fileId }) {
      const { prompts, unreadable } = await readFile(fileId);
      return {
        prompts: prompts.map((prompt) => ({
          name: prompt.name,
          kind: kindOf(prompt),
          excerpt: excerptOf(prompt),
          state: stateBeside(prompt, rows.find(prompt)),
        })),
        unreadable,
      };
    },
    async importFile({ fileId, duplicates }) {
      const { prompts } = await readFile(fileId);
      const result = { added: 0, replaced: 0, skipped: 0 };
      db.transaction(() => {
        const freeName = createFreeNames((prompt) => rows.find(prompt) !== null);
        for (const prompt of prompts) {
          const stored = rows.find(prompt);
          const state = stateBeside(prompt, stored);
          if (state === 'same' || (state === 'differs' && duplicates === 'skip')) result.skipped += 1;
          else if (stored && duplicates === 'replace') {
            write({ ...prompt, name: stored.name }, stored.id, stored.revision + 1);
            result.replaced += 1;
          } else {
            requireRoom();
            write({ ...prompt, name: freeName(prompt) }, randomUUID(), 1);
            result.added += 1;
          }
        }
      });
      if (result.added + result.replaced > 0) announce({ area: 'prompts' });
      return result;
    },
    export({ ids, kind }) {
      const wanted = ids && new Set(ids);
      const chosen = rows.all().filter((prompt) => (wanted?.has(prompt.id) ?? true) && ofKind(kind)(prompt));
      const bytes = Buffer.from(redact(writePromptFile(chosen, version)));
      return files.admit({ name: 'prompts.json', type: 'application/json', sizeBytes: bytes.length }, [bytes]);
    },
  };
}

const foldCase = (text: string) => text.normalize('NFKC').toLowerCase();

const kindOf = ({ preset }: Pick<Prompt, 'preset'>): SavedKind => (preset ? 'preset' : 'prompt');
const ofKind = (kind: SavedKind | undefined) => (prompt: Prompt) => kind === undefined || kindOf(prompt) === kind;

const excerptOf = ({ text, preset }: Pick<Prompt, 'text' | 'preset'>): string => {
  const sent = Object.entries(preset?.values ?? {}).filter(([, { on }]) => on);
  const line = (preset ? sent.map(([name]) => name).join(', ') : text)
    .slice(0, 2 * excerptLength)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line;
};

const toRow = ({ text, defaults: _defaults, ...row }: Prompt): PromptRow => ({
  ...row,
  excerpt: excerptOf({ text, ...row }),
  variables: variablesIn([text]),
});

const noName = failure('bad-input', 'A prompt or preset needs a name.', {
  effect: 'unchanged',
  hint: 'Enter a name.',
  param: 'name',
});
const taken = (namesake: Prompt) =>
  failure('bad-input', `There is already a ${kindOf(namesake)} named ${JSON.stringify(namesake.name)}.`, {
    effect: 'unchanged',
    hint: 'Enter another name.',
    param: 'name',
  });
const changedElsewhere = failure('conflict', 'This prompt was changed in another window.', {
  effect: 'not-saved',
  hint: 'Save yours as a copy, or open the prompt again.',
});
const removedElsewhere = failure('conflict', 'This prompt was deleted in another window.', {
  effect: 'not-saved',
  hint: 'Save yours as a copy.',
});
const full = failure(
  'too-large',
  `The library has ${promptLimits.count.toLocaleString('en')} prompts, the most it can have.`,
  {
    effect: 'unchanged',
    hint: 'Delete prompts that are no longer used.',
  },
);

/** Returns the form in which two names are compared; presets are compared with those of their scope. */
const nameKey = ({ name, preset }: Pick<Prompt, 'name' | 'preset'>): string => {
  const key = name.normalize('NFC').toLowerCase();
  return preset ? `${key}\n${preset.scope}` : key;
};

/** The table of prompts and presets. */
function createPromptRows({ sql }: Pick<Database, 'sql'>) {
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
