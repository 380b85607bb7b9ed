import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { orNull } from '../or-null.ts';
import { stagedParts } from '../store/maintenance/staged-restore.ts';
import { archiveEnd, entryHead, padding } from './tar.ts';

/** First entry: what this archive is. */
export const factsName = 'patchbay-backup.json';
/** Last entry: the CRC-32 of every other entry, by name. */
export const sumsName = 'sums.json';
/** After it, since format 2: the authentication code of all entries. Absent where no vault keeps a key. */
export const sealName = 'seal.json';
export const archiveFormat = 2;

/** A key that only the vault of this installation holds. */
export interface ArchiveSeal {
  readonly id: string;
  readonly isLasting: boolean;
  macOf(purpose: string, text: string): string;
}

/** The SHA-256 of each entry, by name. */
export type Digests = Readonly<Record<string, string>>;

/** Returns the authentication code of an archive. */
export const macOfArchive = (seal: ArchiveSeal, digests: Digests): string =>
  seal.macOf('backup', JSON.stringify(Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1))));

export interface ArchiveFacts {
  format: number;
  /** Version of the program that made it. */
  version: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

interface Entry {
  name: string;
  sizeBytes: number;
  modifiedMs: number;
  bytes: () => AsyncIterable<Uint8Array>;
}

/** Lists the files of an archive: a copy of the history, and the files of the data folder that it references. */
export function listEntries(facts: ArchiveFacts, history: string, dataFolder: string): Entry[] {
  const { madeAt } = facts;
  return [
    textEntry(factsName, JSON.stringify(facts), madeAt),
    fileEntry(stagedParts.history, history),
    ...namedFiles(history).map((id) => fileEntry(`files/${id}`, path.join(dataFolder, 'files', id))),
    ...tracks(dataFolder).map((name) => fileEntry(`sessions/${name}`, path.join(dataFolder, 'sessions', name))),
  ].filter((entry) => entry !== null);
}

export const sizeOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { sizeBytes }) => sum + 1024 + sizeBytes, 0);

/**
 * Yields the bytes of an archive. A file that grows meanwhile is read up to its initial size; one that shrinks throws.
 */
export async function* writeArchive(entries: readonly Entry[], seal: ArchiveSeal): AsyncGenerator<Uint8Array> {
  const sums: Record<string, number> = {};
  const digests: Record<string, string> = {};
  for (const entry of entries) {
    const hash = createHash('sha256');
    sums[entry.name] = 0;
    for await (const piece of packed(entry, (bytes) => {
      sums[entry.name] = crc32(bytes, sums[entry.name]);
      hash.update(bytes);
    }))
      yield piece;
    digests[entry.name] = hash.digest('hex');
  }
  yield* packed(textEntry(sumsName, JSON.stringify(sums), Date.now()), () => {});
  // Another start could not verify it.
  const sealed = JSON.stringify({ id: seal.id, mac: macOfArchive(seal, digests) });
  if (seal.isLasting) yield* packed(textEntry(sealName, sealed, Date.now()), () => {});
  yield archiveEnd();
}

async function* packed({ name, sizeBytes, modifiedMs, bytes }: Entry, see: (bytes: Uint8Array) => void) {
  yield entryHead(name, sizeBytes, modifiedMs);
  let seen = 0;
  for await (const piece of bytes()) {
    see(piece);
    seen += piece.byteLength;
    yield piece;
  }
  if (seen !== sizeBytes) throw new Error(`${name} became shorter while it was being read`);
  yield padding(sizeBytes);
}

function textEntry(name: string, text: string, modifiedMs: number): Entry {
  const bytes = Buffer.from(text);
  return {
    name,
    sizeBytes: bytes.length,
    modifiedMs,
    async *bytes() {
      yield bytes;
    },
  };
}

/** Returns `null` when the file does not exist. */
function fileEntry(name: string, file: string): Entry | null {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts?.isFile()) return null;
  const sizeBytes = facts.size;
  return {
    name,
    sizeBytes,
    modifiedMs: facts.mtimeMs,
    async *bytes() {
      if (sizeBytes > 0) yield* createReadStream(file, { end: sizeBytes - 1, highWaterMark: 256 * 1024 });
    },
  };
}

function namedFiles(history: string): string[] {
  const sql = new DatabaseSync(history, { readOnly: true });
  try {
    return sql
      .prepare('SELECT id FROM files ORDER BY id')
      .all()
      .map(({ id }) => path.basename(String(id)));
  } finally {
    sql.close();
  }
}

const tracks = (dataFolder: string): string[] =>
  (orNull(() => readdirSync(path.join(dataFolder, 'sessions'))) ?? []).filter((name) => isTrackName(name));

/** Accepts names that cannot lead outside their folder. */
export const isTrackName = (name: string): boolean => /^[\w-][\w.-]{0,90}$/.test(name);
