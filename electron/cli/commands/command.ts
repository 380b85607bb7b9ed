import { didYouMean } from '../did-you-mean.ts';
import { readOptions, type Values } from '../input/options.ts';
import type { Terminal } from '../output/terminal.ts';
import type { OptionSpecs } from '../specs/spec.ts';
import { UsageError } from '../usage-error.ts';

/** What every command gets besides its arguments. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Folder of the program: contains `package.json` and `dist`. */
  root: string;
  stdin: NodeJS.ReadStream;
  /** Where questions to the user are shown. */
  stderr: NodeJS.WriteStream;
  openTerminal(options?: { raw?: boolean | undefined; quiet?: boolean | undefined }): Terminal;
}

/** A command. It returns the exit status; a `UsageError` or `AppError` that it throws is reported by the program. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

/** One command line of a command that has commands of its own, after its verb. */
export interface VerbLine<Options extends OptionSpecs> {
  words: string[];
  values: Values<Options>;
  surroundings: Surroundings;
  terminal: Terminal;
}

/** What the verbs of a command do, and which of its options each has: all of them if that is not stated. */
export type Verbs<Options extends OptionSpecs, Line = VerbLine<Options>> = Readonly<
  Record<string, { options?: readonly (keyof Options & string)[]; work: (line: Line) => Promise<number> }>
>;

/**
 * Reads the arguments of `patchbay <command> <verb>`.
 *
 * @throws UsageError for no verb, an unknown one, and an option that the verb does not have.
 */
export function readVerb<const Options extends OptionSpecs, Line>(
  command: string,
  options: Options,
  verbs: Verbs<Options, Line>,
  args: readonly string[],
  surroundings: Surroundings,
): { verb: string; work: (line: Line) => Promise<number>; line: VerbLine<Options> } {
  const { values, positionals } = readOptions(args, options);
  const [verb = '', ...words] = positionals;
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const help = `Help: patchbay help ${command}`;
  if (!known) {
    const all = Object.keys(verbs);
    throw new UsageError(
      verb === ''
        ? `Missing command: ${all.join(', ')}.`
        : `Unknown command "${command} ${verb}".${didYouMean(verb, all)}`,
      help,
    );
  }
  const other = Object.entries(values).find(
    ([name, value]) => value !== undefined && known.options?.includes(name) === false,
  );
  if (other) throw new UsageError(`${command} ${verb} has no option --${other[0]}.`, help);
  return { verb, work: known.work, line: { words, values, surroundings, terminal: surroundings.openTerminal(values) } };
}
