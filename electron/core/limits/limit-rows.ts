import { randomUUID } from 'node:crypto';
import type { LearnedLimit, LimitKind } from '#shared/contract/limits.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { Database } from '../store/database.ts';

/** What names a limit: the same refusal again is the same limit. */
export interface LimitSubject {
  connectionId: string;
  routeId: RouteId;
  model: string | null;
  kind: LimitKind;
  field: string | null;
  refused: string | null;
}

export interface NewLimit extends LimitSubject {
  allowed: string[];
  said: string;
  seenAt: number;
  exchangeId: string;
}

/** The limits that the database holds. */
export interface LimitRows {
  /** Newest first; with a model also those that hold for all. */
  list(filter: {
    connectionId: string;
    routeId?: RouteId | undefined;
    model?: string | null | undefined;
  }): LearnedLimit[];
  /** Adds it, or counts it once more. False when its connection is gone. */
  note(limit: NewLimit): boolean;
  remove(ids: readonly string[]): void;
}

/** Kept for one connection; the oldest go first. */
const keptLimits = 500;

export function createLimitRows({ sql }: Pick<Database, 'sql'>): LimitRows {
  const list = sql.prepare(
    `SELECT * FROM limits WHERE connection_id = ?1 AND (?2 IS NULL OR route_id = ?2) AND (?3 IS NULL OR model IN ('', ?3))
     ORDER BY seen_at DESC, id`,
  );
  const note = sql.prepare(
    `INSERT INTO limits (id, connection_id, route_id, model, kind, field, refused, allowed, said, seen_at, times, exchange_id)
     SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ?, 1, ? FROM connections WHERE id = ?
     ON CONFLICT (connection_id, route_id, model, kind, field, refused) DO UPDATE SET
       allowed = CASE excluded.allowed WHEN '[]' THEN allowed ELSE excluded.allowed END, said = excluded.said,
       seen_at = excluded.seen_at, times = times + 1, exchange_id = excluded.exchange_id`,
  );
  const trim = sql.prepare(
    `DELETE FROM limits WHERE connection_id = ?1 AND id NOT IN
       (SELECT id FROM limits WHERE connection_id = ?1 ORDER BY seen_at DESC LIMIT ${keptLimits})`,
  );
  const remove = sql.prepare('DELETE FROM limits WHERE id IN (SELECT value FROM json_each(?))');
  return {
    list: ({ connectionId, routeId, model }) =>
      list.all(connectionId, routeId ?? null, model ?? null).map((row) => ({
        id: String(row.id),
        connectionId: String(row.connection_id),
        routeId: row.route_id as RouteId,
        model: String(row.model) || null,
        kind: row.kind as LimitKind,
        field: String(row.field) || null,
        refused: String(row.refused) || null,
        allowed: JSON.parse(String(row.allowed)) as string[],
        said: String(row.said),
        seenAt: Number(row.seen_at),
        times: Number(row.times),
        exchangeId: String(row.exchange_id),
      })),
    note({ connectionId, routeId, model, kind, field, refused, allowed, said, seenAt, exchangeId }) {
      const { changes } = note.run(
        randomUUID(),
        routeId,
        model ?? '',
        kind,
        field ?? '',
        refused ?? '',
        JSON.stringify(allowed),
        said,
        Math.round(seenAt),
        exchangeId,
        connectionId,
      );
      if (Number(changes) > 0) trim.run(connectionId);
      return Number(changes) > 0;
    },
    remove: (ids) => void remove.run(JSON.stringify(ids)),
  };
}
