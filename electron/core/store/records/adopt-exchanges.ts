import path from 'node:path';
import type { Database } from '../database.ts';

/** Two exchanges must not begin at the same time, because lists are paged by it; milliseconds. */
const nudgeMs = 0.001;

/** One connection under the ids that it has in two data folders. */
export interface SameConnection {
  /** In the other folder. */
  there: string;
  here: string;
}

type Parts = Pick<Database, 'sql' | 'transaction'>;

/**
 * Copies the ended exchanges of another data folder, which no process has open, with their bodies and what they cost.
 * Files of their responses are not copied: they are in the bodies.
 *
 * @param same the connection of this folder that the exchanges belong to. What was listed for it is copied too, as a
 *   list that belongs to none of its keys: its key is not saved.
 * @returns how many exchanges were copied.
 */
export function adoptExchanges(db: Parts, folder: string, same: SameConnection | null = null): number {
  const { sql, transaction } = db;
  return attached(db, folder, () => {
    // A parameter keeps its type in any column.
    const { there, here } = same ?? { there: '', here: '' };
    const startedAt = `SELECT o.started_at + ${nudgeMs} * count(*) FROM main.exchanges m WHERE m.started_at = o.started_at`;
    const connectionId = 'CASE o.connection_id WHEN $there THEN $here ELSE o.connection_id END';
    const copy = (table: string, own: Readonly<Record<string, string>>, where: string) => {
      const columns = columnsOf(db, table);
      const values = columns.map((name) => own[name] ?? `o.${name}`);
      return sql
        .prepare(
          `INSERT OR REPLACE INTO main.${table} (${columns.join(', ')})
           SELECT ${values.join(', ')} FROM other.${table} o WHERE ${where}`,
        )
        .run({ $there: there, $here: here });
    };
    return transaction(() => {
      const { changes } = copy(
        'exchanges',
        { started_at: `(${startedAt})`, connection_id: connectionId },
        "o.state <> 'running' AND o.id NOT IN (SELECT id FROM main.exchanges)",
      );
      sql.exec(
        `INSERT OR IGNORE INTO main.exchange_bytes (exchange_id, side, offset, bytes, marks)
         SELECT exchange_id, side, offset, bytes, marks FROM other.exchange_bytes
         WHERE exchange_id IN (SELECT id FROM main.exchanges)`,
      );
      copy(
        'exchange_costs',
        { connection_id: connectionId },
        'o.exchange_id IN (SELECT id FROM main.exchanges) AND o.exchange_id NOT IN (SELECT exchange_id FROM main.exchange_costs)',
      );
      copy(
        'model_listings',
        { connection_id: '$here', key_id: "''" },
        `o.connection_id = $there AND o.listed_at IS NOT NULL AND o.key_id IN (SELECT id FROM other.keys)
         AND EXISTS (SELECT 1 FROM main.connections WHERE id = $here)`,
      );
      return Number(changes);
    });
  });
}

/** Copies what another data folder knows about the prices of a connection: those that were entered, and model lists. */
export function borrowPrices(db: Parts, folder: string, { there, here }: SameConnection): void {
  attached(db, folder, () => {
    for (const table of ['prices', 'model_listings']) {
      const columns = columnsOf(db, table);
      const values = columns.map((name) => (name === 'connection_id' ? '$here' : name));
      db.sql
        .prepare(
          `INSERT OR REPLACE INTO main.${table} (${columns.join(', ')})
           SELECT ${values.join(', ')} FROM other.${table} WHERE connection_id = $there`,
        )
        .run({ $there: there, $here: here });
    }
  });
}

function attached<T>({ sql }: Parts, folder: string, work: () => T): T {
  sql.prepare('ATTACH ? AS other').run(path.join(folder, 'patchbay.db'));
  try {
    return work();
  } finally {
    sql.exec('DETACH other');
  }
}

const columnsOf = ({ sql }: Parts, table: string): string[] =>
  sql
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
