import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../usage-error.ts';
import { createStandardInput } from './read-input.ts';
import { readNamedKey } from './target.ts';

interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
}

/**
 * Reads a secret that will be stored: from `--key-file`, `--key-env`, a pipe, or typed on a terminal, which does not
 * show it. An environment variable that is not named is not stored.
 *
 * @throws UsageError when there is none.
 */
export async function readNewSecret(
  options: { 'key-file'?: string | undefined; 'key-env'?: string | undefined },
  { env, stdin, stderr }: Streams,
  prompt: string,
): Promise<string> {
  const named = await readNamedKey(options, env);
  if (named !== null) return named;
  const secret = stdin.isTTY
    ? await askHidden(prompt, stdin, stderr)
    : await createStandardInput(stdin, () => stderr.write('Waiting for the key on stdin.\n')).piped();
  if (secret.trim() === '')
    throw new UsageError('There is no key: pipe it in, or use --key-file FILE or --key-env NAME. Nothing was saved.');
  return secret;
}

/** Asks on a terminal without showing what is typed; empty when the input ends. */
async function askHidden(prompt: string, stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Promise<string> {
  stderr.write(`${prompt} (not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: stdin, output: nowhere, terminal: true });
  const ended = new AbortController();
  asking.on('close', () => ended.abort());
  asking.on('SIGINT', () => asking.close());
  const secret = await asking.question('', { signal: ended.signal }).catch(() => '');
  asking.close();
  stderr.write('\n');
  return secret;
}
