import { constants } from 'node:fs';
import { copyFile, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { replaceFile } from '../../hosting/replace-file.ts';

/** Ciphertext by id (base64), and whether the user chose to keep keys on a system without a keyring. */
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
 * Opens `vault.json` of the data folder. An unreadable file is renamed, never
 * deleted: its content may be usable when its keyring is back. A secret whose bytes changed is left out, and a copy of
 * the file is kept.
 */
export async function openVaultFile(folder: string, now: () => number = Date.now): Promise<VaultFile> {
  const file = path.join(folder, 'vault.json');
  const found = await readFile(file, 'utf8').then(parseRecord, (thrown: NodeJS.ErrnoException) =>
    thrown.code === 'ENOENT' ? { record: empty, isWhole: true } : null,
  );
  const aside = `${file}.damaged-${now()}`;
  if (!found) await rename(file, aside).catch(() => {});
  else if (!found.isWhole) await copyFile(file, aside, constants.COPYFILE_EXCL).catch(() => {});

  let record = found?.record ?? empty;
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

const formatRecord = ({ secrets, acceptedWeak }: VaultRecord) => {
  const sums = Object.fromEntries([...secrets].map(([id, ciphertext]) => [id, sumOf(id, ciphertext)]));
  return `${JSON.stringify({ version: 1, acceptedWeak, secrets: Object.fromEntries(secrets), sums }, null, 1)}\n`;
};

/** Not every system cipher detects a changed ciphertext: the result would be sent as a key. */
const sumOf = (id: string, ciphertext: string) => crc32(`${id} ${ciphertext}`);

/** `null` when it is no vault; not whole when secrets were left out because their bytes changed. */
function parseRecord(text: string): { record: VaultRecord; isWhole: boolean } | null {
  try {
    const { version, acceptedWeak, secrets, sums = {} } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || typeof secrets !== 'object' || secrets === null) return null;
    const entries = Object.entries(secrets);
    if (entries.some(([, value]) => typeof value !== 'string')) return null;
    const known = sums as Record<string, unknown>;
    // Files of earlier versions have no sums.
    const whole = (entries as [string, string][]).filter(
      ([id, ciphertext]) => !Object.hasOwn(known, id) || known[id] === sumOf(id, ciphertext),
    );
    const record = { secrets: new Map(whole), acceptedWeak: acceptedWeak === true };
    return { record, isWhole: whole.length === entries.length };
  } catch {
    return null;
  }
}
