/** Which stored files hold the pictures of which exchanges, so that a record shows what the live answer showed. */
export const media = {
  version: 8,
  sql: `
    CREATE TABLE exchange_media (
      -- No reference: a file outlives its exchange while a conversation shows it.
      exchange_id TEXT NOT NULL,
      -- Counts the pictures of the answer in the order in which they are read, previews included.
      place INTEGER NOT NULL,
      file_id TEXT NOT NULL,
      PRIMARY KEY (exchange_id, place)
    ) STRICT, WITHOUT ROWID;
  `,
};
