/** Video tasks and those of other asynchronous routes, and the exchanges that asked for them. */
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
