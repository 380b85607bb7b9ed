import path from 'node:path';
import type { CoreFacts } from '../core-facts.ts';
import type { Database } from '../database.ts';
import { damageFoundNotice, type Notice } from '../database-notices.ts';
import { takeLock } from '../os-lock.ts';
import { isDamage } from '../storage-failure.ts';
import { hasOwedWipe, listBackups } from './backup-files.ts';

/** What tests make shorter. */
export interface MaintenanceTimings {
  /** After the start, so that nothing is in its way. */
  firstMs: number;
  /** Between two looks while the program runs. */
  everyMs: number;
}

export const maintenanceTimings: MaintenanceTimings = { firstMs: 10_000, everyMs: 3_600_000 };

const dayMs = 86_400_000;
const checkFact = 'history-checked-at';

interface MaintenanceParts {
  db: Pick<Database, 'saving' | 'isUnchecked' | 'suspectDamage' | 'apart' | 'wipeDeleted'>;
  dataFolder: string;
  facts: CoreFacts;
  /** Removes what is not needed any more. */
  sweep: () => Promise<void>;
  /** Something is to be told. */
  onNotice: () => void;
  /** A backup was made. */
  onBackup: () => void;
  timings: MaintenanceTimings;
  now?: () => number;
}

/** Care for the history in the background. */
export interface Maintenance {
  /** What it found. */
  readonly notices: readonly Notice[];
  /** Does now what is due. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the whole history once a week, and after a crash when that took too long for the start; makes a backup when the
 * newest is older than a day. Of several programs on one data folder one does it.
 */
export function startMaintenance({
  db,
  dataFolder,
  facts,
  sweep,
  onNotice,
  onBackup,
  timings,
  now = Date.now,
}: MaintenanceParts): Maintenance {
  const file = path.join(dataFolder, 'patchbay.db');
  const notices: Notice[] = [];
  let isUnchecked = db.isUnchecked;
  let looking: Promise<void> | null = null;

  const isOlder = (at: number | null, days: number) => at === null || Math.abs(now() - at) > days * dayMs;

  async function check(): Promise<void> {
    if (!isUnchecked && !isOlder(Number(facts.read(checkFact)), 7)) return;
    if (!(await isAudioFile())) {
      db.suspectDamage();
      notices.push(damageFoundNotice);
      onNotice();
      return;
    }
    isUnchecked = false;
    facts.write(checkFact, String(now()));
  }

  const isAudioFile = () =>
    db.apart.run({ kind: 'check', file }).catch((thrown: unknown) => {
      if (isDamage(thrown)) return false;
      throw thrown;
    });

  async function work(): Promise<void> {
    if (notices.length > 0) return;
    const lock = takeLock(path.join(dataFolder, 'upkeep.lock'));
    if (!lock) return;
    try {
      await sweep();
      if (hasOwedWipe(dataFolder)) await db.wipeDeleted();
      await check();
      const newest = listBackups(dataFolder)[0]?.madeAt ?? null;
      // Of a damaged history no backup is made: it would push out a good one.
      if (notices.length > 0 || !isOlder(newest, 1)) return;
      if (await db.apart.run({ kind: 'backup', dataFolder, file, now: now() })) onBackup();
    } finally {
      lock.release('remove');
    }
  }

  /** A disk that is full or broken is told of by whoever needs it; the next look tries again. */
  const look = () =>
    (looking ??= work()
      .catch(() => {})
      .finally(() => {
        looking = null;
      }));

  const isActive = db.saving && Number.isFinite(timings.firstMs);
  const first = isActive ? setTimeout(() => void look(), timings.firstMs).unref() : undefined;
  const every = isActive ? setInterval(() => void look(), timings.everyMs).unref() : undefined;
  return {
    notices,
    look,
    async close() {
      clearTimeout(first);
      clearInterval(every);
      await db.apart.close();
      await looking;
    },
  };
}
