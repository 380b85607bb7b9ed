import { strings } from '../i18n/strings.ts';
import type { TextsKind } from './text-column.ts';

/** A file's text, or a sentence that says why it is not text. */
export type TextFile = { text: string; name: string; kind: 'auto' | TextsKind } | { refusal: string };

/** Larger files are not a corpus that a user could look at. */
const maxBytes = 40_000_000;

const kinds: Readonly<Record<string, TextsKind>> = {
  csv: 'csv',
  tsv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
};

/** Reads a dropped or selected file as text. A folder, an empty file and bytes that are not text are refused. */
export async function readTextFile(file: File): Promise<TextFile> {
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
  const text = decode(bytes);
  if (text === null) return { refusal: (isWriting(bytes) ? words.encoding : words.bytes)(name) };
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return { text, name, kind: kinds[ending] ?? 'auto' };
}

/** The bytes of an image or an archive soon contain what no text does, in any encoding. */
const isWriting = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 4096).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));

/** Decodes UTF-8, or UTF-16 where its byte order mark says so; `null` for bytes that are not text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
