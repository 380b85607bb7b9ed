/**
 * Exchanges: one row each with what lists and searches need, and the bytes of both bodies in chunks as they arrived.
 */
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

/**
 * Connections, their keys (never a secret), the last model listing of each, settings, and facts of the core. JSON is
 * validated here as well, so that a row salvaged from a damaged file cannot break a whole list.
 */
export const connections = {
  version: 2,
  sql: `
    CREATE TABLE connections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      base_address TEXT NOT NULL,
      origin TEXT NOT NULL,
      native_key_style TEXT NOT NULL,
      headers TEXT NOT NULL CHECK (json_valid(headers)),
      colour TEXT NOT NULL,
      exposed_routes TEXT NOT NULL CHECK (json_valid(exposed_routes)),
      accepted_insecure INTEGER NOT NULL,
      is_demo INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE keys (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      -- Under which the vault holds the secret; new with every secret, so that a row and its secret can not disagree.
      secret_id TEXT NOT NULL,
      alias TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      origin TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX keys_of_connection ON keys (connection_id, created_at);

    CREATE TABLE model_listings (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      route_id TEXT NOT NULL,
      -- When the models below were asked for; null when no listing ever came.
      listed_at INTEGER,
      models TEXT NOT NULL CHECK (json_valid(models)),
      -- The last attempt, which may have failed.
      asked_at INTEGER NOT NULL,
      exchange_ids TEXT NOT NULL CHECK (json_valid(exchange_ids)),
      failure TEXT CHECK (json_valid(failure)),
      PRIMARY KEY (connection_id, route_id)
    ) STRICT;

    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) STRICT;

    CREATE TABLE core_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
};

/**
 * Conversations and the text by which they are found. The search index itself is not part of the schema: a host whose
 * SQLite lacks full-text search must be able to open the same file.
 */
export const library = {
  version: 3,
  sql: `
    CREATE TABLE conversations (
      id TEXT PRIMARY KEY,
      panel TEXT NOT NULL,
      title TEXT NOT NULL,
      starred INTEGER NOT NULL,
      model TEXT,
      note TEXT NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      -- Last, because a list reads the columns before it without touching the pages of a long text.
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX conversations_by_age ON conversations (panel, updated_at);

    CREATE TABLE passages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (conversation_id, message_id)
    ) STRICT;
  `,
};

/** What is known about each stored file; the bytes are in the folder `files` under the same id. */
export const files = {
  version: 4,
  sql: `
    CREATE TABLE files (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
  `,
};

/**
 * The network path to each gateway, when a key was last used, model listings by key, and the model list that the user
 * last accepted.
 */
export const network = {
  version: 5,
  sql: `
    ALTER TABLE connections ADD COLUMN proxy TEXT NOT NULL
      DEFAULT '{"mode":"system","address":"","bypass":"","user":""}' CHECK (json_valid(proxy));
    -- Under which the vault holds the proxy's password, new with every password, and the proxy it was entered for.
    ALTER TABLE connections ADD COLUMN proxy_secret_id TEXT;
    ALTER TABLE connections ADD COLUMN proxy_secret_for TEXT;
    ALTER TABLE connections ADD COLUMN extra_ca TEXT NOT NULL DEFAULT '{"name":"","pem":""}' CHECK (json_valid(extra_ca));
    ALTER TABLE connections ADD COLUMN deadlines TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(deadlines));
    ALTER TABLE connections ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
    -- Exchanges that began earlier went another way, to another address or over another proxy, and say nothing of this one.
    ALTER TABLE connections ADD COLUMN way_since INTEGER NOT NULL DEFAULT 0;

    ALTER TABLE keys ADD COLUMN last_used_at INTEGER;

    ALTER TABLE model_listings RENAME TO connection_listings;
    CREATE TABLE model_listings (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      -- Empty for a listing without a key.
      key_id TEXT NOT NULL,
      route_id TEXT NOT NULL,
      -- When the models below were asked for; null when no listing ever came.
      listed_at INTEGER,
      models TEXT NOT NULL CHECK (json_valid(models)),
      -- The last attempt, which may have failed.
      asked_at INTEGER NOT NULL,
      exchange_ids TEXT NOT NULL CHECK (json_valid(exchange_ids)),
      failure TEXT CHECK (json_valid(failure)),
      PRIMARY KEY (connection_id, key_id, route_id)
    ) STRICT;
    INSERT INTO model_listings (connection_id, key_id, route_id, listed_at, models, asked_at, exchange_ids, failure)
      SELECT connection_id,
        coalesce(
          (SELECT id FROM keys WHERE keys.connection_id = connection_listings.connection_id AND enabled = 1
             ORDER BY created_at, rowid LIMIT 1),
          ''
        ),
        route_id, listed_at, models, asked_at, exchange_ids, failure
      FROM connection_listings;
    DROP TABLE connection_listings;

    -- What later listings are compared with.
    CREATE TABLE accepted_models (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      key_id TEXT NOT NULL,
      -- When that list was asked for.
      listed_at INTEGER NOT NULL,
      -- What is compared of each model, by its id.
      models TEXT NOT NULL CHECK (json_valid(models)),
      PRIMARY KEY (connection_id, key_id)
    ) STRICT;

    CREATE TRIGGER listings_of_key AFTER DELETE ON keys BEGIN
      DELETE FROM model_listings WHERE key_id = OLD.id;
      DELETE FROM accepted_models WHERE key_id = OLD.id;
    END;
  `,
};

/** Checks: the saved plans, their runs, and a row for each cell of a run. */
export const checks = {
  version: 6,
  sql: `
    CREATE TABLE check_sets (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      input TEXT NOT NULL CHECK (json_valid(input)),
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE check_runs (
      id TEXT PRIMARY KEY,
      -- The process that runs it; see the table of processes.
      process_id TEXT NOT NULL,
      set_id TEXT REFERENCES check_sets (id) ON DELETE SET NULL,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      connection_name TEXT NOT NULL,
      name TEXT NOT NULL,
      level TEXT NOT NULL,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      calls_made INTEGER NOT NULL,
      units TEXT NOT NULL CHECK (json_valid(units)),
      is_baseline INTEGER NOT NULL,
      -- Cells that differ from the run below; counted when it ended.
      changed INTEGER NOT NULL,
      -- The run whose results this one is held against.
      compared_with TEXT,
      input TEXT NOT NULL CHECK (json_valid(input)),
      -- Ids of the models that were listed when it began.
      models TEXT NOT NULL CHECK (json_valid(models))
    ) STRICT;
    CREATE INDEX check_runs_by_age ON check_runs (connection_id, started_at);

    CREATE TABLE check_cells (
      run_id TEXT NOT NULL REFERENCES check_runs (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      place INTEGER NOT NULL,
      state TEXT NOT NULL,
      verdict TEXT NOT NULL,
      cell TEXT NOT NULL CHECK (json_valid(cell)),
      PRIMARY KEY (run_id, id)
    ) STRICT;
  `,
};
