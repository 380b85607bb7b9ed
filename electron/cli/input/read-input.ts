import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Standard input, for the one place of a command line that uses it. */
export interface StandardInput {
  /** All of it as text. @throws UsageError when it was read already. */
  read(): Promise<string>;
  /** Its bytes as they arrive. @throws UsageError when it was read already. */
  bytes(): AsyncIterable<Uint8Array>;
  /** What was piped in, without its last line end; empty for a terminal, and where `-` read it already. */
  piped(): Promise<string>;
}

/** A program that started this one may have left its own input open: nobody should wait for that without a word. */
const patienceMs = 2000;

/** Standard input of a command, which tells on its terminal that it waits. */
export const createPatientInput = (stdin: NodeJS.ReadStream, terminal: Terminal): StandardInput =>
  createStandardInput(stdin, () =>
    terminal.talk('Waiting for the end of standard input. Without a pipe, run the command with </dev/null.'),
  );

/** @param onWaiting is called when a pipe has not ended after two seconds. */
export function createStandardInput(
  stdin: NodeJS.ReadableStream & { isTTY?: boolean },
  onWaiting: () => void = () => {},
): StandardInput {
  let wasRead = false;
  const take = () => {
    if (wasRead) throw new UsageError('Use "-" once: standard input can only be read once.');
    wasRead = true;
    return stdin;
  };
  const read = async () => {
    const waiting = setTimeout(onWaiting, patienceMs);
    return text(take())
      .catch((error: NodeJS.ErrnoException) => {
        throw error instanceof UsageError ? error : new UsageError(`Standard input cannot be read (${error.code}).`);
      })
      .finally(() => clearTimeout(waiting));
  };
  return {
    read,
    bytes: () => take() as AsyncIterable<Uint8Array>,
    piped: async () => (stdin.isTTY || wasRead ? '' : withoutLastLineEnd(await read())),
  };
}

export const withoutLastLineEnd = (read: string): string => read.replace(/\r?\n$/, '');

/** The text that a value stands for: itself, the content of `@file`, or `-` for standard input. */
export async function readValue(value: string, input: StandardInput): Promise<string> {
  if (value === '-') return input.read();
  if (!value.startsWith('@')) return value;
  return readFile(value.slice(1), 'utf8').catch(() => {
    throw new UsageError(`The file ${value.slice(1)} cannot be read.`);
  });
}
