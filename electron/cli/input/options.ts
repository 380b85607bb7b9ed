import { type ParseArgsConfig, parseArgs } from 'node:util';
import { formatCount } from '#shared/format.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { OptionSpec, OptionSpecs } from '../specs/spec.ts';
import { OptionError, UsageError, unknownRoute } from '../usage-error.ts';

type ItemOf<S extends OptionSpec> = S extends { integer: readonly number[] }
  ? number
  : S extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;
type ValueOf<S extends OptionSpec> = S extends { value: string }
  ? S extends { multiple: true } | { isList: true }
    ? ItemOf<S>[]
    : ItemOf<S>
  : boolean;

/** The options of a command line; those with a default are always there. */
export type Values<T extends OptionSpecs> = {
  -readonly [Name in keyof T as T[Name] extends { default: unknown } ? Name : never]: ValueOf<T[Name]>;
} & {
  -readonly [Name in keyof T as T[Name] extends { default: unknown } ? never : Name]?: ValueOf<T[Name]> | undefined;
};

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
 * @throws UsageError for an unknown option or value, and for every way to write a key on the command line. The message
 * never repeats what may be a secret.
 */
export function readOptions<const T extends OptionSpecs>(
  args: readonly string[],
  specs: T,
): { values: Values<T>; positionals: string[] } {
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (own.some(isKey))
    throw new UsageError(
      'A key on the command line can be read by every user of this computer. Set PATCHBAY_API_KEY, or use ' +
        '--key-env NAME or --key-file FILE.',
      'To send the key in the URL, use --native-key-style query, or --key-style query on a custom route.',
    );
  const { values, positionals } = parse(args, specs);
  const read = Object.entries(specs).flatMap(([name, spec]) => {
    const given = values[name];
    if (given === undefined) return spec.default === undefined ? [] : [[name, spec.default] as const];
    return [[name, readValue(name, spec, given)] as const];
  });
  return { values: Object.fromEntries(read) as Values<T>, positionals };
}

type Given = string | boolean | (string | boolean)[];

/** Splits the arguments. @throws OptionError for an unknown option, or one with a missing or needless value. */
function parse(args: readonly string[], specs: OptionSpecs) {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { value, short, multiple = false }] of Object.entries(specs))
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple, ...(short && { short }) };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true }) as {
      values: Record<string, Given | undefined>;
      positionals: string[];
    };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // Only the name is repeated: what follows it may be a secret.
    const [, option = ''] =
      /^Unknown option '(-[^' ]+)'|^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.filter(Boolean) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const known = Object.keys(specs).map((name) => `--${name}`);
      throw new OptionError(`Unknown option ${option}.${option.startsWith('--') ? didYouMean(option, known) : ''}`);
    }
    const needsValue = specs[option.slice(2)]?.value;
    throw new OptionError(
      needsValue ? `${option} needs a value: ${option} ${needsValue}.` : `${option} takes no value.`,
    );
  }
}

function readValue(name: string, spec: OptionSpec, given: Given): unknown {
  if (typeof given === 'boolean') return given;
  if (Array.isArray(given)) return given.map((one) => readItem(name, spec, String(one)));
  if (!spec.isList) return readItem(name, spec, given);
  const words = given.split(',').map((word) => word.trim());
  return words.filter((word) => word !== '').map((word) => readItem(name, spec, word));
}

function readItem(name: string, { choices, integer, offers }: OptionSpec, word: string): string | number {
  if (integer) {
    const [min, max] = integer;
    const value = /^\d+$/.test(word) ? Number(word) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`--${name} must be an integer from ${formatCount(min)} to ${formatCount(max)}.`);
  }
  // Both names of standard output mean the same.
  if (name === 'out' && word === '/dev/stdout') return '-';
  if (choices === undefined) return word;
  const choice = choices.find((one) => one.toLowerCase() === word.toLowerCase());
  if (choice !== undefined) return choice;
  if (offers === 'route') throw unknownRoute(word, choices, ` in --${name}`);
  throw new UsageError(`--${name} must be ${listed(choices)}.${didYouMean(word, choices)}`);
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Rejects positional arguments of a command that takes only options. @throws UsageError */
export function refuseArguments(command: string, words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(
      `Unexpected argument "${words.join(' ').slice(0, 80)}": ${command} takes only options.`,
      `Help: patchbay help ${command}`,
    );
}
