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
