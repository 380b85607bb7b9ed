import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeCounts, ExchangeSummary } from '#shared/contract/exchanges.ts';
import { type Condition, conditionOf, type Filter, fits } from './exchange-filter.ts';
import type { Recording } from './exchange-recording.ts';
import { readSummary, summaryColumns, summaryOf } from './exchange-rows.ts';

export interface ListFilter extends Filter {
  limit: number;
  before?: number | undefined;
}

/** What is shown beside and in the list of exchanges. */
export interface ExchangeLists {
  /** The newest first. */
  list(filter: ListFilter): ExchangeSummary[];
  /** Numbers of the fitting ones; the names of keys and models are those of the whole history, for menus. */
  counts(filter: Filter): ExchangeCounts;
}

/** Names that a menu of filters can still show. */
const menuNames = 500;

/**
 * Lists and counts out of the two indexes that hold all that can be asked for: the rows themselves are large, and only
 * those of one page are read.
 *
 * @param unwritten exchanges whose newest facts are not on the disk.
 */
export function openExchangeLists(sql: DatabaseSync, unwritten: () => Iterable<Recording>): ExchangeLists {
  const groups = sql.prepare(
    `SELECT ${groupColumns} FROM exchanges INDEXED BY exchanges_groups GROUP BY ${groupNames}`,
  );
  const names = { key_alias: prepareNames(sql, 'key_alias'), model: prepareNames(sql, 'model') };
  const rowids = ({ index, where }: Condition) =>
    `SELECT rowid FROM exchanges INDEXED BY ${index} WHERE ${where} ORDER BY started_at DESC`;
  return {
    list({ before, limit, ...filter }) {
      const condition = conditionOf(filter, before);
      const stored = sql
        .prepare(
          `SELECT ${summaryColumns} FROM exchanges WHERE rowid IN (${rowids(condition)} LIMIT ?) ORDER BY started_at DESC`,
        )
        .all(...condition.values, limit)
        .map(readSummary);
      const waiting = [...unwritten()].map(({ facts }) => facts);
      if (waiting.length === 0) return stored;
      const known = new Set(waiting.map(({ id }) => id));
      const fitting = waiting.filter((facts) => fits(facts, filter, before)).map(summaryOf);
      return [...fitting, ...stored.filter(({ id }) => !known.has(id))]
        .sort((first, second) => second.startedAt - first.startedAt)
        .slice(0, limit);
    },
    counts(filter) {
      const isAll = Object.values(filter).every((value) => value === undefined);
      const { index, where, values } = conditionOf(filter, undefined);
      const rows = isAll
        ? groups.all()
        : sql
            .prepare(
              `SELECT ${groupColumns} FROM exchanges INDEXED BY ${index} WHERE ${where}
               GROUP BY ${groupNames}`,
            )
            .all(...values);
      return { ...stats(rows), keyAliases: names.key_alias(), models: names.model() };
    },
  };
}

const groupNames = 'route_id, origin, state, planned_refusal, pinned';
const groupColumns = `${groupNames}, count(*) AS count, sum(stored_bytes) AS bytes`;

/** The different values of a column, each found by one step in its index. */
function prepareNames(sql: DatabaseSync, column: 'key_alias' | 'model'): () => string[] {
  const statement = sql.prepare(
    `WITH RECURSIVE names (name) AS (
       SELECT min(${column}) FROM exchanges
       UNION ALL SELECT (SELECT min(${column}) FROM exchanges WHERE ${column} > name) FROM names WHERE name IS NOT NULL
     ) SELECT name FROM names WHERE name IS NOT NULL LIMIT ${menuNames}`,
  );
  return () => statement.all().map(({ name }) => String(name));
}

function stats(rows: readonly Record<string, unknown>[]): Omit<ExchangeCounts, 'keyAliases' | 'models'> {
  const counts: Omit<ExchangeCounts, 'keyAliases' | 'models'> = {
    total: 0,
    storedBytes: 0,
    pinned: 0,
    broken: 0,
    odd: 0,
    byRoute: {},
    byOrigin: {},
  };
  for (const row of rows) {
    const count = Number(row.count);
    const routeId = row.route_id as keyof ExchangeCounts['byRoute'];
    const origin = row.origin as keyof ExchangeCounts['byOrigin'];
    counts.total += count;
    counts.storedBytes += Number(row.bytes);
    if (row.pinned === 1) counts.pinned += count;
    const isBroken = row.state === 'failed' || row.state === 'interrupted';
    if (isBroken && row.planned_refusal === 0) counts.broken += count;
    if (row.state === 'done-with-warnings') counts.odd += count;
    counts.byRoute[routeId] = (counts.byRoute[routeId] ?? 0) + count;
    counts.byOrigin[origin] = (counts.byOrigin[origin] ?? 0) + count;
  }
  return counts;
}
