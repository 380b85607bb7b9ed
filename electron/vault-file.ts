import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from './replace-file.ts';

/** Ciphertext by id (base64), and whether the person chose to keep keys on a system without a keyring. */
interface VaultRecord {
  readonly secrets: ReadonlyMap<string, string>;
  readonly acceptedWeak: boolean;
}

export interface VaultFile {
  readonly record: VaultRecord;
  /** Writes happen one after another; a failed one leaves the record as it was. */
  change(edit: (record: VaultRecord) => VaultRecord): Promise<void>;
}

const empty: VaultRecord = { secrets: new Map(), acceptedWeak: false };

/**
 * Opens `vault.json` of the data folder. A file that can not be read as one is put aside under another name, never
 * deleted: what it holds may be of use when its keyring is back.
 */
export async function openVaultFile(folder: string, now: () => number = Date.now): Promise<VaultFile> {
  const file = path.join(folder, 'vault.json');
  const found = await readFile(file, 'utf8').then(parseRecord, (thrown: NodeJS.ErrnoException) =>
    thrown.code === 'ENOENT' ? empty : null,
  );
  if (!found) await rename(file, `${file}.damaged-${now()}`).catch(() => {});

  let record = found ?? empty;
  let last: Promise<void> = Promise.resolve();
  return {
    get record() {
      return record;
    },
    change(edit) {
      const write = last.then(async () => {
        const next = edit(record);
        await replaceFile(file, formatRecord(next));
        record = next;
      });
      last = write.catch(() => {});
      return write;
    },
  };
}

const formatRecord = ({ secrets, acceptedWeak }: VaultRecord) =>
  `${JSON.stringify({ version: 1, acceptedWeak, secrets: Object.fromEntries(secrets) }, null, 1)}\n`;

function parseRecord(text: string): VaultRecord | null {
  try {
    const { version, acceptedWeak, secrets } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || typeof secrets !== 'object' || secrets === null) return null;
    const entries = Object.entries(secrets);
    if (entries.some(([, value]) => typeof value !== 'string')) return null;
    return { secrets: new Map(entries as [string, string][]), acceptedWeak: acceptedWeak === true };
  } catch {
    return null;
  }
}
