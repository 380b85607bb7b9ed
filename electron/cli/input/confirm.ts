import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { cleanLine } from '../output/terminal-text.ts';
import { UsageError } from '../usage-error.ts';

/** Asks a yes-or-no question on a terminal; anything but yes, and the end of the input, is no. */
export async function confirm(
  question: string,
  { stdin, stderr }: { stdin: NodeJS.ReadStream; stderr: NodeJS.WriteStream },
): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  const ended = new AbortController();
  asking.on('close', () => ended.abort());
  const answer = await asking.question(cleanLine(`${question} [y/N] `), { signal: ended.signal }).catch(() => '');
  asking.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/**
 * Asks before something is deleted.
 *
 * @param what the name of it, after "Delete".
 * @throws UsageError if there is no terminal to ask on. @throws AppError `aborted` for no.
 */
export async function confirmDeletion(
  what: string,
  streams: { stdin: NodeJS.ReadStream; stderr: NodeJS.WriteStream },
): Promise<void> {
  if (!streams.stdin.isTTY || !streams.stderr.isTTY)
    throw new UsageError(`This deletes ${what}. To confirm, add --yes.`);
  if (!(await confirm(`Delete ${what}?`, streams)))
    throw new AppError(failure('aborted', `${what} was not deleted: you did not confirm.`));
}

/**
 * Asks on a terminal without showing what is typed; empty when the input ends.
 *
 * @throws AppError `aborted` for Ctrl-C.
 */
export async function askHidden(prompt: string, stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Promise<string> {
  stderr.write(`${prompt} (not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: stdin, output: nowhere, terminal: true });
  const ended = new AbortController();
  asking.on('close', () => ended.abort());
  let isInterrupted = false;
  asking.on('SIGINT', () => {
    isInterrupted = true;
    asking.close();
  });
  const secret = await asking.question('', { signal: ended.signal }).catch(() => '');
  asking.close();
  stderr.write('\n');
  if (isInterrupted) throw new AppError(failure('aborted', 'Stopped by Ctrl-C. Nothing was saved or sent.'));
  return secret;
}
