import { strings } from '../i18n/strings.ts';
import { decodeStrictly, type Encoding, guessEncoding, statedEncoding } from './guess-encoding.ts';
import type { TextsKind } from './text-column.ts';

/** A file's text, or a sentence that says why it is not text; `null` when the user canceled. */
export type TextFile = { text: string; name: string; kind: 'auto' | TextsKind } | { refusal: string | null };

/** Asks the user for the encoding of a file that does not state it; `null` when they cancel. */
export type AskForEncoding = (file: { name: string; bytes: Uint8Array; guess: Encoding }) => Promise<Encoding | null>;

/** Larger files are not a corpus that a user could look at. */
const maxBytes = 40_000_000;

const kinds: Readonly<Record<string, TextsKind>> = {
  csv: 'csv',
  tsv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
};

/**
 * Reads a dropped or selected file as text: UTF-8, or the encoding that its byte order mark states. A folder, an empty
 * file and bytes that are not text are refused.
 *
 * @param ask for the encoding of other files; without it they are refused.
 */
export async function readTextFile(file: File, ask?: AskForEncoding): Promise<TextFile> {
  const { name, size } = file;
  const words = strings().texts.file;
  if (size > maxBytes) return { refusal: words.large(name) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { refusal: words.folder(name) };
  }
  if (bytes.byteLength === 0) return { refusal: words.empty(name) };
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = kinds[ending] ?? 'auto';
  const text = decodeStrictly(bytes, statedEncoding(bytes) ?? 'utf-8');
  if (text !== null) return { text, name, kind };
  const guess = guessEncoding(bytes);
  if (guess === null) return { refusal: words.bytes(name) };
  if (!ask) return { refusal: words.encoding(name) };
  const encoding = await ask({ name, bytes, guess });
  return encoding === null ? { refusal: null } : { text: new TextDecoder(encoding).decode(bytes), name, kind };
}
