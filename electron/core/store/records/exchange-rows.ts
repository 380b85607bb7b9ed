import type { DatabaseSync } from 'node:sqlite';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { RecordedExchange } from './exchange-recording.ts';
import { wordsOf } from './exchange-words.ts';
import { isRefusedAsPlanned } from './planned-refusal.ts';

/** A row of the table, as SQLite gives it. */
type Row = Record<string, unknown>;

/** What the `detail` column holds: what no list shows and no filter asks for. */
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
] as const satisfies (keyof RecordedExchange)[];
type Detail = Pick<RecordedExchange, (typeof detailNames)[number]>;

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
  'origin',
  'planned_refusal',
  'warning_count',
  'first_warning',
  'stored_bytes',
  'words',
  'detail',
] as const;

/** Columns a list needs; the large last ones are left unread. */
export const summaryColumns = columns.slice(0, -2).join(', ');

/** Columns that change all the time while an exchange runs; no index holds them. */
const progressColumns = ['duration_ms', 'sent_bytes', 'received_bytes', 'events', 'detail'] as const;

/**
 * Writes a row, new or again. While an exchange runs, only what no index holds is written, unless something else has
 * changed; `stored_bytes` then follows at its end.
 *
 * @returns false when it is new here and another process has an exchange with its id, whose row stays as it is.
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
  /** What the indexes hold of each exchange that runs, as it was written last. */
  const written = new WeakMap<RecordedExchange, string>();
  return (facts: RecordedExchange, storedBytes: number): boolean => {
    const detail = JSON.stringify(Object.fromEntries(detailNames.map((name) => [name, facts[name]])));
    const words = wordsOf(facts);
    const indexed = `${facts.pinned} ${words}`;
    const { durationMs, sentBytes, receivedBytes, events } = facts;
    // No row is there when the transaction that made it was taken back.
    const isProgress = facts.state === 'running' && written.get(facts) === indexed;
    if (isProgress && progress.run(durationMs, sentBytes, receivedBytes, events, detail, facts.id).changes > 0)
      return true;
    const { changes } = whole.run(
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
      durationMs,
      sentBytes,
      receivedBytes,
      events,
      facts.pinned ? 1 : 0,
      facts.origin,
      isRefusedAsPlanned(facts) ? 1 : 0,
      facts.warnings.length,
      facts.warnings[0]?.code ?? null,
      storedBytes,
      words,
      detail,
      written.has(facts) ? 1 : 0,
    );
    written.set(facts, indexed);
    return changes > 0;
  };
}

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
    origin: row.origin,
    refusedAsPlanned: row.planned_refusal === 1,
    warningCount: row.warning_count,
    firstWarning: row.first_warning,
  } as ExchangeSummary;
}

export function readRecorded(row: Row): RecordedExchange {
  const { warningCount: _count, firstWarning: _first, refusedAsPlanned: _planned, ...summary } = readSummary(row);
  return { ...older, ...summary, ...(JSON.parse(String(row.detail)) as Detail) };
}

/** What rows of earlier releases lack. */
const older = { deadlines: [], proxy: null };

/** The row of a list. */
export function summaryOf(facts: RecordedExchange): ExchangeSummary {
  return {
    id: facts.id,
    routeId: facts.routeId,
    connectionId: facts.connectionId,
    connectionName: facts.connectionName,
    keyAlias: facts.keyAlias,
    model: facts.model,
    method: facts.method,
    address: facts.address,
    state: facts.state,
    status: facts.status,
    failureCode: facts.failureCode,
    finishReason: facts.finishReason,
    startedAt: facts.startedAt,
    durationMs: facts.durationMs,
    sentBytes: facts.sentBytes,
    receivedBytes: facts.receivedBytes,
    events: facts.events,
    pinned: facts.pinned,
    origin: facts.origin,
    refusedAsPlanned: isRefusedAsPlanned(facts),
    warningCount: facts.warnings.length,
    firstWarning: facts.warnings[0]?.code ?? null,
  };
}
