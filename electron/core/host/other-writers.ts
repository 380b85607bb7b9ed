import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '#shared/contract/host.ts';

const lookMs = 1_500;

const areas: readonly Change['area'][] = [
  'connections',
  'keys',
  'models',
  'exchanges',
  'library',
  'settings',
  'demo',
  'limits',
  'tasks',
];

/**
 * Announces that everything may have changed when another process wrote to the same database. SQLite counts the commits
 * of others without reading a page, and does not say what they were.
 *
 * @returns stops looking.
 */
export function watchOtherWriters(sql: DatabaseSync, announce: (change: Change) => void): () => void {
  const read = sql.prepare('PRAGMA data_version');
  const version = (): number | null => {
    try {
      return Number(read.get()?.data_version);
    } catch {
      // The disk is in trouble; whoever needs it will say so.
      return null;
    }
  };
  let known = version();
  const timer = setInterval(() => {
    const now = version();
    if (now === null || now === known) return;
    for (const area of areas) announce({ area });
    known = now;
  }, lookMs).unref();
  return () => clearInterval(timer);
}
