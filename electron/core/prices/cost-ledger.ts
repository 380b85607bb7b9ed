import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Spent } from '#shared/contract/prices.ts';
import { type Billed, type Cost, type CostGap, type CostPart, costOf } from '#shared/cost/cost.ts';
import type { Money } from '#shared/cost/money.ts';
import type { Price } from '#shared/cost/price.ts';
import type { Database } from '../store/database.ts';

/** One request that a gateway may charge for. */
export interface Charge {
  exchangeId: string;
  connectionId: string;
  connectionName: string;
  isDemo: boolean;
  model: string;
  /** When it began, milliseconds since 1970. */
  at: number;
  billed: Billed;
}

/** Time of one transaction of a recalculation before other work can run, in rows: about ten milliseconds. */
const sliceRows = 200;

/** What requests cost: one row each, kept longer than the requests themselves. */
export function createCostLedger({ sql, transaction }: Pick<Database, 'sql' | 'transaction'>) {
  const insert = sql.prepare(
    `INSERT OR REPLACE INTO exchange_costs
       (exchange_id, connection_id, connection_name, is_demo, model, at, billed, nano, currency, is_estimate, gap, parts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const costColumns = 'exchange_id, nano, currency, is_estimate, gap, parts';
  const one = sql.prepare(`SELECT ${costColumns} FROM exchange_costs WHERE exchange_id = ?`);
  const many = sql.prepare(
    `SELECT ${costColumns} FROM exchange_costs WHERE exchange_id IN (SELECT value FROM json_each(?))`,
  );
  const unpriced = sql.prepare(
    `SELECT DISTINCT model FROM exchange_costs WHERE connection_id = ? AND gap = 'no-price'`,
  );
  const earlier = sql.prepare(
    `SELECT ${costColumns}, billed FROM exchange_costs
     WHERE connection_id = ? AND model = ? AND (? OR gap = 'no-price')`,
  );
  const update = sql.prepare(
    'UPDATE exchange_costs SET nano = ?, currency = ?, is_estimate = ?, gap = ?, parts = ? WHERE exchange_id = ?',
  );
  const sums = sql.prepare(
    `SELECT connection_id, max(connection_name) AS connection_name, max(is_demo) AS is_demo, model, currency, gap,
       count(*) AS requests, total(nano) AS nano, max(is_estimate) AS is_estimate
     FROM exchange_costs WHERE at >= ? AND at < ? GROUP BY connection_id, model, currency, gap`,
  );
  const forgetUnknown = sql.prepare(
    'DELETE FROM exchange_costs WHERE nano IS NULL AND exchange_id IN (SELECT value FROM json_each(?))',
  );
  const forgetNames = sql.prepare(
    `UPDATE exchange_costs SET exchange_id = lower(hex(randomblob(16))), connection_id = '', connection_name = '',
       model = '', billed = '{}', parts = '[]' WHERE exchange_id IN (SELECT value FROM json_each(?))`,
  );
  const trim = sql.prepare('DELETE FROM exchange_costs WHERE at < ?');
  return {
    /** Adds a request with its cost at a price. A second time it replaces the first. */
    add({ exchangeId, connectionId, connectionName, isDemo, model, at, billed }: Charge, price: Price | null): void {
      const cost = costOf(billed, price);
      insert.run(
        exchangeId,
        connectionId,
        connectionName,
        Number(isDemo),
        model,
        at,
        JSON.stringify(billed),
        ...valuesOf(cost),
      );
    },
    find(exchangeId: string): Cost | null {
      const row = one.get(exchangeId);
      return row ? readCost(row) : null;
    },
    findAll: (exchangeIds: readonly string[]): Record<string, Cost> =>
      Object.fromEntries(many.all(JSON.stringify(exchangeIds)).map((row) => [String(row.exchange_id), readCost(row)])),
    /** Returns the models that were used without a price. */
    unpriced: (connectionId: string): string[] => unpriced.all(connectionId).map(({ model }) => String(model)),
    /**
     * Calculates the cost of earlier requests to a model again: of those without a price, or of all.
     *
     * @returns how many have another cost than before.
     */
    async recalculate(
      { connectionId, model }: { connectionId: string; model: string },
      price: Price,
      scope: 'unpriced' | 'all',
    ): Promise<number> {
      const rows = earlier.all(connectionId, model, Number(scope === 'all'));
      let changed = 0;
      for (let at = 0; at < rows.length; at += sliceRows) {
        if (at > 0) await nextTurn();
        transaction(() => {
          for (const row of rows.slice(at, at + sliceRows)) {
            const values = valuesOf(costOf(JSON.parse(String(row.billed)) as Billed, price));
            if (JSON.stringify(values) === JSON.stringify(valuesOf(readCost(row)))) continue;
            changed += Number(update.run(...values, String(row.exchange_id)).changes);
          }
        });
      }
      return changed;
    },
    /** Sums over the requests that began in a period, the most expensive models first. */
    spent(from: number, to: number): Spent[] {
      const byModel = new Map<string, Spent>();
      for (const row of sums.all(from, to)) {
        const key = JSON.stringify([row.connection_id, row.model, row.is_demo]);
        const known: Spent = byModel.get(key) ?? {
          connectionId: String(row.connection_id),
          connectionName: String(row.connection_name),
          isDemo: row.is_demo === 1,
          model: String(row.model),
          requests: 0,
          money: [],
          isEstimate: false,
          gaps: {},
        };
        known.requests += Number(row.requests);
        if (row.currency !== null) known.money.push({ nano: Number(row.nano), currency: String(row.currency) });
        if (row.gap !== null) known.gaps[row.gap as CostGap] = Number(row.requests);
        known.isEstimate ||= row.is_estimate === 1;
        byModel.set(key, known);
      }
      const most = ({ money }: Spent) => Math.max(-1, ...money.map(({ nano }) => nano));
      return [...byModel.values()].sort(
        (first, second) => most(second) - most(first) || (first.model < second.model ? -1 : 1),
      );
    },
    /** Removes from these rows what says which requests they were; their amounts stay in the sums. */
    forget(exchangeIds: readonly string[]): void {
      const ids = JSON.stringify(exchangeIds);
      transaction(() => {
        forgetUnknown.run(ids);
        forgetNames.run(ids);
      });
    },
    /** Removes rows that began before a time. */
    trim: (before: number): void => void trim.run(before),
  };
}

type Row = Record<string, unknown>;

const valuesOf = ({ money, isEstimate, gap, parts }: Cost) =>
  [money?.nano ?? null, money?.currency ?? null, Number(isEstimate), gap, JSON.stringify(parts)] as const;

const readCost = (row: Row): Cost => ({
  money: row.nano === null ? null : ({ nano: Number(row.nano), currency: String(row.currency) } satisfies Money),
  gap: row.gap as CostGap | null,
  isEstimate: row.is_estimate === 1,
  parts: JSON.parse(String(row.parts)) as CostPart[],
});
