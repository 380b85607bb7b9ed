/**
 * Which connections the user confirmed, authenticated by a key in the vault (`keys/vault-seal.ts`), and which secrets are
 * being stored or deleted.
 */
export const confirmations = {
  version: 21,
  sql: `
    CREATE TABLE connection_seals (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      -- Each vault has a seal of its own.
      seal_id TEXT NOT NULL,
      origin TEXT NOT NULL,
      -- Digest of the fields that decide who can read what is sent.
      fields TEXT NOT NULL,
      mac TEXT NOT NULL,
      PRIMARY KEY (connection_id, seal_id)
    ) STRICT, WITHOUT ROWID;

    -- Set where no vault keeps a seal, when a backup was restored and not confirmed since.
    ALTER TABLE connections ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;

    -- Secrets that are in a vault while no row names them (keys/secret-journal.ts).
    CREATE TABLE pending_secrets (
      secret_id TEXT PRIMARY KEY,
      vault_id TEXT NOT NULL,
      -- Which process is storing or deleting it.
      process_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
