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
