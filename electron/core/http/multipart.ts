import { Buffer } from 'node:buffer';
import type { OpenFile } from '../ports.ts';
import type { Segment } from './request-body.ts';

/** One field of a form, its file opened. */
export type FormPart = { name: string; value: string } | { name: string; file: OpenFile };

const maxNameCharacters = 200;

/** Escapes a field name inside quotes as browsers do. */
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * Returns a file's name as allowed in a header: the last part of a path, without control characters, never a dot
 * segment, at most 200 characters including its extension.
 */
export function formFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .toWellFormed()
    .replace(/\p{Cc}/gu, '_')
    .trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  const characters = [...plain];
  if (characters.length <= maxNameCharacters) return plain;
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? '';
  return characters.slice(0, maxNameCharacters - ending.length).join('') + ending;
}

/** Returns a type as allowed in the head of a part. */
export const partType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/.test(type) ? type : 'application/octet-stream';

/**
 * Returns the segments of a `multipart/form-data` body. `Blob` and `FormData` would hold every file in memory; here
 * only the framing is.
 */
export function multipartSegments(parts: readonly FormPart[], boundary: string): Segment[] {
  const segments: Segment[] = [];
  const write = (text: string) => segments.push({ kind: 'bytes', bytes: Buffer.from(text, 'utf8') });
  for (const part of parts) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
    if ('value' in part) {
      write(`${head}\r\n\r\n${part.value}\r\n`);
      continue;
    }
    const { file } = part;
    const name = formFileName(file.name);
    const type = partType(file.type);
    write(`${head}; filename="${quoted(name)}"\r\nContent-Type: ${type}\r\n\r\n`);
    segments.push({ kind: 'file', file, encoding: 'raw', recorded: `[${file.sizeBytes} bytes of ${name}, ${type}]` });
    write('\r\n');
  }
  write(`--${boundary}--\r\n`);
  return segments;
}
