import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

/** Standard input, for the one place of a command line that says `-`. */
export interface StandardInput {
  /** All of it as text. @throws UsageError when it was read already. */
  read(): Promise<string>;
  /** Its bytes as they come. @throws UsageError when it was read already. */
  bytes(): AsyncIterable<Uint8Array>;
}

export function createStandardInput(stdin: NodeJS.ReadableStream = process.stdin): StandardInput {
  let wasRead = false;
  const take = () => {
    if (wasRead) throw new UsageError('"-" may stand once: standard input can only be read once.');
    wasRead = true;
    return stdin;
  };
  return {
    read: async () => text(take()),
    bytes: () => take() as AsyncIterable<Uint8Array>,
  };
}

/** The text that a value stands for: itself, the content of `@file`, or `-` for standard input. */
export async function readValue(value: string, input: StandardInput): Promise<string> {
  if (value === '-') return input.read();
  if (!value.startsWith('@')) return value;
  return readFile(value.slice(1), 'utf8').catch(() => {
    throw new UsageError(`The file ${value.slice(1)} can not be read.`);
  });
}
