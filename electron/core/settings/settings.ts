import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { type Language, languageSetting, languages } from '#shared/contract/language.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { applyChanges, type ValueChange } from '#shared/value-changes.ts';
import type { Database } from '../store/database.ts';

/** Size limit of one value as JSON. */
const valueLimit = 1_000_000;

interface SettingsParts {
  db: Database;
  announce: (change: Change) => void;
}

/** Stores preferences and unsent drafts. A value that did not change is not announced. */
export function createSettings({ db, announce }: SettingsParts): Core['settings'] {
  const every = db.sql.prepare('SELECT name, value FROM settings ORDER BY name');
  const one = db.sql.prepare('SELECT value FROM settings WHERE name = ?');
  const write = db.sql.prepare(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  const remove = db.sql.prepare('DELETE FROM settings WHERE name = ?');
  const read = (name: string) => {
    const row = one.get(name);
    const value = row && parsed(String(row.value));
    return value === unreadable ? null : (value ?? null);
  };
  const put = (name: string, value: unknown) => {
    const { changes } = value === null ? remove.run(name) : write.run(name, toJson(name, value));
    if (changes > 0) announce({ area: 'settings', id: name });
  };
  return {
    all: () =>
      Object.fromEntries(
        every.all().flatMap((row) => {
          const value = parsed(String(row.value));
          if (value !== unreadable) return [[String(row.name), value]];
          // The next start finds the damage and restores this value from the backup.
          db.suspectDamage();
          return [];
        }),
      ),
    get: ({ name }) => read(name),
    put: ({ name, value }) => put(name, value),
    // Reading and writing happen in one turn, so nothing can interleave.
    patch: ({ name, changes }) => put(name, applyChanges(read(name), changes as ValueChange[])),
  };
}

const unreadable = Symbol('unreadable');

/**
 * Damage can leave text that is not a value; the other settings are still valid, and this one falls back to its default
 * for this run.
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

function toJson(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= valueLimit) return text;
  throw new AppError(
    failure('too-large', `The setting "${name}" is larger than 1 MB and was not saved.`, {
      hint: 'Its previous value is kept. Shorten it, or use a file instead.',
    }),
  );
}

/** Returns the page's language, for texts that are created on request; English until the page has reported it. */
export function createShownLanguage(db: Database): () => Language {
  const read = db.sql.prepare("SELECT json_extract(value, '$.shown') AS shown FROM settings WHERE name = ?");
  return () => {
    const shown = read.get(languageSetting)?.shown;
    return languages.find((language) => language === shown) ?? 'en';
  };
}
