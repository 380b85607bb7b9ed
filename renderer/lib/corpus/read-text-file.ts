import { strings } from '../i18n/strings.ts';
import type { TextsKind } from './text-column.ts';

/** A file's text, or why it is none, in a sentence. */
export type TextFile = { text: string; name: string; kind: 'auto' | TextsKind } | { refusal: string };

/** Larger files are no corpus for one person to look at. */
const mostBytes = 40_000_000;

const kinds: Readonly<Record<string, TextsKind>> = {
  csv: 'csv',
  tsv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
};

/** Reads a dropped or chosen file as text. A folder, an empty file and bytes that are no text are refused. */
export async function readTextFile(file: File): Promise<TextFile> {
  const { name, size } = file;
  const words = strings().texts.file;
  if (size > mostBytes) return { refusal: words.large(name) };
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

/** Bytes of a picture or an archive soon hold what no writing does, in whatever encoding it is. */
const isWriting = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 4096).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));

/** UTF-8, or UTF-16 where its mark says so; `null` for bytes that are no text. */
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
