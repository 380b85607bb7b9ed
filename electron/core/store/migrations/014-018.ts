/** Runs that compare lanes, and their cells. */
export const comparisons = {
  version: 14,
  sql: `
    CREATE TABLE compare_runs (
      id TEXT PRIMARY KEY,
      -- The process that executes it.
      process_id TEXT NOT NULL,
      -- The document of the panel; null for runs of the terminal.
      document_id TEXT,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      calls_made INTEGER NOT NULL,
      tokens_used INTEGER NOT NULL,
      input TEXT NOT NULL CHECK (json_valid(input)),
      names TEXT NOT NULL CHECK (json_valid(names)),
      votes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(votes))
    ) STRICT;
    CREATE INDEX compare_runs_of_document ON compare_runs (document_id, started_at);

    CREATE TABLE compare_cells (
      run_id TEXT NOT NULL REFERENCES compare_runs (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      place INTEGER NOT NULL,
      lane_id TEXT NOT NULL,
      state TEXT NOT NULL,
      -- Whether all assertions passed; null without assertions, and before the end.
      passed INTEGER,
      -- Everything but the whole reply.
      head TEXT NOT NULL CHECK (json_valid(head)),
      reply TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(reply))
    ) STRICT;
    CREATE UNIQUE INDEX compare_cells_by_id ON compare_cells (run_id, id);
    CREATE INDEX compare_cells_counts ON compare_cells (run_id, lane_id, state, passed);
  `,
};

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

/** Stores the turns of a conversation one by one: a long one is opened from its end, and saved where it changed. */
export const conversationParts = {
  version: 16,
  sql: `
    CREATE TABLE conversation_parts (
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      part_id TEXT NOT NULL,
      -- The revision of the conversation in which it was written.
      revision INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (conversation_id, part_id)
    ) STRICT;
  `,
};

/** The library of prompts. */
export const promptLibrary = {
  version: 17,
  sql: `
    CREATE TABLE prompts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      -- The name in lower case: names differ in more than letter case.
      name_key TEXT NOT NULL UNIQUE,
      text TEXT NOT NULL,
      -- Values of variables, by name.
      defaults TEXT NOT NULL CHECK (json_valid(defaults)),
      revision INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};

/** What comparisons cost, and the requests to a model that grades their replies. */
export const judging = {
  version: 18,
  sql: `
    -- One sum per currency.
    ALTER TABLE compare_runs ADD COLUMN spent TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spent));
    -- Requests whose cost is not known.
    ALTER TABLE compare_runs ADD COLUMN unpriced INTEGER NOT NULL DEFAULT 0;
    -- The newest grading, without its counts; null before the first.
    ALTER TABLE compare_runs ADD COLUMN judging TEXT CHECK (judging IS NULL OR json_valid(judging));

    CREATE TABLE compare_judgements (
      run_id TEXT NOT NULL REFERENCES compare_runs (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      state TEXT NOT NULL,
      -- Whether it has an end without valid scores.
      is_invalid INTEGER NOT NULL,
      content TEXT NOT NULL CHECK (json_valid(content)),
      PRIMARY KEY (run_id, id)
    ) STRICT;
  `,
};
