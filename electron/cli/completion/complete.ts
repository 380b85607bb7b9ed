import { routes } from '#shared/protocol/table.ts';
import { promptShapes } from '../input/prompt-shapes.ts';
import { commandSpec, commandSpecs } from '../specs/index.ts';
import type { CommandSpec, Offer, OptionSpec } from '../specs/spec.ts';

/** A word that may follow, with what it means. */
export interface Candidate {
  word: string;
  about?: string;
}

export interface Completion {
  candidates: Candidate[];
  /** The shell may offer file names. */
  files: boolean;
}

/** What is known on this computer. Nothing is requested from a gateway. */
export interface Known {
  connections: readonly { name: string; baseAddress: string; keys: readonly string[]; models: readonly string[] }[];
  tasks: readonly { id: string; prompt: string }[];
  prompts: readonly string[];
  topics: readonly Candidate[];
  variables: readonly string[];
  /** Loads the faults of the demo gateway, which take a moment. */
  scenarios(): Promise<Candidate[]>;
}

/**
 * Completes a command line.
 *
 * @param words what follows `patchbay`; the last one is being typed.
 */
export async function complete(words: readonly string[], known: Known): Promise<Completion> {
  const [name = '', ...rest] = words;
  if (rest.length === 0) return matching(name, { candidates: [...commands, ...globalOptions], files: false });
  const spec = commandSpec(name);
  const typed = rest.at(-1) ?? '';
  const before = rest.slice(0, -1);
  if (!spec) return nothing;
  if (before.includes('--')) return nothing;

  const [, option, start] = /^(--[\w-]+)(=)/.exec(typed) ?? [];
  const awaiting = optionOf(spec, start === undefined ? before.at(-1) : option);
  if (awaiting?.value !== undefined) {
    const head = start === undefined ? '' : `${option}=`;
    const list = awaiting.isList ? typed.slice(head.length, typed.lastIndexOf(',') + 1) : '';
    const taken = new Set(list.split(','));
    const { candidates, files } = await valuesOf(awaiting, selection(spec, before), known);
    const left = candidates.filter(({ word }) => !taken.has(word));
    return matching(typed, { candidates: left.map((one) => ({ ...one, word: `${head}${list}${one.word}` })), files });
  }
  if (typed.startsWith('-')) return matching(typed, { candidates: optionsLeft(spec, before), files: false });
  return matching(typed, await argumentsOf(spec, before, known));
}

const nothing: Completion = { candidates: [], files: false };
const globalOptions: Candidate[] = [
  { word: '--help', about: 'Show the commands' },
  { word: '--version', about: 'Print the version' },
];
const commands: Candidate[] = Object.entries(commandSpecs).map(([word, { summary }]) => ({ word, about: summary }));

const matching = (typed: string, { candidates, files }: Completion): Completion => ({
  candidates: candidates.filter(({ word }) => word.startsWith(typed) && (typed !== '' || !word.startsWith('-'))),
  files,
});

function optionOf({ options }: CommandSpec, word = ''): OptionSpec | undefined {
  if (word.startsWith('--')) return Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined;
  return /^-\w$/.test(word) ? Object.values(options).find(({ short }) => short === word[1]) : undefined;
}

function optionsLeft({ options }: CommandSpec, before: readonly string[]): Candidate[] {
  const own = Object.entries(options)
    .filter(([name, { short, multiple }]) => multiple || !before.some((word) => isOption(word, name, short)))
    .map(([name, { text }]) => ({ word: `--${name}`, about: text }));
  return [...own, { word: '--help', about: 'Show help for the command' }];
}

const isOption = (word: string, name: string, short: string | undefined): boolean =>
  word === `--${name}` || word.startsWith(`--${name}=`) || (short !== undefined && word === `-${short}`);

/** Returns the words that select a connection, which some commands take as an argument. */
function selection({ subcommands }: CommandSpec, before: readonly string[]): readonly string[] {
  const [verb = '', name] = before;
  return subcommands?.[verb]?.offers === 'connection' && name !== undefined ? ['--connection', name] : before;
}

/** Returns what may be typed as the next argument that is not an option. */
async function argumentsOf(spec: CommandSpec, before: readonly string[], known: Known): Promise<Completion> {
  const given = before.filter((word, at) => {
    const isValue = at > 0 && optionOf(spec, before[at - 1])?.value !== undefined;
    return !word.startsWith('-') && !isValue;
  });
  const { subcommands, argument } = spec;
  const [first] = given;
  if (first === undefined && subcommands)
    return { candidates: Object.entries(subcommands).map(([word, { text }]) => ({ word, about: text })), files: false };
  const sub = first === undefined ? undefined : subcommands?.[first];
  const offered = sub ?? (first === undefined ? argument : undefined);
  // A file is an argument of routes that take one.
  if (!offered) return { ...nothing, files: first !== undefined && spec.argument?.offers === 'route' };
  return valuesOf(offered, before, known);
}

async function valuesOf(
  { choices, offers }: { choices?: readonly string[]; offers?: Offer },
  before: readonly string[],
  known: Known,
): Promise<Completion> {
  if (offers === 'file') return { candidates: [], files: true };
  if (choices && offers !== 'route') return { candidates: choices.map((word) => ({ word })), files: false };
  return { candidates: offers === undefined ? [] : await offered(offers, before, known), files: false };
}

async function offered(offer: Exclude<Offer, 'file'>, before: readonly string[], known: Known): Promise<Candidate[]> {
  const words = (list: Iterable<string>) => [...new Set(list)].map((word) => ({ word }));
  switch (offer) {
    case 'connection':
      return known.connections.map(({ name, baseAddress }) => ({ word: name, about: baseAddress }));
    case 'key':
      return words(selected(before, known).flatMap(({ keys }) => keys));
    case 'model':
      if (before.includes('--demo'))
        return words(Object.values(promptShapes).flatMap((shape) => shape.demoModel ?? []));
      return words(selected(before, known).flatMap(({ models }) => models));
    case 'prompt':
      return words(known.prompts);
    case 'route':
      return Object.values(routes).map(({ id, method, path }) => ({ word: id, about: `${method} ${path}` }));
    case 'scenario':
      return known.scenarios();
    case 'task':
      return known.tasks.map(({ id, prompt }) => ({ word: id, about: prompt.replace(/\s+/g, ' ').slice(0, 60) }));
    case 'topic':
      return [...commands, ...known.topics];
    case 'variable':
      return words(known.variables.filter((name) => /KEY|TOKEN/i.test(name)));
  }
}

/** Returns the connections that the command line selects so far. */
function selected(before: readonly string[], { connections }: Known): Known['connections'] {
  const given = (option: string) => {
    const at = before.findIndex((word) => word === option || word.startsWith(`${option}=`));
    return before[at]?.includes('=') ? before[at].slice(option.length + 1) : at < 0 ? undefined : before[at + 1];
  };
  const name = given('--connection')?.toLowerCase();
  const address = given('--base-url')?.replace(/(?<!\/)\/+(?:v1\/*)?$/, '');
  if (name !== undefined) return connections.filter((one) => one.name.toLowerCase() === name);
  if (address !== undefined) return connections.filter((one) => one.baseAddress.startsWith(address));
  return connections;
}
