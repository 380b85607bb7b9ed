import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError, failure } from '#shared/protocol/failure.ts';

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
