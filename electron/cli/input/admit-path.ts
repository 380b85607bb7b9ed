import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';

/** What a gateway is told of a file by its name; the bytes are never looked at. */
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
 * Takes a file of this computer into the store of the core.
 *
 * @throws UsageError when it is no plain file or can not be read.
 */
export async function admitPath(store: FileStore, file: string): Promise<FileRef> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} can not be read (${error.code}).`);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UsageError(`${file} is no plain file.`);
    const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const about = { name: path.basename(file), type, sizeBytes: facts.size };
    return await store.admit(about, handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}
