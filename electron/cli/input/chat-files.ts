import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { formatSize } from '#shared/format.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';
import { admitPath } from './admit-path.ts';
import { utf8Text } from './read-input.ts';

/** A file that is sent with a message: its text, or an image that the core stores. */
export interface ChatFile {
  name: string;
  /** What is attached, for the user. */
  about: string;
  /** Part of the message's `content`. */
  part: unknown;
  /** The file whose base64 replaces the token in the part. */
  inline: { token: string; fileId: string } | null;
}

const textLimitBytes = 1024 * 1024;
const imageLimitBytes = 20 * 1024 * 1024;

/** Returns a path as a shell would: quotes are removed, and `~/` is the home folder. */
export function typedPath(typed: string): string {
  const [, quoted] = /^(?:"(.+)"|'(.+)')$/.exec(typed)?.filter((part) => part !== undefined) ?? [];
  const plain = quoted ?? typed;
  return plain.startsWith('~/') ? path.join(os.homedir(), plain.slice(2)) : plain;
}

/** @throws UsageError for a file that is neither a text nor an image, is too large, or cannot be read. */
export async function readChatFile(store: FileStore, typed: string): Promise<ChatFile> {
  const file = typedPath(typed);
  const facts = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
  });
  const name = path.basename(file);
  const about = `${name} (${formatSize(facts.size)})`;
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
    refuseLarger(file, facts.size, imageLimitBytes);
    return { ...imageFile(await admitPath(store, file)), name, about };
  }
  if (!facts.isFile()) throw new UsageError(`${file} is not a regular file.`);
  refuseLarger(file, facts.size, textLimitBytes);
  const text = utf8Text(await readFile(file));
  if (text === null) throw new UsageError(`${file} is neither a text nor an image (PNG, JPEG, GIF, WebP).`);
  return { name, about, part: { type: 'text', text: `${name}:\n${text}` }, inline: null };
}

/** Returns a stored image as a file of a message. */
export function imageFile({ id, name, type, sizeBytes }: FileRef): ChatFile {
  const token = `patchbay-file:${id}`;
  const part = { type: 'image_url', image_url: { url: `data:${type};base64,${token}` } };
  return { name, about: `${name} (${formatSize(sizeBytes)})`, part, inline: { token, fileId: id } };
}

function refuseLarger(file: string, sizeBytes: number, limitBytes: number): void {
  if (sizeBytes > limitBytes)
    throw new UsageError(`${file} has ${formatSize(sizeBytes)}; at most ${formatSize(limitBytes)} can be attached.`);
}
