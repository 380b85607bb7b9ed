import path from 'node:path';
import type { Change } from '#shared/contract/host.ts';
import type { CoreFacts } from '../core-facts.ts';
import type { Database } from '../database.ts';
import { damageFoundNotice, type Notice } from '../database-notices.ts';
import { takeLock } from '../processes.ts';
import { isDamage } from '../storage-failure.ts';
import type { TrustedTime } from '../trusted-time.ts';
import { hasOwedWipe, listBackups } from './automatic-backups.ts';

/** What tests shorten. */
export interface MaintenanceTimings {
  /** After the start, so that it does not slow it down. */
  firstMs: number;
  /** Between two runs while the program is open. */
  everyMs: number;
}

const usualTimings: MaintenanceTimings = { firstMs: 10_000, everyMs: 3_600_000 };

const dayMs = 86_400_000;
const checkFact = 'history-checked-at';

interface MaintenanceParts {
  db: Pick<Database, 'saving' | 'isUnchecked' | 'suspectDamage' | 'worker' | 'wipeDeleted'>;
  dataFolder: string;
  facts: CoreFacts;
  /** Deletes what is no longer needed. */
  sweep: () => Promise<void>;
  announce: (change: Change) => void;
  timings: Partial<MaintenanceTimings>;
  /** Whether the clock is right, as far as known. */
  time?: Pick<TrustedTime, 'isSure'>;
  now?: () => number;
}

/** Background maintenance of the history. */
export interface Maintenance {
  /** Problems it found. */
  readonly notices: readonly Notice[];
  /** Does what is due now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Checks the whole history once a week, and after a crash when that took too long for the start; makes a backup when
 * the newest is older than a day. Of several programs on one data folder, one does it.
 */
export function startMaintenance({
  db,
  dataFolder,
  facts,
  sweep,
  announce,
  timings,
  time = { isSure: () => true },
  now = Date.now,
}: MaintenanceParts): Maintenance {
  const file = path.join(dataFolder, 'patchbay.db');
  const notices: Notice[] = [];
  let isUnchecked = db.isUnchecked;
  let running: Promise<void> | null = null;

  const isOlder = (at: number | null, days: number) => at === null || Math.abs(now() - at) > days * dayMs;

  async function check(): Promise<void> {
    if (!isUnchecked && !isOlder(Number(facts.read(checkFact)), 7)) return;
    if (!(await isIntactFile())) {
      db.suspectDamage();
      notices.push(damageFoundNotice);
      announce({ area: 'host' });
      return;
    }
    isUnchecked = false;
    facts.write(checkFact, String(now()));
  }

  const isIntactFile = () =>
    db.worker.run({ kind: 'check', file }).catch((thrown: unknown) => {
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
      const backups = listBackups(dataFolder);
      // A new one may push out the oldest: not for a clock that may be wrong.
      if (backups.length > 0 && !time.isSure()) return;
      // One from the future was made with a wrong clock, and says nothing about the others.
      const newest = backups.find(({ madeAt }) => madeAt <= now())?.madeAt ?? null;
      // A damaged history is not backed up: that would push out a good backup.
      if (notices.length > 0 || !isOlder(newest, 1)) return;
      if (await db.worker.run({ kind: 'backup', dataFolder, file, now: now() })) announce({ area: 'backups' });
    } finally {
      lock.release('remove');
    }
  }

  /** Operations that need the disk report a full or broken one; the next run tries again. */
  const look = () =>
    (running ??= work()
      .catch(() => {})
      .finally(() => {
        running = null;
      }));

  const { firstMs, everyMs } = { ...usualTimings, ...timings };
  const isActive = db.saving && Number.isFinite(firstMs);
  const first = isActive ? setTimeout(() => void look(), firstMs).unref() : undefined;
  const every = isActive ? setInterval(() => void look(), everyMs).unref() : undefined;
  return {
    notices,
    look,
    async close() {
      clearTimeout(first);
      clearInterval(every);
      await db.worker.close();
      await running;
    },
  };
}
