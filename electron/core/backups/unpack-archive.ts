import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { BackupOrigin } from '#shared/contract/backups.ts';
import { stagedParts } from '../store/maintenance/staged-restore.ts';
import { type ArchiveEntry, BrokenArchive, readArchive } from './tar.ts';
import {
  type ArchiveFacts,
  type ArchiveSeal,
  archiveFormat,
  factsName,
  isTrackName,
  macOfArchive,
  sealName,
  sumsName,
} from './write-archive.ts';

/** A checksum list is never larger than this. */
const textLimit = 64 * 1024 ** 2;

/** What an archive is, and where it is from. */
interface Unpacked extends ArchiveFacts {
  from: BackupOrigin;
}

/**
 * Unpacks an archive into an empty folder, and verifies every byte against its checksums. Nothing is written outside
 * that folder, whatever names the archive contains.
 *
 * @throws BrokenArchive for anything that is incomplete or not ours; the error of the file system.
 */
export async function unpackArchive(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  seal: ArchiveSeal,
): Promise<Unpacked> {
  const sums: Record<string, number> = {};
  const digests: Record<string, string> = {};
  let facts: ArchiveFacts | null = null;
  let declaredSums: Record<string, unknown> | null = null;
  let declaredSeal: Record<string, unknown> | null = null;
  for (const name of stagedParts.folders) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  for await (const entry of archiveOf(source)) {
    const { name } = entry;
    const isSeal = name === sealName && declaredSums !== null && declaredSeal === null;
    if (name in sums || (declaredSums && !isSeal)) throw new BrokenArchive('is damaged');
    const see = (sum: number, digest: string) => {
      sums[name] = sum;
      digests[name] = digest;
    };
    if (isSeal) declaredSeal = readJson(await readText(entry, () => {}));
    else if (name === factsName) facts = readFacts(await readText(entry, see));
    else if (facts === null) throw new BrokenArchive("isn't a Patchbay backup");
    else if (name === sumsName) declaredSums = readJson(await readText(entry, () => {}));
    else await unpackFile(entry, path.join(folder, placeOf(name)), see);
  }
  if (!facts || !declaredSums || !(stagedParts.history in sums)) throw new BrokenArchive('is incomplete');
  const names = new Set([...Object.keys(sums), ...Object.keys(declaredSums)]);
  for (const name of names) if (sums[name] !== declaredSums[name]) throw new BrokenArchive('is damaged');
  const isOwn = declaredSeal?.id === seal.id && declaredSeal.mac === macOfArchive(seal, digests);
  return { ...facts, from: declaredSeal === null ? 'unsigned' : isOwn ? 'here' : 'elsewhere' };
}

/** Reads an archive. A file without a first entry is none at all, rather than an incomplete one. */
async function* archiveOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  let isBegun = false;
  try {
    for await (const entry of readArchive(source)) {
      isBegun = true;
      yield entry;
    }
  } catch (thrown) {
    throw !isBegun && thrown instanceof BrokenArchive ? new BrokenArchive("isn't a Patchbay backup") : thrown;
  }
}

function readFacts(text: string): ArchiveFacts {
  const { format, version, madeAt } = readJson<Partial<ArchiveFacts>>(text);
  if (typeof format !== 'number' || typeof madeAt !== 'number') throw new BrokenArchive("isn't a Patchbay backup");
  if (format > archiveFormat) throw new BrokenArchive('was created by a newer version of Patchbay');
  return { format, version: String(version), madeAt };
}

function readJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new BrokenArchive('is damaged');
  }
}

/** Returns the path of an entry, relative to the folder. */
function placeOf(name: string): string {
  if (name === stagedParts.history) return name;
  const [folder = '', file = '', ...more] = name.split('/');
  if (more.length === 0 && folder === 'files' && /^[\w-]{1,64}$/.test(file)) return name;
  if (more.length === 0 && folder === 'sessions' && isTrackName(file)) return name;
  throw new BrokenArchive("isn't a Patchbay backup");
}

/** Is told the CRC-32 and the SHA-256 of an entry once it was read. */
type Notify = (sum: number, digest: string) => void;

async function* summed(entry: ArchiveEntry, notify: Notify) {
  const hash = createHash('sha256');
  let sum = 0;
  for await (const chunk of entry.bytes()) {
    sum = crc32(chunk, sum);
    hash.update(chunk);
    yield chunk;
  }
  notify(sum, hash.digest('hex'));
}

async function unpackFile(entry: ArchiveEntry, filePath: string, notify: Notify): Promise<void> {
  // Not a stream: a stream may still create its file after its source has failed, in a folder that is being removed.
  const file = await open(filePath, 'wx', 0o600);
  try {
    await file.writeFile(summed(entry, notify));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readText(entry: ArchiveEntry, notify: Notify): Promise<string> {
  if (entry.sizeBytes > textLimit) throw new BrokenArchive('is damaged');
  const chunks: Buffer[] = [];
  for await (const chunk of summed(entry, notify)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
