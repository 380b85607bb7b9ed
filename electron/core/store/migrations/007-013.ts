/**
 * Origins and oddities of exchanges, indexes that serve every filter without reading the large rows, the files exported
 * from exchanges, and the limits learned from refusals.
 */
export const wire = {
  version: 7,
  sql: `
    ALTER TABLE exchanges ADD COLUMN origin TEXT NOT NULL DEFAULT 'panel';
    ALTER TABLE exchanges ADD COLUMN warning_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE exchanges ADD COLUMN first_warning TEXT;
    UPDATE exchanges SET
      origin = CASE WHEN detail ->> '$.draft' IS NULL THEN 'core' ELSE 'panel' END,
      warning_count = json_array_length(detail, '$.warnings'),
      first_warning = detail ->> '$.warnings[0].code',
      words = words || lower(coalesce(' ' || (detail ->> '$.failure.gatewayMessage'), ''))
    WHERE json_valid(detail);

    -- Rows are some kilobytes long: whatever is filtered or counted is read from indexes, in the order of a list.
    CREATE INDEX exchanges_facts ON exchanges (
      started_at, state, status, pinned, origin, route_id, failure_code, key_alias, model, connection_id, stored_bytes
    );
    CREATE INDEX exchanges_words ON exchanges (started_at, words);
    DROP INDEX exchanges_by_age;
    CREATE INDEX exchanges_groups ON exchanges (route_id, origin, state, pinned, stored_bytes);
    -- For filters that fit few of many exchanges.
    CREATE INDEX exchanges_of_key ON exchanges (key_alias, started_at);
    CREATE INDEX exchanges_of_model ON exchanges (model, started_at);
    CREATE INDEX exchanges_failed ON exchanges (failure_code, started_at) WHERE failure_code IS NOT NULL;
    CREATE INDEX exchanges_pinned ON exchanges (started_at) WHERE pinned = 1;

    -- Files made of exchanges, so that forgetting an exchange forgets them too.
    CREATE TABLE exchange_exports (
      file_id TEXT NOT NULL,
      exchange_id TEXT NOT NULL,
      -- The process that made it; it is removed when that has ended.
      process_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX exports_of_exchange ON exchange_exports (exchange_id);

    CREATE TABLE limits (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      route_id TEXT NOT NULL,
      -- Empty when it holds for every model of the route.
      model TEXT NOT NULL,
      kind TEXT NOT NULL,
      -- Empty when it is about the request as a whole.
      field TEXT NOT NULL,
      -- Empty when no single value was refused.
      refused TEXT NOT NULL,
      allowed TEXT NOT NULL CHECK (json_valid(allowed)),
      said TEXT NOT NULL,
      seen_at INTEGER NOT NULL,
      times INTEGER NOT NULL,
      exchange_id TEXT NOT NULL,
      UNIQUE (connection_id, route_id, model, kind, field, refused)
    ) STRICT;
  `,
};

/** Which stored files contain the images of which exchanges, so that a record shows what the live response showed. */
export const media = {
  version: 8,
  sql: `
    CREATE TABLE exchange_media (
      -- No reference: a file outlives its exchange while a conversation shows it.
      exchange_id TEXT NOT NULL,
      -- Counts the pictures of the answer in the order in which they are read, previews included.
      place INTEGER NOT NULL,
      file_id TEXT NOT NULL,
      PRIMARY KEY (exchange_id, place)
    ) STRICT, WITHOUT ROWID;
  `,
};

