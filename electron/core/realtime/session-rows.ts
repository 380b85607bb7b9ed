import type { RealtimeDialect, SessionSummary } from '#shared/contract/realtime.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';

interface SessionRow {
  id: string;
  dialect: RealtimeDialect;
  title: string;
  turns: number;
  gaps: number;
}

/** @param isKnown tells whether an exchange is recorded, if only in memory. */
export function openSessionRows(
  { sql }: Pick<Database, 'sql'>,
  held: HeldWrites,
  isKnown: (exchangeId: string) => boolean,
) {
  const save = sql.prepare(
    `INSERT INTO sessions (exchange_id, dialect, title, turns, gaps)
     SELECT id, ?2, ?3, ?4, ?5 FROM exchanges WHERE id = ?1
     ON CONFLICT (exchange_id) DO UPDATE SET dialect = excluded.dialect, turns = excluded.turns, gaps = excluded.gaps,
       title = CASE WHEN is_named = 1 THEN title ELSE excluded.title END`,
  );
  const rename = sql.prepare('UPDATE sessions SET title = ?2, is_named = 1 WHERE exchange_id = ?1');
  const list = sql.prepare(
    `SELECT exchange_id, dialect, title, turns, gaps, connection_id, connection_name, key_alias, model, started_at,
       duration_ms, state, events
     FROM sessions JOIN exchanges ON exchanges.id = exchange_id WHERE origin <> 'check' ORDER BY started_at DESC LIMIT ?`,
  );
  const ids = sql.prepare('SELECT exchange_id FROM sessions');
  // The exchange of a session is written by its own recorder, which may have to wait for the disk as well.
  const rows = held.table<SessionRow>(
    (_group, id, { dialect, title, turns, gaps }) =>
      Number(save.run(id, dialect, title, turns, gaps).changes) > 0 || !isKnown(id),
  );
  return {
    /** Saves the current facts, as soon as the disk accepts them; a title that the user set is kept. */
    save: (row: SessionRow): void => void rows.put(row.id, row.id, row),
    rename: (id: string, title: string): void => void rename.run(id, title),
    /** Returns the newest first, without those of checks. */
    list: (limit: number): SessionSummary[] =>
      list.all(limit).map(
        (row) =>
          ({
            id: row.exchange_id,
            connectionId: row.connection_id,
            connectionName: row.connection_name,
            keyAlias: row.key_alias,
            model: row.model ?? '',
            dialect: row.dialect,
            title: row.title,
            startedAt: row.started_at,
            durationMs: row.duration_ms,
            state: row.state === 'done-with-warnings' ? 'done' : row.state,
            turns: row.turns,
            frames: row.events,
            gaps: row.gaps,
          }) as SessionSummary,
      ),
    /** Returns the ids of all sessions in the history. */
    ids: () => new Set(ids.all().map((row) => String(row.exchange_id))),
  };
}
