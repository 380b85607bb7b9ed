import { type NativeKeyChoice, nativeKeyChoices } from '#shared/contract/connections.ts';
import { UsageError } from '../usage-error.ts';
import { findKey, type KeyOptions } from './key-source.ts';
import { readChoice } from './options.ts';

/** Which gateway a command means, and the key for it when it is not the saved one. */
export type Target = {
  /** For this command only; absent: as saved, or `auto`. */
  nativeKeyStyle?: NativeKeyChoice | undefined;
} & (
  | { kind: 'demo'; scenario: string | null }
  /** Used for this command only; neither the address nor the key is saved. */
  | { kind: 'address'; address: string; secret: string | null; acceptedInsecure: boolean }
  /** `name` is a connection's name or id; `null` means the only one there is. */
  | { kind: 'saved'; name: string | null; secret: string | null }
);

/** Whether everything of the command lives in a folder that is deleted when it ends. */
export const isPassing = (target: Target): boolean => target.kind !== 'saved' || target.secret !== null;

export interface TargetOptions extends KeyOptions {
  demo?: boolean | undefined;
  scenario?: string | undefined;
  'base-url'?: string | undefined;
  connection?: string | undefined;
  'allow-insecure'?: boolean | undefined;
  'native-key-style'?: string | undefined;
}

/**
 * Options win over the environment, and that over what is saved. `OPENAI_API_KEY` goes only with an address that was
 * given here or in the environment: it belongs to no saved connection.
 *
 * @throws UsageError for options that contradict each other.
 */
export async function readTarget(
  options: TargetOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const named = (['demo', 'base-url', 'connection'] as const).filter((name) => options[name] !== undefined);
  if (named.length > 1) throw new UsageError(`Use one of --${named.join(', --')}.`);
  const style = options['native-key-style'];
  const nativeKeyStyle = style === undefined ? undefined : readChoice('native-key-style', style, nativeKeyChoices);
  if (options.demo) return { kind: 'demo', nativeKeyStyle, scenario: options.scenario ?? null };
  if (options.scenario !== undefined) throw new UsageError('--scenario is a fault of the demo gateway: add --demo.');

  const secret = await findKey(options, env);
  const { connection } = options;
  const address =
    connection === undefined ? options['base-url'] || env.PATCHBAY_BASE_URL || env.OPENAI_BASE_URL : undefined;
  if (!address) return { kind: 'saved', nativeKeyStyle, name: connection ?? null, secret };
  return {
    kind: 'address',
    nativeKeyStyle,
    address,
    secret: secret ?? (env.OPENAI_API_KEY || null),
    acceptedInsecure: options['allow-insecure'] ?? false,
  };
}
