import { AppError, failure } from '#shared/protocol/failure.ts';

/** The primary result code of a SQLite error, or `null` for any other thrown value. */
export function sqliteCode(thrown: unknown): number | null {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return null;
  return thrown.errcode & 0xff;
}

const corrupt = 11;
const notADatabase = 26;

/** True when SQLite says that the bytes of the file are wrong. */
export const isDamage = (thrown: unknown): boolean => [corrupt, notADatabase].includes(sqliteCode(thrown) ?? 0);

interface Wording {
  what: string;
  hint: string;
}

const full: Wording = {
  what: 'the disk is full',
  hint: 'Make room on the disk, then try again. What was saved before is safe.',
};
const readOnly: Wording = {
  what: 'the data folder can not be written',
  hint: 'Check the rights of the data folder, then try again. What was saved before is safe.',
};
const damaged: Wording = {
  what: 'the history file is damaged',
  hint: 'Start Patchbay again: it puts the file aside and takes over what can still be read.',
};
const broken: Wording = {
  what: 'the storage reported an error',
  hint: 'Check the disk, then try again. What was saved before is safe.',
};

/** By primary result code of SQLite: BUSY, LOCKED, PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const bySqlite: Readonly<Record<number, Wording>> = {
  5: { what: 'another Patchbay kept the history file busy', hint: 'Try again in a moment.' },
  6: { what: 'the history file was busy', hint: 'Try again in a moment.' },
  3: readOnly,
  8: readOnly,
  10: broken,
  11: damaged,
  13: full,
  14: readOnly,
  26: damaged,
};

const noPlace: Wording = {
  what: 'there is no such place on the disk',
  hint: 'Check that the folder is still there, or choose another one, then try again.',
};

const bySystem: Readonly<Record<string, Wording>> = {
  ENOENT: noPlace,
  ENOTDIR: noPlace,
  EEXIST: { what: 'a file of that name is there', hint: 'Choose another name, then try again.' },
  EISDIR: { what: 'a folder of that name is there', hint: 'Choose another name, then try again.' },
  ENAMETOOLONG: { what: 'the name is too long', hint: 'Choose a shorter name, then try again.' },
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  EIO: broken,
  EMFILE: { what: 'too many files are open', hint: 'Close other programs or panels, then try again.' },
};

function wordingOf(thrown: unknown): Wording | null {
  const code = sqliteCode(thrown);
  if (code !== null) return bySqlite[code] ?? null;
  const name = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return bySystem[name] ?? null;
}

/** Words for a fault of the database or the disk, such as "the disk is full"; `null` for a fault of another kind. */
export const storageFault = (thrown: unknown): string | null => wordingOf(thrown)?.what ?? null;

/**
 * Names a fault of the database or the disk as a `storage` failure; anything else comes back as it was.
 *
 * @param what the act that did not happen, as the start of a sentence: `The conversation was not saved`.
 */
export function nameStorageFault(thrown: unknown, what = 'Nothing was saved'): unknown {
  const wording = wordingOf(thrown);
  if (!wording) return thrown;
  return new AppError(failure('storage', `${what}: ${wording.what}.`, { hint: wording.hint, retryable: true }));
}
