import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMean } from '../did-you-mean.ts';
import { OptionError, UsageError } from '../usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The gateway and its key: the same for every command that talks to a gateway. */
export const gatewayOptions = {
  demo: { type: 'boolean' },
  scenario: { type: 'string' },
  'base-url': { type: 'string' },
  connection: { type: 'string' },
  'key-env': { type: 'string' },
  'key-file': { type: 'string' },
  'allow-insecure': { type: 'boolean' },
  'native-key-style': { type: 'string' },
} as const satisfies Options;

/** A secret on a command line can be read by every user of the computer, and stays in the shell's history. */
const keyOption = /^--?(api-?)?(key|token|secret|password)(=|$)/i;
const keyInQuery = /^(api[-_]?key|key|(access[-_]?)?token|secret|password)=/i;

/** Returns whether an argument is a key, or a query parameter that contains one. */
const isKey = (word: string, at: number, words: readonly string[]) =>
  keyOption.test(word) ||
  keyInQuery.test(word.startsWith('--query=') ? word.slice(8) : words[at - 1] === '--query' ? word : '');

/**
 * Reads a command's options; everything else is a positional argument.
 *
 * @throws UsageError for an unknown option, and for every way to write a key on the command line. The message never
 * repeats what may be a secret.
 */
export function readOptions<const T extends Options>(args: readonly string[], options: T) {
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (own.some(isKey))
    throw new UsageError(
      'A key on the command line can be read by everybody on this computer. Put it into PATCHBAY_API_KEY, or name ' +
        'another variable with --key-env NAME, or a file that only you can read with --key-file FILE. ' +
        'To send it in the address, use --native-key-style query, or --key-style query on a custom route.',
    );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] as string) : String(error);
    const [, unknown] = /^Unknown option '(-[^' ]+)'/.exec(message) ?? [];
    if (unknown === undefined) throw new OptionError(`${message}.`);
    const known = Object.entries(options).flatMap(([name, { short }]) => [
      `--${name}`,
      ...(short ? [`-${short}`] : []),
    ]);
    throw new OptionError(`Unknown option ${unknown}.${unknown.startsWith('--') ? didYouMean(unknown, known) : ''}`);
  }
}

/** Rejects positional arguments of a command that takes only options. @throws UsageError */
export function refuseArguments(command: string, words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(
      `${command} takes no words (${words.join(' ').slice(0, 80)}). All options: patchbay help ${command}.`,
    );
}

/** Reads an integer in a range. @throws UsageError with the reason if it is not one. */
export function readNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`--${name} must be an integer from ${min} to ${max}.`);
  return value;
}

/** Reads one of the values that an option accepts. @throws UsageError that lists them. */
export function readChoice<const T extends string>(name: string, word: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === word);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${name} is one of ${choices.join(', ')}.${didYouMean(word, choices)}`);
}
