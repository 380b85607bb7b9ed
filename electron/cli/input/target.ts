import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { GatewayOverrides } from '#shared/contract/gateway-overrides.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { UsageError } from '../usage-error.ts';
import { type GatewayValues, readGatewayOptions } from './gateway-options.ts';

/** Which gateway a command targets, and its key if it is not the saved one. */
export type Target = {
  /** What is different for this command only. */
  overrides?: GatewayOverrides | undefined;
  /** Name or id of the saved key to use. */
  keyName?: string | undefined;
} & (
  | { kind: 'demo'; scenario: string | null }
  /** Used for this command only; neither the address nor the key is saved. */
  | { kind: 'address'; address: string; secret: string | null; acceptedInsecure: boolean }
  /** `name` is a connection's name or id; `null` means the only one there is. */
  | { kind: 'saved'; name: string | null; secret: string | null }
);

/** Returns whether all data of the command is in a folder that is deleted when it ends. */
export const isTemporary = (target: Target): boolean => target.kind !== 'saved' || target.secret !== null;

/** Returns whether the requests of the command are in the history of Wire when it has ended. */
export const isRecorded = (target: Target, values: { 'no-history'?: boolean | undefined }): boolean =>
  target.kind !== 'demo' && (!isTemporary(target) || !values['no-history']);

export interface TargetOptions extends KeyOptions, GatewayValues {
  demo?: boolean | undefined;
  scenario?: string | undefined;
  'base-url'?: string | undefined;
  connection?: string | undefined;
  'allow-insecure'?: boolean | undefined;
}

/**
 * Reads the target. Options override the environment, and the environment overrides saved values. `OPENAI_API_KEY` is
 * used only with an address from the command line or the environment: it belongs to no saved connection.
 *
 * @throws UsageError for options that contradict each other.
 */
export async function readTarget(
  options: TargetOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const named = (['demo', 'base-url', 'connection'] as const).filter((name) => options[name] !== undefined);
  if (named.length > 1) throw new UsageError(`Use only one of --${named.join(' and --')}.`);
  const found = readGatewayOptions(options);
  const overrides = Object.keys(found).length > 0 ? found : undefined;
  if (options.demo && options['key-name'] !== undefined)
    throw new UsageError('--key-name selects a saved key: remove --demo.');
  if (options.demo) return { kind: 'demo', overrides, scenario: options.scenario ?? null };
  if (options.scenario !== undefined) throw new UsageError('--scenario is for the demo gateway: add --demo.');

  const { connection, 'key-name': keyName } = options;
  if (keyName !== undefined && (options['key-file'] ?? options['key-env']) !== undefined)
    throw new UsageError('--key-name selects a saved key: remove --key-file or --key-env.');
  // A named saved key is meant, whatever the environment contains.
  const secret = keyName === undefined ? await findKey(options, env) : null;
  const address =
    connection === undefined ? options['base-url'] || env.PATCHBAY_BASE_URL || env.OPENAI_BASE_URL : undefined;
  if (!address) return { kind: 'saved', overrides, keyName, name: connection ?? null, secret };
  if (keyName !== undefined) throw new UsageError('--key-name selects a saved key: add --connection NAME.');
  return {
    kind: 'address',
    overrides,
    address,
    secret: secret ?? (env.OPENAI_API_KEY || null),
    acceptedInsecure: options['allow-insecure'] ?? false,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Longest secret the core accepts. */
const sizeLimitBytes = 8192;

interface KeyOptions {
  'key-name'?: string | undefined;
  'key-env'?: string | undefined;
  'key-file'?: string | undefined;
}

/**
 * Returns the secret from the command line or the environment, or `null` when there is none: `--key-file`, `--key-env`,
 * `PATCHBAY_API_KEY`.
 *
 * @throws UsageError for a file that other users can read. @throws AppError `no-key` for a named source without a key.
 */
export async function findKey(options: KeyOptions, env: Environment): Promise<string | null> {
  return (await readNamedKey(options, env)) ?? (env.PATCHBAY_API_KEY || null);
}

/** Returns the secret of `--key-file` or `--key-env`, or `null` without either. Throws as `findKey` does. */
export async function readNamedKey(options: KeyOptions, env: Environment): Promise<string | null> {
  const { 'key-env': name, 'key-file': file } = options;
  if (name !== undefined && file !== undefined) throw new UsageError('Use only one of --key-env and --key-file.');
  if (file !== undefined) return readSecretFile(file);
  if (name === undefined) return null;
  const secret = env[name];
  if (!secret) throw new AppError(failure('no-key', `The environment variable ${name} is not set.`));
  return secret;
}

/**
 * Reads a file that contains a secret, without its last line break.
 *
 * @param what it is called in messages, and what it contains.
 * @throws UsageError for a file that other users can read. @throws AppError `no-key` for an empty file.
 */
export async function readSecretFile(file: string, what = 'key'): Promise<string> {
  // Without waiting for the writer of a named pipe: it is refused below.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw new UsageError(`The ${what} file ${file} cannot be read.`);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UsageError(`The ${what} file ${file} is not a regular file.`);
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
      throw new UsageError(
        `Other users can read the ${what} file ${file}. Run "chmod 600 ${file}", and replace the ${what} if they may have read it.`,
      );
    if (facts.size > sizeLimitBytes)
      throw new UsageError(`The ${what} file ${file} is too large to contain a ${what}.`);
    const secret = (await handle.readFile('utf8')).replace(/\r?\n$/, '');
    if (!secret) throw new AppError(failure('no-key', `The ${what} file ${file} is empty.`));
    return secret;
  } finally {
    await handle.close();
  }
}
