import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads the first argument of a command that has commands of its own.
 *
 * @throws UsageError for none, or an unknown one.
 */
export function readVerb<T>(
  command: string,
  [verb = '', ...words]: readonly string[],
  verbs: Readonly<Record<string, T>>,
): { verb: string; work: T; words: string[] } {
  const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (work) return { verb, work, words };
  const all = Object.keys(verbs);
  throw new UsageError(
    verb === ''
      ? `Missing command: ${all.join(', ')}.`
      : `Unknown command "${command} ${verb}".${didYouMean(verb, all)}`,
    `Help: patchbay help ${command}`,
  );
}

/** Rejects options that a command of a command does not have. @throws UsageError */
export function refuseOthers(command: string, values: object, own: readonly string[]): void {
  const other = Object.entries(values).find(([name, value]) => value !== undefined && !own.includes(name))?.[0];
  if (other === undefined) return;
  const hint = `Help: patchbay help ${command.split(' ', 1)[0]}`;
  throw new UsageError(`${command} has no option --${other}.`, hint);
}
