import type { ExchangeFilter } from '#shared/contract/exchanges.ts';
import type { RecordedExchange } from './exchange-recording.ts';
import { wantedWords, wordsOf } from './exchange-words.ts';
import { isRefusedAsPlanned } from './planned-refusal.ts';

/** Like the filter of the contract, with a member that is `undefined` as good as absent. */
export type Filter = { [name in keyof ExchangeFilter]?: ExchangeFilter[name] | undefined };

type Outcome = NonNullable<ExchangeFilter['outcome']>;

/** The states that each outcome stands for. */
const statesOf: Readonly<Record<Outcome, readonly RecordedExchange['state'][]>> = {
  working: ['done'],
  odd: ['done-with-warnings'],
  broken: ['failed', 'interrupted'],
  running: ['running'],
  cancelled: ['cancelled'],
};

/** A condition of a query, and what stands for its question marks. */
export interface Condition {
  where: string;
  values: (string | number)[];
  /** The index that finds fitting exchanges, in the order of a list, with the least reading. */
  index: string;
}

/** Indexes of one filter each: the best when no other filter stands beside it. */
const indexOf: Partial<Record<keyof Filter, string>> = {
  connectionId: 'exchanges_of_connection',
  failureCode: 'exchanges_failed',
  keyAlias: 'exchanges_of_key',
  model: 'exchanges_of_model',
  routeId: 'exchanges_of_route',
};

/** Answers from the narrow index of all facts what no index of its own answers. */
function chooseIndex(filter: Filter): string {
  if (wantedWords(filter.text).length > 0) return 'exchanges_words';
  if (filter.pinned === true) return 'exchanges_pinned';
  const names = Object.keys(filter) as (keyof Filter)[];
  const [given, another] = names.filter((name) => name !== 'after' && filter[name] !== undefined);
  return (given !== undefined && another === undefined && indexOf[given]) || 'exchanges_facts';
}

/** Statuses that a filter means, the last one not included. */
const statusRange = (status: number): [from: number, to: number] =>
  status < 10 ? [status * 100, status * 100 + 100] : [status, status + 1];

/** A filter in SQL. Times are kept with fractions; `before` is a time at which, or after which, none may have begun. */
export function conditionOf(filter: Filter, before: number | undefined): Condition {
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

/** The same condition for an exchange that is not on the disk. */
export function fits(facts: RecordedExchange, filter: Filter, before: number | undefined): boolean {
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
