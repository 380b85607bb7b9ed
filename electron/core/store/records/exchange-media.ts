import type { ExchangeDatabase } from './exchange-keeper.ts';

/** Which stored files hold the pictures of which exchanges. */
export interface ExchangeMedia {
  add(exchangeId: string, place: number, fileId: string): void;
  /** Ids of files by the place of their picture in the answer. */
  of(exchangeId: string): ReadonlyMap<number, string>;
  /** Files whose exchange is gone, with the id of that exchange. */
  left(): { exchangeId: string; fileId: string }[];
  /** True when some conversation names the file. */
  isShown(fileId: string): boolean;
  remove(fileId: string): void;
}

export function openExchangeMedia({ sql }: Pick<ExchangeDatabase, 'sql'>): ExchangeMedia {
  const insert = sql.prepare('INSERT OR REPLACE INTO exchange_media (exchange_id, place, file_id) VALUES (?, ?, ?)');
  const ofOne = sql.prepare('SELECT place, file_id FROM exchange_media WHERE exchange_id = ?');
  const left = sql.prepare(
    'SELECT exchange_id, file_id FROM exchange_media WHERE exchange_id NOT IN (SELECT id FROM exchanges)',
  );
  const shown = sql.prepare('SELECT 1 FROM conversations WHERE instr(content, ?) > 0 LIMIT 1');
  const remove = sql.prepare('DELETE FROM exchange_media WHERE file_id = ?');
  return {
    add: (exchangeId, place, fileId) => void insert.run(exchangeId, place, fileId),
    of: (exchangeId) => new Map(ofOne.all(exchangeId).map((row) => [Number(row.place), String(row.file_id)])),
    left: () => left.all().map((row) => ({ exchangeId: String(row.exchange_id), fileId: String(row.file_id) })),
    isShown: (fileId) => shown.get(fileId) !== undefined,
    remove: (fileId) => void remove.run(fileId),
  };
}
