import { open } from 'node:fs/promises';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { UsageError } from '../usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Longest secret the core takes. */
const sizeLimitBytes = 8192;

export interface KeyOptions {
  'key-env'?: string | undefined;
  'key-file'?: string | undefined;
}

/**
 * The secret that the command line or the environment names, or `null` when there is none: `--key-file`, `--key-env`,
 * `PATCHBAY_API_KEY`.
 *
 * @throws UsageError for a file that other users can read. @throws AppError `no-key` for a named place that holds none.
 */
export async function findKey(options: KeyOptions, env: Environment): Promise<string | null> {
  const { 'key-env': name, 'key-file': file } = options;
  if (name !== undefined && file !== undefined) throw new UsageError('Use either --key-env or --key-file.');
  if (file !== undefined) return readKeyFile(file);
  if (name === undefined) return env.PATCHBAY_API_KEY || null;
  const secret = env[name];
  if (!secret)
    throw new AppError(failure('no-key', `The variable ${name} holds no key.`, { hint: 'Set it and try again.' }));
  return secret;
}

async function readKeyFile(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => {
    throw new UsageError(`The key file ${file} can not be read.`);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UsageError(`${file} is no plain file.`);
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
      throw new UsageError(
        `Others can read the key file ${file}. Run "chmod 600" on it, and change the key if they may have.`,
      );
    if (facts.size > sizeLimitBytes) throw new UsageError(`${file} is too large to be a key.`);
    const secret = (await handle.readFile('utf8')).replace(/\r?\n$/, '');
    if (!secret)
      throw new AppError(failure('no-key', `The key file ${file} is empty.`, { hint: 'Put the key into it.' }));
    return secret;
  } finally {
    await handle.close();
  }
}
