/**
 * Conversations and the words by which they are found. The search index itself is no part of the schema: a host whose
 * SQLite lacks full-text search must be able to open the same file.
 */
export const library = {
  version: 3,
  sql: `
    CREATE TABLE conversations (
      id TEXT PRIMARY KEY,
      panel TEXT NOT NULL,
      title TEXT NOT NULL,
      starred INTEGER NOT NULL,
      model TEXT,
      note TEXT NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      -- Last, because a list reads the columns before it without touching the pages of a long text.
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX conversations_by_age ON conversations (panel, updated_at);

    CREATE TABLE passages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (conversation_id, message_id)
    ) STRICT;
  `,
};