/** What is known about realtime sessions besides their exchanges. */
export const sessions = {
  version: 9,
  sql: `
    CREATE TABLE sessions (
      exchange_id TEXT PRIMARY KEY REFERENCES exchanges (id) ON DELETE CASCADE,
      dialect TEXT NOT NULL,
      title TEXT NOT NULL,
      -- The person chose the title.
      is_named INTEGER NOT NULL DEFAULT 0,
      turns INTEGER NOT NULL,
      gaps INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};

/** Video tasks and those of other asynchronous routes, and the exchanges that polled them. */
export const tasks = {
  version: 10,
  sql: `
    CREATE TABLE tasks (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      -- The gateway's own id.
      task_id TEXT,
      submitted_at REAL NOT NULL,
      -- 1 while somebody has to work on it: it is on its way, asked for, or its result is still to be had.
      is_open INTEGER NOT NULL,
      -- The process that works on it; see the table of processes.
      holder TEXT,
      -- Its film in the file store.
      file_id TEXT,
      -- What a list shows.
      facts TEXT NOT NULL CHECK (json_valid(facts)),
      -- What only the page of one task shows: request, record, history.
      depth TEXT NOT NULL CHECK (json_valid(depth))
    ) STRICT;
    CREATE INDEX tasks_by_age ON tasks (submitted_at);
    CREATE INDEX tasks_open ON tasks (holder) WHERE is_open = 1;
    CREATE INDEX tasks_of_gateway ON tasks (connection_id, task_id);
    CREATE INDEX tasks_files ON tasks (file_id) WHERE file_id IS NOT NULL;

    -- Exchanges that asked for a task and told nothing new: only the newest of them are kept.
    CREATE TABLE task_polls (
      exchange_id TEXT PRIMARY KEY,
      task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
      at REAL NOT NULL
    ) STRICT;
    CREATE INDEX polls_of_task ON task_polls (task_id, at);
  `,
};

/**
 * Detects and remembers the native key style. Earlier versions stored `x-vendor-api-key` for every connection whose
 * user did not choose, so a choice cannot be distinguished from the default: these connections become `auto`, which
 * tries that header too. Where the native listing succeeded with it, it is remembered as the accepted style.
 */
export const nativeKeyStyles = {
  version: 11,
  sql: `
    CREATE TABLE native_key_styles (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      -- Empty for a listing without a key.
      key_id TEXT NOT NULL,
      style TEXT NOT NULL,
      -- When the native listing last came with it.
      listed_at INTEGER NOT NULL,
      PRIMARY KEY (connection_id, key_id)
    ) STRICT;
    CREATE TRIGGER native_key_styles_of_key AFTER DELETE ON keys BEGIN
      DELETE FROM native_key_styles WHERE key_id = OLD.id;
    END;
    INSERT INTO native_key_styles (connection_id, key_id, style, listed_at)
      SELECT c.id, l.key_id, c.native_key_style, l.listed_at
      FROM model_listings l JOIN connections c ON c.id = l.connection_id
      WHERE l.route_id = 'native.models' AND l.listed_at IS NOT NULL AND l.key_id <> '';
    UPDATE connections SET native_key_style = 'auto' WHERE native_key_style = 'x-vendor-api-key';

    -- From the request to the headers; null when nothing came back.
    ALTER TABLE model_listings ADD COLUMN latency_ms REAL;
    -- Each way in which the key was sent, with what came of it.
    ALTER TABLE model_listings ADD COLUMN tried TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tried));
  `,
};

/**
 * Distinguishes expected refusals from failures: by exchange, in the indexes that serve every filter, and by run. A
 * check verdict that is based on such a refusal has its own value.
 */
export const plannedRefusals = {
  version: 12,
  sql: `
    ALTER TABLE exchanges ADD COLUMN planned_refusal INTEGER NOT NULL DEFAULT 0;
    UPDATE exchanges SET planned_refusal = 1 WHERE id IN (
      SELECT cell ->> '$.exchangeId' FROM check_cells WHERE verdict = 'works' AND cell ->> '$.proof' = 'refused'
    );
    DROP INDEX exchanges_facts;
    CREATE INDEX exchanges_facts ON exchanges (
      started_at, state, planned_refusal, status, pinned, origin, route_id, failure_code, key_alias, model, connection_id,
      stored_bytes
    );
    DROP INDEX exchanges_groups;
    CREATE INDEX exchanges_groups ON exchanges (route_id, origin, state, planned_refusal, pinned, stored_bytes);

    ALTER TABLE check_runs ADD COLUMN planned_refusals INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE check_runs ADD COLUMN controls INTEGER NOT NULL DEFAULT 0;
    UPDATE check_runs SET planned_refusals = (
      SELECT count(*) FROM check_cells
      WHERE run_id = check_runs.id AND cell ->> '$.action' = 'refusal' AND cell ->> '$.exchangeId' IS NOT NULL
    );
    UPDATE check_cells SET verdict = 'exists', cell = json_set(cell, '$.verdict', 'exists')
    WHERE verdict = 'works' AND cell ->> '$.proof' = 'refused';
  `,
};

/** Distinguishes a key that was never sent, and one that was sent in the wrong style, from a refused key. */
export const keyVerdicts = {
  version: 13,
  sql: `
    UPDATE check_cells SET verdict = cell ->> '$.failure.code', cell = json_set(cell, '$.verdict', cell ->> '$.failure.code')
    WHERE verdict = 'key-refused' AND cell ->> '$.failure.code' IN ('key-missing', 'key-style');
  `,
};
