import type { RealtimeDialect, SessionSummary } from '#shared/contract/realtime.ts';
import type { Database } from '../store/database.ts';
import { storageFault } from '../store/storage-failure.ts';

interface SessionRow {
  id: string;
  dialect: RealtimeDialect;
  title: string;
  turns: number;
  gaps: number;
}

export function openSessionRows({ sql }: Pick<Database, 'sql'>) {
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
  return {
    /** Saves the current facts; a title that the user set is kept. */
    save({ id, dialect, title, turns, gaps }: SessionRow): void {
      try {
        save.run(id, dialect, title, turns, gaps);
      } catch (thrown) {
        // The session itself is kept in memory until the disk accepts it; this row only describes it.
        if (storageFault(thrown) === null) throw thrown;
      }
    },
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
