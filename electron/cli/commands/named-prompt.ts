import type { Client } from '#shared/contract/index.ts';
import type { Prompt } from '#shared/contract/prompts.ts';
import { fillVariables, variablesIn } from '#shared/variables.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import { didYouMean } from '../did-you-mean.ts';
import { readValue, type StandardInput } from '../input/read-input.ts';
import { UsageError } from '../usage-error.ts';
import { inSavedCore } from './saved-connections.ts';

/** `--prompt-name` and `--var`. */
interface NamedPromptOptions {
  'prompt-name'?: string | undefined;
  var?: readonly string[] | undefined;
}

/** Returns the stored prompt of this name. @throws UsageError that names a similar one. */
export async function findPrompt({ prompts }: Pick<Client, 'prompts'>, name: string): Promise<Prompt> {
  const found = await prompts.find({ name });
  if (found) return found;
  const names = (await prompts.list({ kind: 'prompt' })).map((prompt) => prompt.name);
  throw new UsageError(
    `There is no prompt named "${name}".${didYouMean(name, names)}`,
    'List the prompts: patchbay prompts list',
  );
}

/**
 * Returns the text of a prompt with its variables filled: from `--var`, then from the defaults.
 *
 * @param later variables that something else fills, such as the columns of a sheet.
 * @throws UsageError for a variable without a value, or a value without a variable.
 */
async function fillPrompt(
  { name, text, defaults }: Pick<Prompt, 'name' | 'text' | 'defaults'>,
  given: readonly string[],
  input: StandardInput,
  later: readonly string[] = [],
): Promise<string> {
  const variables = variablesIn([text]);
  const values: Record<string, string> = {};
  for (const word of given) {
    const at = word.indexOf('=');
    const variable = word.slice(0, Math.max(0, at));
    if (at <= 0)
      throw new UsageError(`--var "${word}" has no ${at === 0 ? 'name' : 'value'}. Write it like language=German.`);
    if (!variables.includes(variable))
      throw new UsageError(
        `The prompt "${name}" has no variable "${variable}".${didYouMean(variable, variables)}`,
        variables.length > 0 ? `Its variables: ${variables.join(', ')}` : 'It has none.',
      );
    values[variable] = await readValue(word.slice(at + 1), input);
  }
  const all = { ...withoutAny(defaults, later), ...values };
  const missing = variables.filter((variable) => !Object.hasOwn(all, variable) && !later.includes(variable));
  if (missing.length > 0)
    throw new UsageError(
      `The prompt "${name}" needs a value for ${missing.join(', ')}.`,
      `Add it: ${missing.map((variable) => `--var ${variable}=VALUE`).join(' ')}`,
    );
  return fillVariables(text, all);
}

/** Returns a record without some of its names. */
export const withoutAny = <Value>(
  all: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

/**
 * Returns the text of the prompt that the options name; empty without one.
 *
 * @param later variables that something else fills.
 * @throws UsageError for an unknown prompt, missing values, and values without a prompt.
 */
export async function readNamedPrompt(
  { 'prompt-name': name, var: given = [] }: NamedPromptOptions,
  version: string,
  input: StandardInput,
  later: readonly string[] = [],
): Promise<string> {
  if (name === undefined) {
    if (given.length > 0) throw new UsageError('--var gives values to a saved prompt: add --prompt-name NAME.');
    return '';
  }
  const prompt = await inSavedCore(
    version,
    ({ client }) => findPrompt(client, name),
    async () => createMemoryVault(),
  );
  return fillPrompt(prompt, given, input, later);
}
