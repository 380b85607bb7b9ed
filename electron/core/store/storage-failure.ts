import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { clockTime } from './clock-time.ts';

/** Returns the primary result code of a SQLite error, or `null` for any other thrown value. */
export function sqliteCode(thrown: unknown): number | null {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return null;
  return thrown.errcode & 0xff;
}

const corrupt = 11;
const notADatabase = 26;

/** Returns true when SQLite reports corrupt file contents. */
export const isDamage = (thrown: unknown): boolean => [corrupt, notADatabase].includes(sqliteCode(thrown) ?? 0);

interface Wording {
  what: string;
  hint: string;
}

const full: Wording = {
  what: 'the disk is full',
  hint: 'Earlier data is safe. Free some disk space, then try again.',
};
const readOnly: Wording = {
  what: "the data folder isn't writable",
  hint: 'Earlier data is safe. Check the permissions of the data folder, then try again.',
};
const damaged: Wording = {
  what: 'the history file is damaged',
  hint: 'Restart Patchbay to restore everything that can still be read.',
};
const broken: Wording = {
  what: 'the storage reported an error',
  hint: 'Earlier data is safe. Check the disk, then try again.',
};

/** By primary result code of SQLite: BUSY, LOCKED, PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const bySqlite: Readonly<Record<number, Wording>> = {
  5: { what: 'another Patchbay is using the history file', hint: 'Try again in a moment.' },
  6: { what: 'the history file is in use', hint: 'Try again in a moment.' },
  3: readOnly,
  8: readOnly,
  10: broken,
  11: damaged,
  13: full,
  14: readOnly,
  26: damaged,
};

const noPlace: Wording = {
  what: "the folder doesn't exist",
  hint: 'Check the folder or select another one, then try again.',
};

const bySystem: Readonly<Record<string, Wording>> = {
  ENOENT: noPlace,
  ENOTDIR: noPlace,
  EEXIST: { what: 'a file with that name exists', hint: 'Enter another name, then try again.' },
  EISDIR: { what: 'a folder with that name exists', hint: 'Enter another name, then try again.' },
  ENAMETOOLONG: { what: 'the name is too long', hint: 'Enter a shorter name, then try again.' },
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

/**
 * Returns the wording for a fault of the database or the disk, such as "the disk is full"; `null` for any other fault.
 */
export const storageFault = (thrown: unknown): string | null => wordingOf(thrown)?.what ?? null;

/**
 * Converts a fault of the database or the disk to a `storage` failure; returns anything else unchanged.
 *
 * @param what the operation that failed, as the start of a sentence: `The conversation was not saved`.
 */
export function nameStorageFault(thrown: unknown, what = 'Nothing was saved'): unknown {
  const wording = wordingOf(thrown);
  if (!wording) return thrown;
  return new AppError(failure('storage', `${what}: ${wording.what}.`, { hint: wording.hint, retryable: true }));
}

/**
 * Returns the failure of writing in the background, which is tried again: since now nothing is saved.
 *
 * @param what what happens to work that runs, as sentences.
 */
export function notSavedSince(thrown: unknown, what = ''): Failure {
  const cause = storageFault(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return failure('storage', `Not saved since ${clockTime(Date.now()).slice(-5)}: ${cause}.${what && ` ${what}`}`, {
    hint: 'Responses still arrive and stay readable until Patchbay quits. Saving resumes automatically.',
    retryable: true,
  });
}

type Handlers = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * Wraps the handlers of each area so that a fault of the database or the disk is thrown as a readable `storage`
 * failure. Streams are passed through: they name their own faults.
 *
 * @param onDamage called when SQLite finds that its file is damaged.
 */
export function nameFaults<Areas extends Readonly<Record<string, Handlers>>>(
  areas: Areas,
  onDamage: () => void,
): Areas {
  const rethrow = (thrown: unknown): never => {
    if (isDamage(thrown)) onDamage();
    throw nameStorageFault(thrown, 'The action failed');
  };
  const named =
    (handle: Handlers[string]) =>
    (...given: never[]) => {
      try {
        const answer = handle(...given);
        return answer instanceof Promise ? answer.catch(rethrow) : answer;
      } catch (thrown) {
        return rethrow(thrown);
      }
    };
  const each = <From, To>(record: Readonly<Record<string, From>>, change: (one: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]));
  return each(areas, (handlers) => each(handlers, named)) as Areas;
}
