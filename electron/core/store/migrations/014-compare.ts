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
