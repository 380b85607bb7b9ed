/**
 * Connections, their keys (never a secret), the last model listing of each, settings, and facts the core keeps itself.
 * JSON is checked here as well, so that a row saved from a damaged file can not break a whole list.
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
