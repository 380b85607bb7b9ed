/** Checks: the plans that are kept, the runs of them, and a row for each cell of a run. */
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
