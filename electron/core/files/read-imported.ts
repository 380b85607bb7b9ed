import { AppError, failure } from '#shared/protocol/failure.ts';
import { parseJson } from '#shared/protocol/json.ts';
import type { FileStore, StoredFile } from './file-store.ts';

const largestBytes = 32 * 1024 * 1024;

/** Returns all bytes of a stored file; only for one that is known to be small. */
export async function readWhole(file: StoredFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Returns the text of a stored file that a user imports, read as UTF-8.
 *
 * @param hint what to select instead of a file that is too large.
 * @throws AppError `not-found-here` or `too-large`, for more than 32 MiB.
 */
export async function readImported(files: Pick<FileStore, 'open'>, fileId: string, hint: string): Promise<string> {
  const file = await files.open(fileId);
  if (!file) throw new AppError(gone);
  if (file.sizeBytes > largestBytes) throw new AppError(tooLarge(hint));
  return (await readWhole(file)).toString('utf8');
}

/** Objects and lists of an imported file: the largest table of prices has some thousand. Each becomes a row. */
const mostContainers = 40_000;
/** Values and fields: the largest table has 100,000. */
const mostValues = 1_000_000;
const mostFields = 200_000;

/**
 * Parses the JSON of an imported file, with or without a byte order mark; `undefined` for any other text.
 *
 * @throws AppError `too-large` for one with so many values that reading it would stop everything else for seconds.
 */
export function parseImported(text: string): unknown {
  if (text.length > smallText && isCrowded(text)) throw new AppError(crowded);
  return parseJson(text.replace(/^\ufeff/, ''));
}

/** Shorter texts cannot have too many values to be read in a moment. */
const smallText = 1024 * 1024;

function isCrowded(text: string): boolean {
  let containers = 0;
  let values = 0;
  let fields = 0;
  for (let at = 0; at < text.length && containers <= mostContainers && values <= mostValues; at += 1) {
    if (fields > mostFields) return true;
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === comma) values += 1;
    else if (sign === colon) fields += 1;
    else if (sign === openList || sign === openObject) containers += 1;
  }
  return containers > mostContainers || values > mostValues;
}

const [quote, comma, colon, openList, backslash, openObject] = [34, 44, 58, 91, 92, 123];

/** Returns the place of the quotation mark that ends the string which begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

const crowded = failure(
  'too-large',
  'The file has more than 40,000 entries, 200,000 fields or a million values, so it was not read.',
  {
    effect: 'unchanged',
    hint: 'Split it into several files.',
  },
);
const gone = failure('not-found-here', 'This file is no longer stored.', { hint: 'Select the file again.' });
const tooLarge = (hint: string) => failure('too-large', 'The file is larger than 32 MB, so it was not read.', { hint });
