import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeDetail, ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { RecordedExchange } from './exchange-recording.ts';

/** A row of the table, as SQLite gives it. */
type Row = Record<string, unknown>;

/** What the `detail` column holds. */
type Detail = Pick<
  RecordedExchange,
  | 'request'
  | 'response'
  | 'timeline'
  | 'sent'
  | 'usage'
  | 'failure'
  | 'warnings'
  | 'draft'
  | 'attempt'
  | 'firstId'
  | 'streamAsked'
>;

const columns = [
  'id',
  'process_id',
  'route_id',
  'connection_id',
  'connection_name',
  'key_alias',
  'model',
  'method',
  'address',
  'state',
  'status',
  'failure_code',
  'finish_reason',
  'started_at',
  'duration_ms',
  'sent_bytes',
  'received_bytes',
  'events',
  'pinned',
  'stored_bytes',
  'words',
  'detail',
] as const;

/** Columns a list needs; the large last one is left unread. */
export const summaryColumns = columns.slice(0, -2).join(', ');

/** Writes a row, new or again. */
export function prepareSave(sql: DatabaseSync, processId: string) {
  const statement = sql.prepare(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns
       .slice(1)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}`,
  );
  return (facts: RecordedExchange, storedBytes: number): void => {
    const { request, response, timeline, sent, usage, failure, warnings, draft, attempt, firstId, streamAsked } = facts;
    const detail: Detail = {
      request,
      response,
      timeline,
      sent,
      usage,
      failure,
      warnings,
      draft,
      attempt,
      firstId,
      streamAsked,
    };
    statement.run(
      facts.id,
      processId,
      facts.routeId,
      facts.connectionId,
      facts.connectionName,
      facts.keyAlias,
      facts.model,
      facts.method,
      facts.address,
      facts.state,
      facts.status,
      facts.failureCode,
      facts.finishReason,
      facts.startedAt,
      facts.durationMs,
      facts.sentBytes,
      facts.receivedBytes,
      facts.events,
      facts.pinned ? 1 : 0,
      storedBytes,
      wordsOf(facts),
      JSON.stringify(detail),
    );
  };
}

/** What a search looks through. */
export const wordsOf = (facts: ExchangeSummary): string =>
  [
    facts.id,
    facts.routeId,
    facts.connectionName,
    facts.keyAlias,
    facts.model,
    facts.address,
    facts.state,
    facts.status,
    facts.failureCode,
    facts.finishReason,
  ]
    .filter((word) => word !== null)
    .join(' ')
    .toLowerCase();

export function readSummary(row: Row): ExchangeSummary {
  return {
    id: row.id,
    routeId: row.route_id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    keyAlias: row.key_alias,
    model: row.model,
    method: row.method,
    address: row.address,
    state: row.state,
    status: row.status,
    failureCode: row.failure_code,
    finishReason: row.finish_reason,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    sentBytes: row.sent_bytes,
    receivedBytes: row.received_bytes,
    events: row.events,
    pinned: row.pinned === 1,
  } as ExchangeSummary;
}

export function readRecorded(row: Row): RecordedExchange {
  return { ...readSummary(row), ...(JSON.parse(String(row.detail)) as Detail) };
}

/** The row of a list. */
export function asSummary(facts: RecordedExchange): ExchangeSummary {
  const { request: _request, response: _response, timeline: _timeline, ...rest } = asDetail(facts);
  const { sent: _sent, usage: _usage, failure: _failure, warnings: _warnings, draft: _draft, ...summary } = rest;
  return summary;
}

/** A copy for the page: without what only the core needs. */
export function asDetail(facts: RecordedExchange): ExchangeDetail {
  const { attempt: _attempt, firstId: _firstId, streamAsked: _streamAsked, ...detail } = facts;
  return detail;
}
