import { openableBytes, openableKind } from '#shared/contract/openable.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { failureText } from '../failures/failures.ts';
import { formatBytes } from '../i18n/format.ts';
import { strings } from '../i18n/strings.ts';
import type { FileToOpen } from './files-to-open.ts';

/** A dropped or selected file as one to open, or `null` for one of another kind. */
export function fileToOpen(file: File): FileToOpen | null {
  const kind = openableKind(file.name);
  return kind && { id: crypto.randomUUID(), name: file.name, kind, read: () => readText(file, openableBytes[kind]) };
}

/** Reads a file as UTF-8 text. Rejects with an `AppError` where it is larger, cannot be read, or is not text. */
export async function readText(file: File, mostBytes: number): Promise<string> {
  const words = strings().pieces.files;
  if (file.size > mostBytes)
    throw new AppError(
      failureText('too-large', words.tooLargeToOpen(file.name, formatBytes(file.size), formatBytes(mostBytes))),
    );
  const bytes = await file.arrayBuffer().catch(() => {
    throw new AppError(failureText('storage', words.unreadable(file.name)));
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(failureText('bad-input', words.notText(file.name)));
  }
}
