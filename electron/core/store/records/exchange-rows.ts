import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import { columnName } from '../column-name.ts';
import type { RecordedExchange } from './exchange-recording.ts';
import { isRefusedAsPlanned } from './planned-refusal.ts';

/** Characters of a gateway's message that a search covers. */
const saidCharacters = 400;

/**
 * Returns the lower-case text that a search covers: id, route, connection, key alias, model, method, address, state,
 * status, failure code, finish reason, origin, warning codes, and for a failure its request id and the start of the
 * gateway's message. Bodies and headers are not searched.
 */
export const wordsOf = (facts: RecordedExchange): string =>
  [
    facts.id,
    facts.routeId,
    facts.connectionName,
    facts.keyAlias,
    facts.model,
    facts.method,
    facts.address,
    facts.state,
    facts.status,
    facts.failureCode,
    facts.finishReason,
    facts.origin,
    ...new Set(facts.warnings.map(({ code }) => code)),
    facts.failure?.requestId,
    facts.failure?.gatewayMessage?.slice(0, saidCharacters),
  ]
    .filter((word) => word !== null && word !== undefined)
    .join(' ')
    .toLowerCase();

/** Splits a search text into its words, each of which must be found. */
export const wantedWords = (text: string | undefined): string[] =>
  (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** A row of the table, as SQLite gives it. */
type Row = Record<string, unknown>;

/** What the `detail` column contains: members that no list shows and no filter uses. */
const detailNames = [
  'request',
  'response',
  'timeline',
  'sent',
  'usage',
  'failure',
  'warnings',
  'draft',
  'attempt',
  'firstId',
  'deadlines',
  'proxy',
  'streamAsked',
  'produced',
  'reasoningTags',
  'asked',
] as const satisfies (keyof RecordedExchange)[];
type Detail = Pick<RecordedExchange, (typeof detailNames)[number]>;

/** Members shown in lists unchanged, each in the column of its name. */
const summaryNames = [
  'id',
  'routeId',
  'connectionId',
  'connectionName',
  'keyAlias',
  'model',
  'method',
  'address',
  'state',
  'status',
  'failureCode',
  'finishReason',
  'startedAt',
  'durationMs',
  'sentBytes',
  'receivedBytes',
  'events',
  'pinned',
  'origin',
] as const satisfies (keyof RecordedExchange & keyof ExchangeSummary)[];

const listed = [...summaryNames.map(columnName), 'planned_refusal', 'warning_count', 'first_warning'];
const columns = [...listed, 'process_id', 'stored_bytes', 'words', 'detail'];

/** What an exchange cost, for each row of a list. */
const cost = `(SELECT json_object('nano', nano, 'currency', currency, 'isEstimate', json(iif(is_estimate, 'true', 'false')))
  FROM exchange_costs WHERE exchange_id = exchanges.id AND nano IS NOT NULL) AS cost`;

/** Columns a list needs; the large last ones are not read. */
export const summaryColumns = [...listed, cost].join(', ');

/** Columns that change continuously while an exchange runs; no index covers them. */
const progressColumns = ['duration_ms', 'sent_bytes', 'received_bytes', 'events', 'detail'] as const;

/**
 * Prepares writing a row, new or updated. While an exchange runs, only columns without an index are written, unless
 * something else has changed; `stored_bytes` then follows at its end.
 *
 * @returns false when it is new here and another process has an exchange with its id, whose row is not changed.
 */
export function prepareSave(sql: DatabaseSync, processId: string) {
  const whole = sql.prepare(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns
       .slice(1)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
     WHERE ? OR process_id = excluded.process_id`,
  );
  const progress = sql.prepare(
    `UPDATE exchanges SET ${progressColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  );
  /** The indexed columns of each running exchange, as last written. */
  const written = new WeakMap<RecordedExchange, string>();
  return (facts: RecordedExchange, storedBytes: number): boolean => {
    const detail = JSON.stringify(Object.fromEntries(detailNames.map((name) => [name, facts[name]])));
    const words = wordsOf(facts);
    const indexed = `${facts.pinned} ${words}`;
    const { durationMs, sentBytes, receivedBytes, events } = facts;
    // There is no row when the transaction that created it was rolled back.
    const isProgress = facts.state === 'running' && written.get(facts) === indexed;
    if (isProgress && progress.run(durationMs, sentBytes, receivedBytes, events, detail, facts.id).changes > 0)
      return true;
    const { refusedAsPlanned, warningCount, firstWarning } = factsOfList(facts);
    const { changes } = whole.run(
      ...summaryNames.map((name) => (name === 'pinned' ? Number(facts.pinned) : facts[name])),
      Number(refusedAsPlanned),
      warningCount,
      firstWarning,
      processId,
      storedBytes,
      words,
      detail,
      Number(written.has(facts)),
    );
    written.set(facts, indexed);
    return changes > 0;
  };
}

export const readSummary = (row: Row): ExchangeSummary =>
  ({
    ...Object.fromEntries(summaryNames.map((name) => [name, row[columnName(name)]])),
    pinned: row.pinned === 1,
    refusedAsPlanned: row.planned_refusal === 1,
    warningCount: row.warning_count,
    firstWarning: row.first_warning,
    cost: row.cost ? JSON.parse(String(row.cost)) : null,
  }) as ExchangeSummary;

export function readRecorded(row: Row): RecordedExchange {
  const {
    warningCount: _count,
    firstWarning: _first,
    refusedAsPlanned: _planned,
    cost: _cost,
    ...summary
  } = readSummary(row);
  return { ...older, ...summary, ...(JSON.parse(String(row.detail)) as Detail) };
}

/** Defaults for rows of earlier releases. */
const older = { deadlines: [], proxy: null };

/** Returns the list row of an exchange that is not on disk: its cost is known once it has ended. */
export const summaryOf = (facts: RecordedExchange): ExchangeSummary =>
  ({
    ...Object.fromEntries(summaryNames.map((name) => [name, facts[name]])),
    ...factsOfList(facts),
    cost: null,
  }) as ExchangeSummary;

/** Returns the members that a list computes from the facts. */
export const factsOfList = (facts: RecordedExchange) => ({
  refusedAsPlanned: isRefusedAsPlanned(facts),
  warningCount: facts.warnings.length,
  firstWarning: facts.warnings[0]?.code ?? null,
});
