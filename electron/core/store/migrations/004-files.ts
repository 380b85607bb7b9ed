/** What is known of each stored file; the bytes lie in the folder `files` under the same id. */
export const files = {
  version: 4,
  sql: `
    CREATE TABLE files (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
  `,
};
