import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';

/** Media types by file extension, as sent to the gateway; the bytes are never inspected. */
const types: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpga': 'audio/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
  '.webp': 'image/webp',
};

/**
 * Stores a file of this computer in the core's store.
 *
 * @throws UsageError when it is not a regular file or cannot be read.
 */
export async function admitPath(store: FileStore, file: string): Promise<FileRef> {
  // Opening a named pipe would wait for whoever writes to it, and not even a signal would end that.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UsageError(`${file} is not a regular file.`);
    const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const about = { name: path.basename(file), type, sizeBytes: facts.size };
    return await store.admit(about, handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}
