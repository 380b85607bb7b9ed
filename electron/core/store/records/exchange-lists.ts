import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeCounts, ExchangeFilter, ExchangeOrder, ExchangeSummary } from '#shared/contract/exchanges.ts';
import { columnName } from '../column-name.ts';
import type { RecordedExchange, Recording } from './exchange-recording.ts';
import { readSummary, summaryColumns, summaryOf, wantedWords, wordsOf } from './exchange-rows.ts';
import { isRefusedAsPlanned } from './planned-refusal.ts';

export interface ListFilter extends Filter {
  limit: number;
  before?: number | undefined;
  order?: ExchangeOrder | undefined;
  offset?: number | undefined;
}

/** Queries behind the list of exchanges. */
export interface ExchangeLists {
  /** Returns summaries, newest first or in the given order. */
  list(filter: ListFilter): ExchangeSummary[];
  /** Counts the matching exchanges; the names of keys and models are those of the whole history, for menus. */
  counts(filter: Filter): ExchangeCounts;
}

/** Names that a filter menu can still show. */
const menuNames = 500;

/**
 * Lists and counts from the two indexes that cover every filter: the rows themselves are large, and only those of one
 * page are read.
 *
 * @param unwritten exchanges whose newest facts are not on disk.
 */
export function openExchangeLists(sql: DatabaseSync, unwritten: () => Iterable<Recording>): ExchangeLists {
  const groups = sql.prepare(
    `SELECT ${groupColumns} FROM exchanges INDEXED BY exchanges_groups GROUP BY ${groupNames}`,
  );
  const names = { key_alias: prepareNames(sql, 'key_alias'), model: prepareNames(sql, 'model') };
  return {
    list({ before, limit, order = newestFirst, offset = 0, ...filter }) {
      const { index, where, values } = conditionOf(filter, before);
      const sorting = sortingOf(order);
      const end = offset + limit;
      const waiting = [...unwritten()].map(({ facts }) => facts);
      // One that is not on disk may belong anywhere, so the stored ones are merged with it from the first on.
      const skipped = waiting.length === 0 ? offset : 0;
      const stored = sql
        .prepare(
          `SELECT ${summaryColumns} FROM exchanges WHERE rowid IN (
             SELECT rowid FROM exchanges INDEXED BY ${index} WHERE ${where} ORDER BY ${sorting} LIMIT ? OFFSET ?
           ) ORDER BY ${sorting}`,
        )
        .all(...values, end - skipped, skipped)
        .map(readSummary);
      if (waiting.length === 0) return stored;
      const known = new Set(waiting.map(({ id }) => id));
      const fitting = waiting.filter((facts) => fits(facts, filter, before)).map(summaryOf);
      return [...fitting, ...stored.filter(({ id }) => !known.has(id))]
        .sort((first, second) => compare(first, second, order))
        .slice(offset, end);
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

const newestFirst: ExchangeOrder = { by: 'started', descending: true };

/** The member of a summary that an order sorts by. */
const memberOf = {
  started: 'startedAt',
  address: 'address',
  model: 'model',
  connection: 'connectionName',
  key: 'keyAlias',
  status: 'status',
  duration: 'durationMs',
  received: 'receivedBytes',
  cost: 'cost',
} as const satisfies Record<ExchangeOrder['by'], keyof ExchangeSummary>;

/** Returns the terms of ORDER BY. Letter case is ignored, as in `compare`. */
function sortingOf({ by, descending }: ExchangeOrder): string {
  const column = columnName(memberOf[by]);
  const direction = descending ? 'DESC' : 'ASC';
  if (by === 'started') return `started_at ${direction}`;
  // Amounts are compared within their currency.
  if (by === 'cost')
    return `${costAs('nano')} IS NULL, ${costAs('currency')}, ${costAs('nano')} ${direction}, started_at DESC`;
  return `${column} IS NULL, ${column} COLLATE NOCASE ${direction}, started_at DESC`;
}

const costAs = (column: string) => `(SELECT ${column} FROM exchange_costs WHERE exchange_id = exchanges.id)`;

function compare(first: ExchangeSummary, second: ExchangeSummary, { by, descending }: ExchangeOrder): number {
  const [one, two] = [first, second].map((summary) => {
    const value = by === 'cost' ? (summary.cost?.nano ?? null) : summary[memberOf[by]];
    return typeof value === 'string' ? value.toLowerCase() : value;
  });
  if (one === two || one === undefined || two === undefined) return second.startedAt - first.startedAt;
  if (one === null || two === null) return one === null ? 1 : -1;
  return one < two === descending ? 1 : -1;
}

const groupNames = 'route_id, origin, state, planned_refusal, pinned';
const groupColumns = `${groupNames}, count(*) AS count, sum(stored_bytes) AS bytes`;

/** Returns the distinct values of a column, each found by one step in its index. */
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

/** Like the filter of the contract, but a member may also be `undefined`. */
export type Filter = { [name in keyof ExchangeFilter]?: ExchangeFilter[name] | undefined };

type Outcome = NonNullable<ExchangeFilter['outcome']>;

/** The states that each outcome covers. */
const statesOf: Readonly<Record<Outcome, readonly RecordedExchange['state'][]>> = {
  working: ['done'],
  odd: ['done-with-warnings'],
  broken: ['failed', 'interrupted'],
  running: ['running'],
  cancelled: ['cancelled'],
};

/** A condition of a query, and the values of its placeholders. */
interface Condition {
  where: string;
  values: (string | number)[];
  /** The index that finds matching exchanges, in list order, with the fewest reads. */
  index: string;
}

/** Indexes for single filters: the best choice when no other filter is set. */
const indexOf: Partial<Record<keyof Filter, string>> = {
  connectionId: 'exchanges_of_connection',
  failureCode: 'exchanges_failed',
  keyAlias: 'exchanges_of_key',
  model: 'exchanges_of_model',
  routeId: 'exchanges_of_route',
};

/** Falls back to the narrow index of all facts when no other index fits. */
function chooseIndex(filter: Filter): string {
  if (wantedWords(filter.text).length > 0) return 'exchanges_words';
  if (filter.pinned === true) return 'exchanges_pinned';
  const names = Object.keys(filter) as (keyof Filter)[];
  const [given, another] = names.filter((name) => name !== 'after' && filter[name] !== undefined);
  return (given !== undefined && another === undefined && indexOf[given]) || 'exchanges_facts';
}

/** Returns the range of statuses that a filter means, excluding its end. */
const statusRange = (status: number): [from: number, to: number] =>
  status < 10 ? [status * 100, status * 100 + 100] : [status, status + 1];

/** Converts a filter to SQL. Times have fractions; `before` excludes exchanges that began at or after it. */
function conditionOf(filter: Filter, before: number | undefined): Condition {
  const terms: string[] = [];
  const values: (string | number)[] = [];
  const add = (term: string, ...given: (string | number)[]) => {
    terms.push(term);
    values.push(...given);
  };
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? undefined : add(`${column} = ?`, value);

  add('started_at < ?', before ?? Number.MAX_SAFE_INTEGER);
  if (filter.after !== undefined) add('started_at >= ?', filter.after);
  if (filter.outcome !== undefined) {
    const states = statesOf[filter.outcome];
    add(`state IN (${states.map(() => '?').join(', ')})`, ...states);
    if (filter.outcome === 'broken') add('planned_refusal = 0');
  }
  if (filter.status === 0) add('status IS NULL');
  else if (filter.status !== undefined) add('status >= ? AND status < ?', ...statusRange(filter.status));
  if (filter.pinned !== undefined) add(filter.pinned ? 'pinned = 1' : 'pinned = 0');
  equals('origin', filter.origin);
  equals('route_id', filter.routeId);
  equals('failure_code', filter.failureCode);
  equals('key_alias', filter.keyAlias);
  equals('model', filter.model);
  equals('connection_id', filter.connectionId);
  for (const word of wantedWords(filter.text)) add('instr(words, ?) > 0', word);
  return { where: terms.join(' AND '), values, index: chooseIndex(filter) };
}

/** Applies the same condition to an exchange that is not on disk. */
function fits(facts: RecordedExchange, filter: Filter, before: number | undefined): boolean {
  const [from, to] = statusRange(filter.status ?? 0);
  const equal = <T>(wanted: T | undefined, found: T) => wanted === undefined || wanted === found;
  return (
    facts.startedAt < (before ?? Number.MAX_SAFE_INTEGER) &&
    facts.startedAt >= (filter.after ?? 0) &&
    (filter.outcome === undefined || statesOf[filter.outcome].includes(facts.state)) &&
    !(filter.outcome === 'broken' && isRefusedAsPlanned(facts)) &&
    (filter.status === undefined ||
      (facts.status === null ? filter.status === 0 : facts.status >= from && facts.status < to)) &&
    equal(filter.pinned, facts.pinned) &&
    equal(filter.origin, facts.origin) &&
    equal(filter.routeId, facts.routeId) &&
    equal<string | null>(filter.failureCode, facts.failureCode) &&
    equal<string | null>(filter.keyAlias, facts.keyAlias) &&
    equal<string | null>(filter.model, facts.model) &&
    equal(filter.connectionId, facts.connectionId) &&
    wantedWords(filter.text).every((word) => wordsOf(facts).includes(word))
  );
}
