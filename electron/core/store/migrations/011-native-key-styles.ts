/**
 * How native routes get the key is found out and remembered. Earlier versions stored `x-vendor-api-key` for every
 * connection whose user did not choose, so nothing tells a choice from the default: these connections become `auto`, which
 * tries that header too. Where the native listing came with it, it is remembered as what the gateway takes.
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
