import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on a terminal without showing what is typed; empty when the input ends. */
export async function askHidden(prompt: string, stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Promise<string> {
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
