import type { TextsKind } from './read-texts.ts';

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
  if (size > mostBytes)
    return { refusal: `${name} is larger than 40 MB. Nothing was taken; cut it into smaller files.` };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { refusal: `${name} can not be read: it is a folder, or it was moved. Drop the files themselves.` };
  }
  if (bytes.byteLength === 0) return { refusal: `${name} is empty: it holds 0 bytes.` };
  const text = decode(bytes);
  if (text === null) return { refusal: `${name} is no text: its bytes are those of another kind of file.` };
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return { text, name, kind: kinds[ending] ?? 'auto' };
}

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
