import { readdirSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BackupSource, BackupState } from '#shared/contract/backups.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../files/file-store.ts';
import type { CoreFacts } from '../store/core-facts.ts';
import type { Database } from '../store/database.ts';
import { isWhole, listBackups } from '../store/maintenance/automatic-backups.ts';
import { listQuarantined, type QuarantinedFile, removeQuarantined } from '../store/maintenance/quarantine.ts';
import {
  copyIntoStage,
  type StagedFacts,
  stage,
  stagedAt,
  stagedFrom,
  UnfitBackup,
  unstage,
} from '../store/maintenance/staged-restore.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import { BrokenArchive } from './tar.ts';
import { unpackArchive } from './unpack-archive.ts';
import { type ArchiveSeal, archiveFormat, listEntries, sizeOf, writeArchive } from './write-archive.ts';

interface BackupParts {
  db: Pick<Database, 'sql' | 'saving' | 'worker'>;
  dataFolder: string;
  files: Pick<FileStore, 'open' | 'admit' | 'remove'>;
  facts: CoreFacts;
  seal: ArchiveSeal;
  version: string;
  announce: (change: Change) => void;
}

export interface Backups {
  readonly area: Core['backups'];
  /** Yields the bytes of a backup of everything, for a host that writes them to a location of its own. */
  write(): AsyncGenerator<Uint8Array>;
  /** Verifies a backup as it arrives and stages it for the next start. Resolves with the time the backup was made. */
  read(bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** Removes files made for the user over a day ago, and the remains of a backup whose process was killed. */
  sweep(): Promise<void>;
}

/** Free space that a backup leaves on the disk. */
const reserveBytes = 512 * 1024 ** 2;
const keptMs = 86_400_000;
const madeFact = 'backup-made';

/** Folders in which backups are assembled, each with a copy of the whole history. */
const makingName = /^backup-[A-Za-z0-9]{6}$/;

/**
 * Finds folders without an owner. Runs before this process makes its own, and never while another process may be making
 * one.
 */
function findLeftOver({ sql, saving }: Pick<Database, 'sql' | 'saving'>, dataFolder: string): string[] {
  if (!saving || sql.prepare('SELECT count(*) AS count FROM processes').get()?.count !== 1) return [];
  return readdirSync(dataFolder).flatMap((name) => (makingName.test(name) ? [path.join(dataFolder, name)] : []));
}

/**
 * Creates and restores backups of everything in the data folder except keys, both automatic backups and those the user
 * makes.
 * A restored backup is staged here, and put in place by `store/maintenance/staged-restore.ts` at the next start.
 */
export function createBackups({ db, dataFolder, files, facts, seal, version, announce }: BackupParts): Backups {
  const file = path.join(dataFolder, 'patchbay.db');
  // At once: a program that is killed again and again would leave one more folder each time.
  const removal = Promise.allSettled(
    findLeftOver(db, dataFolder).map((folder) => rm(folder, { recursive: true, force: true })),
  );

  const state = (): BackupState => ({
    canRestore: db.saving,
    automatic: listBackups(dataFolder).map(({ file, madeAt, sizeBytes }) => ({
      id: path.basename(file),
      madeAt,
      sizeBytes,
    })),
    aside: listQuarantined(dataFolder).map(({ file, reason, at, sizeBytes }) => ({
      id: path.basename(file),
      reason,
      at,
      sizeBytes,
    })),
    staged: stagedAt(dataFolder),
    stagedFrom: stagedFrom(dataFolder),
  });

  async function* write(): AsyncGenerator<Uint8Array> {
    const folder = await mkdtemp(path.join(db.saving ? dataFolder : os.tmpdir(), 'backup-'));
    try {
      const history = path.join(folder, 'patchbay.db');
      if (db.saving) await db.worker.run({ kind: 'copy', file, into: history });
      else db.sql.prepare('VACUUM INTO ?').run(history);
      const entries = listEntries({ format: archiveFormat, version, madeAt: Date.now() }, history, dataFolder);
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < sizeOf(entries) + reserveBytes) throw new AppError(noRoom);
      yield* writeArchive(entries, seal);
    } catch (thrown) {
      throw nameStorageFault(thrown, 'The backup was not created');
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  /** Removes the previous backup file made for the user, so that it is not included in the next one. */
  async function dropMade(): Promise<void> {
    const made = madeBefore();
    if (made) await files.remove(made.id);
    facts.write(madeFact, null);
  }

  const madeBefore = (): { id: string; at: number } | null => {
    const [id, at] = (facts.read(madeFact) ?? '').split(' ');
    return id ? { id, at: Number(at) } : null;
  };

  async function lay(fill: (folder: string) => Promise<StagedFacts>): Promise<number> {
    if (!db.saving) throw new AppError(notSaving);
    let at = 0;
    try {
      await stage(dataFolder, db.worker, async (folder) => {
        const facts = await fill(folder);
        at = facts.madeAt;
        return facts;
      });
    } catch (thrown) {
      if (thrown instanceof BrokenArchive || thrown instanceof UnfitBackup) throw new AppError(unfit(thrown.message));
      throw nameStorageFault(thrown, 'The backup was not restored');
    }
    announce({ area: 'backups' });
    return at;
  }

  const read = (bytes: AsyncIterable<Uint8Array>) =>
    lay(async (folder) => {
      const { madeAt, from } = await unpackArchive(bytes, folder, seal);
      return { madeAt, from };
    });

  async function readStored(id: string): Promise<void> {
    const stored = await files.open(id);
    if (!stored) throw new AppError(notFound);
    try {
      await read(stored.stream());
    } finally {
      // The file was imported only for this.
      await files.remove(id);
    }
  }

  async function restore(from: BackupSource): Promise<void> {
    if (from.kind === 'file') return readStored(from.id);
    if (from.kind === 'aside') {
      const found = findAside(from.id);
      await lay(async (folder) => {
        copyIntoStage(found.file, folder);
        return { madeAt: found.at };
      });
      return;
    }
    const found = listBackups(dataFolder).find(({ file }) => path.basename(file) === from.id);
    if (!found) throw new AppError(notFound);
    await lay(async (folder) => {
      if (!isWhole(found)) throw new UnfitBackup('is damaged');
      copyIntoStage(found.file, folder);
      return { madeAt: found.madeAt };
    });
  }

  function findAside(id: string): QuarantinedFile {
    const found = listQuarantined(dataFolder).find(({ file }) => path.basename(file) === id);
    if (!found) throw new AppError(notFound);
    return found;
  }

  const currentState = (): BackupState => {
    announce({ area: 'backups' });
    return state();
  };

  return {
    write,
    read,
    async sweep() {
      await removal;
      const made = madeBefore();
      if (made && Math.abs(Date.now() - made.at) > keptMs) await dropMade();
    },
    area: {
      state,
      async make() {
        await dropMade();
        const day = new Date().toISOString().slice(0, 10);
        const name = `patchbay-backup-${day}.tar`;
        const made = await files.admit({ name, type: 'application/x-tar', sizeBytes: null }, write());
        facts.write(madeFact, `${made.id} ${Date.now()}`);
        return made;
      },
      async restore({ from }) {
        await restore(from);
        return state();
      },
      cancelRestore() {
        unstage(dataFolder);
        return currentState();
      },
      removeAside({ id }) {
        removeQuarantined(findAside(id));
        return currentState();
      },
    },
  };
}

const unfit = (why: string) =>
  failure('bad-input', `The backup ${why}.`, {
    effect: 'unchanged',
    hint: 'Select another file or backup.',
  });
const notSaving = failure('storage', "Patchbay isn't saving, so nothing can be restored.", {
  effect: 'unchanged',
  hint: 'Fix what keeps Patchbay from saving, then restart it.',
});
const notFound = failure('not-found-here', 'This backup no longer exists.', { hint: 'Select another one.' });
const noRoom = failure('storage', 'The backup was not created, because less than 512 MiB would be left on the disk.', {
  hint: 'Free some disk space, then try again.',
  retryable: true,
});
