import type { ConnectionLight } from '#shared/contract/connections.ts';
import type { ExchangeState } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import { type Failure, failureCodes } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import { orNull } from '../or-null.ts';
import type { Database } from '../store/database.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';

/** What a light needs to know when an exchange began, when its response began and when it ended. */
export type LightNews = Pick<RecordedExchange, 'id' | 'connectionId' | 'state' | 'status'>;

export interface Lights {
  list(connectionIds: readonly string[]): ConnectionLight[];
  /** Announces the connection if its light has changed. The exchange is already recorded. */
  note(exchange: LightNews): void;
}

interface LightParts {
  db: Pick<Database, 'sql'>;
  announce: (change: Change) => void;
}

/** Outages are counted up to this many exchanges. */
const lookBack = 100;

/** Codes that end an exchange without a response and are not caused by this program. */
const outages: ReadonlySet<string> = new Set(failureCodes.filter((code) => outcomes[code].location === 'way'));

/**
 * Computes the status light of each connection from the recorded exchanges of all processes. A response of any status
 * counts: the light shows whether the gateway is reachable, not whether it accepts a key. Exchanges that were canceled
 * or refused before sending are ignored.
 */
export function createLights({ db: { sql }, announce }: LightParts): Lights {
  const newest = sql.prepare(
    `SELECT e.id, e.state, e.status, e.failure_code FROM exchanges e JOIN connections c ON c.id = e.connection_id
     WHERE e.connection_id = ? AND e.started_at >= c.way_since ORDER BY e.started_at DESC LIMIT ${lookBack}`,
  );
  const details = sql.prepare(
    `SELECT started_at, duration_ms, detail -> '$.failure' AS failure FROM exchanges WHERE id = ?`,
  );
  /** Exchanges running here that have received response headers: the disk may lag slightly behind. */
  const answered = new Set<string>();
  const announced = new Map<string, string>();

  const detailsOf = (id: string) => {
    const row = details.get(id);
    return {
      endedAt: row ? Number(row.started_at) + (numberOf(row.duration_ms) ?? 0) : null,
      failure: row?.failure ? (JSON.parse(String(row.failure)) as Failure | null) : null,
    };
  };

  function read(connectionId: string): ConnectionLight {
    let isAsking = false;
    let failures = 0;
    let reached: string | null = null;
    let ended: string | null = null;
    for (const row of newest.iterate(connectionId)) {
      const id = String(row.id);
      const isRunning = (row.state as ExchangeState) === 'running';
      const isAnswered = row.status !== null || answered.has(id);
      const isOutage = !isAnswered && !isRunning && outages.has(String(row.failure_code));
      if (isRunning && !isAnswered && reached === null) isAsking = true;
      if (isOutage && reached === null) failures += 1;
      if (!isRunning && (isAnswered || isOutage)) ended ??= id;
      if (isAnswered) reached ??= id;
      if (reached !== null && ended !== null) break;
    }
    const isFailing = failures > 0;
    const last = ended === null ? null : detailsOf(ended);
    const settled = isFailing ? 'failing' : reached === null ? 'untried' : 'connected';
    return {
      connectionId,
      state: isAsking && settled !== 'connected' ? 'connecting' : settled,
      failures,
      lastAt: last?.endedAt ?? null,
      failure: isFailing ? (last?.failure ?? null) : null,
      exchangeId: ended,
    };
  }

  return {
    list: (connectionIds) => connectionIds.map(read),
    note({ id, connectionId, state, status }) {
      if (state === 'running' && status !== null) answered.add(id);
      else answered.delete(id);
      // Other operations report what is wrong with the database; a light must not fail an exchange.
      const light = orNull(() => read(connectionId));
      if (!light) return;
      const words = [light.state, light.failures, light.failure?.code].join(' ');
      if (announced.get(connectionId) === words) return;
      announced.set(connectionId, words);
      announce({ area: 'connections', id: connectionId });
    },
  };
}

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
