/** What is known of realtime sessions besides their exchanges. */
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
