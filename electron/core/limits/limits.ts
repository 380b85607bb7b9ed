import { randomUUID } from 'node:crypto';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { LearnedLimit, LimitKind } from '#shared/contract/limits.ts';
import { addedToStreams } from '#shared/protocol/bodies/streamed-fields.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { addedFieldIn } from '#shared/protocol/refused-field.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { Database } from '../store/database.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import { storageFault } from '../store/storage-failure.ts';
import { type Lesson, readRefusal } from './read-refusal.ts';
import { type RequestedAmount, requestedAmount } from './requested-amount.ts';

interface LimitParts {
  db: Pick<Database, 'sql'>;
  announce: (change: Change) => void;
}

export interface Limits {
  area: Core['limits'];
  /** Returns fields of a body that were rejected by their names. */
  refusedFields(place: { connectionId: string; routeId: RouteId; model: string | null }): string[];
  /**
   * Learns from an exchange that ended: a refusal that names a limit, or a success that disproves one. Never throws.
   */
  learn(ended: RecordedExchange, readRequest: () => string | null): void;
}

/** Characters of a gateway's message that are stored. */
const saidCharacters = 1_000;

/** Undocumented limits: learned from refusals, and deleted when the refused value works after all. */
export function createLimits({ db, announce }: LimitParts): Limits {
  const rows = createLimitRows(db);

  /** Returns true when something changed. */
  function take(ended: RecordedExchange, text: () => string | null): boolean {
    const { connectionId, routeId, model, failure, request } = ended;
    // A refusal on one custom path says nothing about another.
    if (routeId === 'custom') return false;
    const requested = requestedAmount({ ...request, text });
    if (ended.state === 'done' || ended.state === 'done-with-warnings') {
      const known = rows.list({ connectionId, routeId, model });
      const disproved = known.filter(
        (limit) => (limit.model === null || limit.model === model) && isDisproved(limit, requested),
      );
      rows.remove(disproved.map(({ id }) => id));
      return disproved.length > 0;
    }
    const lesson =
      failure === null || ended.sent === 'not-sent'
        ? null
        : (lessonOfAdded(failure, routeId) ?? readRefusal(failure, requested));
    if (lesson === null || failure === null) return false;
    const { isGeneral, ...learned } = lesson;
    return rows.note({
      ...learned,
      connectionId,
      routeId,
      model: isGeneral ? null : model,
      said: (failure.gatewayMessage ?? failure.message).slice(0, saidCharacters),
      seenAt: ended.startedAt + (ended.durationMs ?? 0),
      exchangeId: ended.id,
    });
  }

  return {
    refusedFields: (place) =>
      rows.list(place).flatMap(({ kind, field }) => (kind === 'unknown-parameter' && field !== null ? [field] : [])),
    area: {
      list: ({ connectionId, routeId, model }) => rows.list({ connectionId, routeId, model }),
      forget({ id }) {
        rows.remove([id]);
        announce({ area: 'limits' });
      },
    },
    learn(ended, readRequest) {
      try {
        if (take(ended, readRequest)) announce({ area: 'limits', id: ended.connectionId });
      } catch (thrown) {
        // What could not be stored now will be learned again from the next refusal.
        if (storageFault(thrown) === null) throw thrown;
      }
    },
  };
}

/** A refusal that names a field which Patchbay adds is about that field, in whatever words. */
function lessonOfAdded(failure: Failure, routeId: RouteId): Lesson | null {
  const field = addedFieldIn(failure, addedToStreams(routeId));
  return field === null ? null : { kind: 'unknown-parameter', field, refused: null, allowed: [], isGeneral: false };
}

/** Returns whether a successful request did what a limit says is impossible. */
function isDisproved({ kind, field, refused }: LearnedLimit, requested: RequestedAmount): boolean {
  switch (kind) {
    case 'largest-body': {
      const file = requested.files.find((one) => one.field === field);
      return Number(refused) <= (file?.sizeBytes ?? (field === null ? requested.bodyBytes : 0));
    }
    case 'unknown-parameter':
      return field !== null && requested.has(field);
    case 'unknown-value':
      return field !== null && requested.valueOf(field) === refused;
    case 'unsupported-format':
      return requested.files.some(
        ({ field: name, type, name: file }) =>
          (field === null || name === field) && (type === refused || file.toLowerCase().endsWith(`.${refused}`)),
      );
  }
}

/** Identity of a limit: the same refusal again is the same limit. */
interface LimitSubject {
  connectionId: string;
  routeId: RouteId;
  model: string | null;
  kind: LimitKind;
  field: string | null;
  refused: string | null;
}

interface NewLimit extends LimitSubject {
  allowed: string[];
  said: string;
  seenAt: number;
  exchangeId: string;
}

/** Limits stored per connection; the oldest are deleted first. */
const keptLimits = 500;

function createLimitRows({ sql }: Pick<Database, 'sql'>) {
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
    /** Returns limits, newest first; with a model, also those that apply to all. */
    list: ({
      connectionId,
      routeId,
      model,
    }: {
      connectionId: string;
      routeId?: RouteId | undefined;
      model?: string | null | undefined;
    }): LearnedLimit[] =>
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
    /** Adds it, or increments its count. False when its connection was deleted. */
    note({ connectionId, routeId, model, kind, field, refused, allowed, said, seenAt, exchangeId }: NewLimit): boolean {
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
    remove: (ids: readonly string[]): void => void remove.run(JSON.stringify(ids)),
  };
}
