import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** Ciphertext by id (base64), and whether the user chose to store keys on a system without a keyring. */
interface VaultRecord {
  readonly secrets: ReadonlyMap<string, string>;
  readonly acceptedWeak: boolean;
}

export interface VaultFile {
  readonly record: VaultRecord;
  /** Writes the edited record. Writes run one after another; a failed one leaves the record unchanged. */
  change(edit: (record: VaultRecord) => VaultRecord): Promise<void>;
}

const empty: VaultRecord = { secrets: new Map(), acceptedWeak: false };

/**
 * Opens `vault.json` of the data folder. An unreadable file is renamed, never deleted: its content may be usable when
 * its keyring is back. A secret whose bytes changed is skipped, and a copy of the file is kept.
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

/** Not every system cipher detects a changed ciphertext: the decrypted garbage would be sent as a key. */
const sumOf = (id: string, ciphertext: string) => crc32(`${id} ${ciphertext}`);

/**
 * Returns `null` if the text is not a vault. `isWhole` is false when secrets were skipped because their bytes
 * changed.
 */
function parseRecord(text: string): { record: VaultRecord; isWhole: boolean } | null {
  try {
    const { version, acceptedWeak, secrets, sums = {} } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || typeof secrets !== 'object' || secrets === null) return null;
    const entries = Object.entries(secrets);
    if (entries.some(([, value]) => typeof value !== 'string')) return null;
    const known = sums as Record<string, unknown>;
    // Files of earlier versions have no checksums.
    const whole = (entries as [string, string][]).filter(
      ([id, ciphertext]) => !Object.hasOwn(known, id) || known[id] === sumOf(id, ciphertext),
    );
    const record = { secrets: new Map(whole), acceptedWeak: acceptedWeak === true };
    return { record, isWhole: whole.length === entries.length };
  } catch {
    return null;
  }
}

/**
 * Replaces a file atomically, readable only by its owner: after a crash or a power cut it contains either the old or
 * the new text. The folder is synced too; otherwise the new name could be lost although its bytes are not.
 *
 * @throws the file system's error; the old file is then untouched.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  // A random name opened with "x" cannot be a planted link.
  const draft = path.join(folder, `.${path.basename(file)}.${randomBytes(8).toString('hex')}.part`);
  try {
    await writeSynced(draft, text);
    await rename(draft, file);
  } catch (thrown) {
    await unlink(draft).catch(() => {});
    throw thrown;
  }
  await syncFolder(folder);
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for syncing.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
