import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Standard input, for the one place of a command line that uses it. */
export interface StandardInput {
  /** Returns all of it as text. @throws UsageError if it was already read. */
  read(): Promise<string>;
  /** Yields its bytes as they arrive. @throws UsageError if it was already read. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Returns the piped text, without its last line break; empty for a terminal, and if `-` already read it. */
  piped(): Promise<string>;
}

/** A program that started this one may have left its own input open: the wait must not be silent. */
const silentWaitMs = 2000;

/** Creates the standard input of a command, which says on its terminal that it is waiting. */
export const createPatientInput = (stdin: NodeJS.ReadStream, terminal: Terminal): StandardInput =>
  createStandardInput(stdin, () =>
    terminal.message('Waiting for stdin to end. If nothing is piped in, add </dev/null.'),
  );

/**
 * Creates a reader of standard input.
 *
 * @param onWaiting is called when a pipe has not ended after two seconds.
 */
export function createStandardInput(
  stdin: NodeJS.ReadableStream & { isTTY?: boolean },
  onWaiting: () => void = () => {},
): StandardInput {
  let wasRead = false;
  const take = () => {
    if (wasRead) throw new UsageError('Use - only once: stdin can be read once.');
    wasRead = true;
    return stdin;
  };
  const read = async () => {
    const waiting = setTimeout(onWaiting, silentWaitMs);
    return buffer(take())
      .then(readText)
      .catch((error: NodeJS.ErrnoException) => {
        throw error instanceof UsageError ? error : new UsageError(`stdin cannot be read (${error.code}).`);
      })
      .finally(() => clearTimeout(waiting));
  };
  return {
    read,
    bytes: () => take() as AsyncIterable<Uint8Array>,
    piped: async () => (stdin.isTTY || wasRead ? '' : withoutLastLineEnd(await read())),
  };
}

/** @throws UsageError for bytes that are no text: sent as one, they would be billed as thousands of tokens. */
function readText(bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text !== null) return text;
  throw new UsageError(
    'stdin is not UTF-8 text. Nothing was sent.',
    'Attach a file with chat --file FILE, name it where run takes a file, or convert the text: iconv -t UTF-8',
  );
}

/** Returns the text that UTF-8 bytes encode; `null` for other bytes, and for binary data that is valid by chance. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export const withoutLastLineEnd = (read: string): string => read.replace(/\r?\n$/, '');

/** Returns the text of a value: the value itself, the content of `@file`, or standard input for `-`. */
export async function readValue(value: string, input: StandardInput): Promise<string> {
  if (value === '-') return input.read();
  if (!value.startsWith('@')) return value;
  return readFile(value.slice(1), 'utf8').catch(() => {
    throw new UsageError(`The file ${value.slice(1)} cannot be read.`);
  });
}
