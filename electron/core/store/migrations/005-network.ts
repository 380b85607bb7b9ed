/**
 * The way to each gateway, when a key was last used, model listings by key, and the list of models that the person last
 * accepted.
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
