/** Exchanges: one row each with what lists and searches need, and the bytes of both bodies in pieces as they came. */
export const exchanges = {
  version: 1,
  sql: `
    CREATE TABLE exchanges (
      id TEXT PRIMARY KEY,
      -- The process that runs it; see the table of processes.
      process_id TEXT NOT NULL,
      route_id TEXT NOT NULL,
      connection_id TEXT NOT NULL,
      connection_name TEXT NOT NULL,
      key_alias TEXT,
      model TEXT,
      method TEXT NOT NULL,
      -- Redacted, like everything below.
      address TEXT NOT NULL,
      state TEXT NOT NULL,
      status INTEGER,
      failure_code TEXT,
      finish_reason TEXT,
      -- Milliseconds since 1970; no two are equal.
      started_at REAL NOT NULL,
      duration_ms REAL,
      sent_bytes INTEGER NOT NULL,
      received_bytes INTEGER NOT NULL,
      events INTEGER NOT NULL,
      pinned INTEGER NOT NULL,
      -- Bytes of both bodies in exchange_bytes.
      stored_bytes INTEGER NOT NULL,
      -- Lower-case words a search looks through.
      words TEXT NOT NULL,
      -- JSON: headers, timeline, usage, failure, warnings, draft, attempt.
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX exchanges_by_age ON exchanges (started_at);
    CREATE INDEX exchanges_of_connection ON exchanges (connection_id, started_at);
    CREATE INDEX exchanges_of_route ON exchanges (route_id, started_at);
    CREATE INDEX exchanges_running ON exchanges (process_id) WHERE state = 'running';

    CREATE TABLE exchange_bytes (
      exchange_id TEXT NOT NULL REFERENCES exchanges (id) ON DELETE CASCADE,
      -- 'request' or 'response'.
      side TEXT NOT NULL,
      -- Of the first byte in its body.
      offset INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      -- How the bytes arrived: pairs of 64-bit floats, milliseconds after the start and size.
      marks BLOB,
      PRIMARY KEY (exchange_id, side, offset)
    ) STRICT;
  `,
};
