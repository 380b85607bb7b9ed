/**
 * Where exchanges come from and what was odd about them, indexes that answer every filter without touching the large
 * rows, the files made of exchanges, and the limits that refusals taught.
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
