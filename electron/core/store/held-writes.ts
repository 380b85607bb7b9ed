import { setImmediate as nextTurn } from 'node:timers/promises';
import { orNull } from '../or-null.ts';
import type { Database } from './database.ts';
import { sqliteCode, storageFault } from './storage-failure.ts';

/** Values of one kind that the disk may refuse: the newest of each is kept in memory until it is written. */
export interface HeldTable<T> {
  /**
   * Writes a value, or keeps it for later when the disk refuses. Inside a transaction it is written or throws, because
   * the transaction may be rolled back.
   *
   * @returns false when it is only in memory.
   */
  put(group: string, id: string, value: T): boolean;
  /** Returns what is only in memory of a group, by id; `undefined` when all of it is stored. */
  heldOf(group: string): ReadonlyMap<string, T> | undefined;
  /** Forgets what is only in memory of a group that was deleted. */
  drop(group: string): void;
}

/** Writes that the disk refused, and that are repeated until it accepts them. */
export interface HeldWrites {
  /**
   * @param write throws the database's own error when it refuses; returns false when a row that it refers to is not
   *   stored yet.
   * @param merge returns what is kept of a value and the newer one that replaces it.
   */
  table<T>(write: (group: string, id: string, value: T) => unknown, merge?: (before: T, next: T) => T): HeldTable<T>;
  /** True unless the disk refuses. Tries again when the last attempt was a while ago. */
  isSettled(): boolean;
  /** Resolves when the disk does not refuse anymore, or when the signal fires. */
  settled(signal: AbortSignal): Promise<void>;
  /** Tries once more, and stops trying. */
  close(): void;
}

/** Between attempts while the disk refuses, in milliseconds. */
const againMs = 1000;
/** Writing yields to other work after this long, in milliseconds. */
const sliceMs = 8;
/** SQLite's code for a row that refers to one that does not exist. */
const constraint = 19;

interface AnyTable {
  write(group: string, id: string, value: unknown): unknown;
  groups: Map<string, Map<string, unknown>>;
}
interface Held {
  table: AnyTable;
  group: string;
  id: string;
  value: unknown;
}

/** @param onTrouble receives why writing fails when it begins to, and `null` when everything is stored again. */
export function createHeldWrites(
  { sql, transaction }: Pick<Database, 'sql' | 'transaction'>,
  onTrouble: (cause: unknown) => void,
): HeldWrites {
  const tables: AnyTable[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isTroubled = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let waiting: (() => void)[] = [];

  const isEmpty = () => tables.every(({ groups }) => groups.size === 0);

  function* entries(): Generator<Held> {
    for (const table of tables)
      for (const [group, byId] of table.groups) for (const [id, value] of byId) yield { table, group, id, value };
  }

  function forget({ groups }: AnyTable, group: string, id: string): void {
    const byId = groups.get(group);
    byId?.delete(id);
    if (byId?.size === 0) groups.delete(group);
  }

  function isWritten({ table, group, id, value }: Held): boolean {
    try {
      return table.write(group, id, value) !== false;
    } catch (thrown) {
      // What it belongs to was deleted by another process meanwhile.
      if (sqliteCode(thrown) === constraint) return true;
      throw thrown;
    }
  }

  /** Writes what is held, for some milliseconds. @returns whether the disk refused, and whether more is left. */
  function writeSlice(): 'refused' | 'more' | 'done' {
    triedAt = performance.now();
    const written: Held[] = [];
    let isCut = false;
    try {
      transaction(() => {
        for (const held of entries()) {
          if (isWritten(held)) written.push(held);
          isCut = performance.now() - triedAt > sliceMs;
          if (isCut) break;
        }
      });
    } catch (thrown) {
      if (storageFault(thrown) === null) throw thrown;
      return 'refused';
    }
    for (const { table, group, id } of written) forget(table, group, id);
    return isCut && written.length > 0 ? 'more' : 'done';
  }

  /** Tries to write all of it. What is left then refers to rows that are not stored yet. */
  function writeNow(): void {
    let state = writeSlice();
    while (state === 'more') state = writeSlice();
    if (state === 'done') end();
  }

  async function writeInTurns(): Promise<void> {
    for (let state = writeSlice(); !isClosed; state = writeSlice()) {
      if (state === 'done') end();
      if (state !== 'more') break;
      await nextTurn();
    }
    if (!isClosed && !isEmpty()) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // What cannot be written for another reason is tried again as well: it is nowhere else.
      writeInTurns().catch(schedule);
    }, againMs);
  }

  function end(): void {
    if (isTroubled) onTrouble(null);
    isTroubled = false;
    for (const wake of waiting.splice(0)) wake();
  }

  /** Tries to write a value, unless the disk refuses anyway. */
  function isAccepted(write: () => unknown): boolean {
    if (isTroubled) return false;
    try {
      return write() !== false;
    } catch (thrown) {
      if (storageFault(thrown) === null) throw thrown;
      isTroubled = true;
      triedAt = performance.now();
      onTrouble(thrown);
      return false;
    }
  }

  function isSettled(): boolean {
    if (isTroubled && performance.now() - triedAt > againMs) writeNow();
    return !isTroubled;
  }

  return {
    table<T>(
      write: (group: string, id: string, value: T) => unknown,
      merge: (before: T, next: T) => T = (_, next) => next,
    ): HeldTable<T> {
      const groups = new Map<string, Map<string, T>>();
      const table: AnyTable = { write: (group, id, value) => write(group, id, value as T), groups };
      tables.push(table);
      return {
        put(group, id, value) {
          if (sql.isTransaction) {
            write(group, id, value);
            return true;
          }
          if (isAccepted(() => write(group, id, value))) {
            forget(table, group, id);
            return true;
          }
          const byId = groups.get(group) ?? new Map<string, T>();
          const before = byId.get(id);
          groups.set(group, byId.set(id, before === undefined ? value : merge(before, value)));
          schedule();
          return false;
        },
        heldOf: (group) => groups.get(group),
        drop: (group) => void groups.delete(group),
      };
    },
    isSettled,
    async settled(signal) {
      while (!isSettled() && !signal.aborted)
        await new Promise<void>((resolve) => {
          const wake = () => {
            signal.removeEventListener('abort', wake);
            waiting = waiting.filter((one) => one !== wake);
            resolve();
          };
          waiting.push(wake);
          signal.addEventListener('abort', wake, { once: true });
        });
    },
    close() {
      if (!isEmpty()) orNull(writeNow);
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
