import { formatCount } from '#shared/format.ts';
import { didYouMean } from '../did-you-mean.ts';
import { commandSpec, commandSpecs } from '../specs/index.ts';
import type { CommandSpec, HelpSection, OptionSpec } from '../specs/spec.ts';
import { UsageError } from '../usage-error.ts';
import { type HelpPage, layOut } from './help-layout.ts';
import { helpTopics } from './help-topics.ts';

/** Longer lists of values are left to the completion. */
const mostChoices = 8;

/**
 * Returns the help on a command or a topic, or the overview for an empty one, wrapped at `columns`.
 *
 * @throws UsageError for anything else.
 */
export function helpOn(topic: string, columns: number): string {
  if (topic === '') return layOut(overview, columns);
  const spec = commandSpec(topic);
  if (spec) return layOut(pageOf(spec), columns);
  const page = Object.hasOwn(helpTopics, topic) ? helpTopics[topic] : undefined;
  if (page) return layOut(page, columns);
  const known = [...Object.keys(commandSpecs), ...Object.keys(helpTopics)];
  throw new UsageError(`No help topic "${topic}".${didYouMean(topic, known)}`, 'List the topics: patchbay help');
}

const entries: [name: string, spec: CommandSpec][] = Object.entries(commandSpecs);
const groups = [...new Set(entries.map(([, { group }]) => group))];

const overview: HelpPage = {
  lead: ['Try, inspect and check AI model gateways.'],
  usage: ['<command> [options]'],
  examples: ['patchbay chat --demo "Hello"', 'patchbay check --base-url https://gateway.example --level cheap'],
  sections: [
    ...groups.map((group) => ({
      title: group.toUpperCase(),
      rows: entries.filter(([, spec]) => spec.group === group).map(([name, { summary }]) => [name, summary] as const),
    })),
    { title: 'TOPICS', rows: Object.entries(helpTopics).map(([name, { summary }]) => [name, summary] as const) },
    {
      title: 'LEARN MORE',
      rows: ['Use "patchbay help <command>" or "patchbay help <topic>". "patchbay --version" prints the version.'],
    },
  ],
};

function pageOf({ summary, about, usage, examples, subcommands = {}, options, sections = [] }: CommandSpec): HelpPage {
  const rows = Object.entries(options);
  const titles = [...new Set(rows.map(([, { group = 'OPTIONS' }]) => group))];
  const topics = [...('base-url' in options ? ['gateway'] : []), 'exit-codes', ...('json' in options ? ['json'] : [])];
  return {
    lead: [`${summary}.`, ...(about === undefined ? [] : [about])],
    usage,
    examples,
    sections: [
      { title: 'COMMANDS', rows: Object.values(subcommands).map((one) => [one.usage, one.text]) },
      ...titles.map(
        (title): HelpSection => ({
          title,
          rows: rows
            .filter(([, { group = 'OPTIONS' }]) => group === title)
            .map(([name, spec]) => optionRow(name, spec)),
        }),
      ),
      ...sections,
      {
        title: 'LEARN MORE',
        rows: topics.map((topic) => [`patchbay help ${topic}`, helpTopics[topic]?.summary ?? '']),
      },
    ],
  };
}

function optionRow(name: string, spec: OptionSpec) {
  const { short, value } = spec;
  const { text, without } = optionText(spec);
  const term = `${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`;
  return [term, `${text}${without === undefined ? '' : ` (default: ${without})`}`] as const;
}

/** Returns what an option does, with the values it accepts, and what applies without it. */
export function optionText({ text, choices = [], default: preset, unset }: OptionSpec) {
  const listed = choices.length > 0 && choices.length <= mostChoices ? `: ${choices.join(', ')}` : '';
  return { text: `${text}${listed}`, without: typeof preset === 'number' ? formatCount(preset) : (preset ?? unset) };
}
