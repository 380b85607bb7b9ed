import type { Price, PriceSource } from '#shared/cost/price.ts';
import type { Database } from '../store/database.ts';

interface PriceRow {
  connectionId: string;
  model: string;
  price: Price;
  source: Exclude<PriceSource, 'listing'>;
  setAt: number;
}

/** The prices that were entered or imported, one per model of a connection. */
export function createPriceRows({ sql }: Pick<Database, 'sql'>) {
  const list = sql.prepare('SELECT * FROM prices WHERE connection_id = ?');
  const one = sql.prepare('SELECT * FROM prices WHERE connection_id = ? AND model = ?');
  const write = sql.prepare(
    `INSERT OR REPLACE INTO prices (connection_id, model, currency, rates, max_input_tokens, source, set_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = sql.prepare('DELETE FROM prices WHERE connection_id = ? AND model = ?');
  const read = (row: Record<string, unknown>) => ({
    model: String(row.model),
    currency: String(row.currency),
    rates: JSON.parse(String(row.rates)) as Price['rates'],
    ...(row.max_input_tokens !== null && { maxInputTokens: Number(row.max_input_tokens) }),
    source: row.source as PriceRow['source'],
    setAt: Number(row.set_at),
  });
  return {
    list: (connectionId: string) => list.all(connectionId).map(read),
    find(connectionId: string, model: string) {
      const row = one.get(connectionId, model);
      return row ? read(row) : null;
    },
    write({ connectionId, model, price: { currency, rates, maxInputTokens }, source, setAt }: PriceRow): void {
      write.run(connectionId, model, currency, JSON.stringify(rates), maxInputTokens ?? null, source, setAt);
    },
    remove: (connectionId: string, model: string) => void remove.run(connectionId, model),
  };
}
