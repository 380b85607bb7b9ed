/**
 * Prices that were entered or imported, and what each request cost. Earlier requests with usage are listed without a
 * cost, so that a price set later can be applied to them.
 */
export const costs = {
  version: 15,
  sql: `
    CREATE TABLE prices (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      model TEXT NOT NULL,
      currency TEXT NOT NULL,
      rates TEXT NOT NULL CHECK (json_valid(rates)),
      -- Null when the rates apply to requests of any size.
      max_input_tokens INTEGER,
      source TEXT NOT NULL,
      set_at INTEGER NOT NULL,
      PRIMARY KEY (connection_id, model)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE exchange_costs (
      -- No reference: what a day cost does not change when the history is trimmed.
      exchange_id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      connection_name TEXT NOT NULL,
      is_demo INTEGER NOT NULL,
      model TEXT NOT NULL,
      -- When it began, milliseconds since 1970.
      at REAL NOT NULL,
      -- What it used, from which the cost is calculated.
      billed TEXT NOT NULL CHECK (json_valid(billed)),
      -- Billionths of the currency; both are null when the cost is not known.
      nano INTEGER,
      currency TEXT,
      is_estimate INTEGER NOT NULL DEFAULT 0,
      -- Why it is not known.
      gap TEXT,
      parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parts))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX costs_by_age ON exchange_costs (at);
    CREATE INDEX costs_of_model ON exchange_costs (connection_id, model, gap);

    INSERT INTO exchange_costs (exchange_id, connection_id, connection_name, is_demo, model, at, billed, gap)
      SELECT e.id, e.connection_id, e.connection_name, coalesce(c.is_demo, 0), e.model, e.started_at,
        json_object('usage', e.detail -> '$.usage'), 'no-price'
      FROM exchanges e LEFT JOIN connections c ON c.id = e.connection_id
      WHERE e.model IS NOT NULL AND e.state <> 'running' AND json_valid(e.detail) AND e.detail ->> '$.usage' IS NOT NULL;
  `,
};
