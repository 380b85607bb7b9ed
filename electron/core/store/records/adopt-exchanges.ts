import path from 'node:path';
import type { Database } from '../database.ts';

/** Two exchanges must not begin at the same time, because lists are paged by it; milliseconds. */
const nudgeMs = 0.001;

/**
 * Copies the ended exchanges of another data folder, which no process has open, with their bodies. Files of their
 * responses are not copied: they are in the bodies.
 *
 * @returns how many exchanges were copied.
 */
export function adoptExchanges({ sql, transaction }: Pick<Database, 'sql' | 'transaction'>, folder: string): number {
  sql.prepare('ATTACH ? AS other').run(path.join(folder, 'patchbay.db'));
  try {
    const columns = sql
      .prepare("SELECT name FROM pragma_table_info('exchanges')")
      .all()
      .map(({ name }) => String(name));
    const startedAt = `SELECT o.started_at + ${nudgeMs} * count(*) FROM main.exchanges m WHERE m.started_at = o.started_at`;
    const values = columns.map((name) => (name === 'started_at' ? `(${startedAt})` : `o.${name}`));
    return transaction(() => {
      const copied = sql
        .prepare(
          `INSERT INTO main.exchanges (${columns.join(', ')})
           SELECT ${values.join(', ')} FROM other.exchanges o
           WHERE o.state <> 'running' AND o.id NOT IN (SELECT id FROM main.exchanges)`,
        )
        .run();
      sql.exec(
        `INSERT OR IGNORE INTO main.exchange_bytes (exchange_id, side, offset, bytes, marks)
         SELECT exchange_id, side, offset, bytes, marks FROM other.exchange_bytes
         WHERE exchange_id IN (SELECT id FROM main.exchanges)`,
      );
      return Number(copied.changes);
    });
  } finally {
    sql.exec('DETACH other');
  }
}
