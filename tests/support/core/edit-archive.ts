import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { archiveEnd, entryHead, padding, readArchive } from '#core/backups/tar.ts';
import type { RunningCore } from '#core/index.ts';
import { tempFolder } from './temp-folder.ts';

/** Makes a backup of everything, as one text of bytes. */
export async function archiveOf({ backups }: Pick<RunningCore, 'backups'>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of backups.write()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Yields bytes as they arrive from a disk. */
export async function* inPieces(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * Edits the history in a backup as somebody does who has the file but no vault: every checksum is right again.
 *
 * @param dropped names of entries that are left out.
 */
export async function editArchive(archive: Buffer, sql: string, dropped: readonly string[] = []): Promise<Buffer> {
  const entries: [name: string, bytes: Buffer][] = [];
  for await (const entry of readArchive(inPieces(archive))) {
    const pieces: Buffer[] = [];
    for await (const piece of entry.bytes()) pieces.push(Buffer.from(piece));
    if (!dropped.includes(entry.name)) entries.push([entry.name, Buffer.concat(pieces)]);
  }
  const edited = entries.map(([name, bytes]): [string, Buffer] => {
    if (name !== 'patchbay.db') return [name, bytes];
    const file = path.join(tempFolder(), 'edited.db');
    writeFileSync(file, bytes);
    editHistory(file, sql);
    return [name, readFileSync(file)];
  });
  const sums = Object.fromEntries(
    edited
      .filter(([name]) => name !== 'sums.json' && name !== 'seal.json')
      .map(([name, bytes]) => [name, crc32(bytes)]),
  );
  const whole = edited.map(([name, bytes]): [string, Buffer] => {
    if (name !== 'sums.json') return [name, bytes];
    const before = JSON.parse(bytes.toString()) as Record<string, unknown>;
    return [name, Buffer.from(JSON.stringify({ ...before, ...sums }))];
  });
  return Buffer.concat([
    ...whole.flatMap(([name, bytes]) => [entryHead(name, bytes.length, 0), bytes, padding(bytes.length)]),
    archiveEnd(),
  ]);
}

export function editHistory(file: string, sql: string): void {
  const history = new DatabaseSync(file);
  history.exec(sql);
  history.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  history.close();
}
