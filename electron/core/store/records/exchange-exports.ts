import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeDatabase } from './exchange-writer.ts';

/** Which files were exported from which exchanges. */
export function openExchangeExports({ sql, processId }: Pick<ExchangeDatabase, 'sql' | 'processId'>) {
  const fileIds = (statement: ReturnType<DatabaseSync['prepare']>, ...values: string[]) =>
    statement.all(...values).map((row) => String(row.file_id));
  const insert = sql.prepare(
    'INSERT INTO exchange_exports (file_id, exchange_id, process_id) SELECT ?, value, ? FROM json_each(?)',
  );
  const holding = sql.prepare(
    'SELECT DISTINCT file_id FROM exchange_exports WHERE exchange_id IN (SELECT value FROM json_each(?))',
  );
  const passing = sql.prepare(
    'SELECT DISTINCT file_id FROM exchange_exports WHERE process_id = ? OR process_id NOT IN (SELECT id FROM processes)',
  );
  const remove = sql.prepare('DELETE FROM exchange_exports WHERE file_id IN (SELECT value FROM json_each(?))');
  return {
    add: (fileId: string, exchangeIds: readonly string[]): void =>
      void insert.run(fileId, processId, JSON.stringify(exchangeIds)),
    /** Returns the files that contain something of these exchanges. */
    holding: (exchangeIds: readonly string[]): string[] => fileIds(holding, JSON.stringify(exchangeIds)),
    /** Returns the files of this process, and of those that have ended. */
    passing: (): string[] => fileIds(passing, processId),
    remove: (ids: readonly string[]): void => void remove.run(JSON.stringify(ids)),
  };
}
