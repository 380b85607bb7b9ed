import { optionText } from '../../electron/cli/output/help.ts';
import { helpTopics } from '../../electron/cli/output/help-topics.ts';
import { commandSpecs } from '../../electron/cli/specs/index.ts';
import { type CommandSpec, gatewayOptions, type HelpSection, type OptionSpec } from '../../electron/cli/specs/spec.ts';
import { markdownTable } from '../markdown-table.ts';

const specs: [name: string, spec: CommandSpec][] = Object.entries(commandSpecs);

/** The groups of options that most commands share: they have a section of their own. */
const sharedGroups = ['GATEWAY', 'KEY'];

/** The topics of the help that belong on this page: their heading, and what the terms of their tables are. */
const topics = {
  gateway: { title: 'Gateway and key', head: 'source' },
  environment: { title: 'Environment variables', head: 'variable' },
  'exit-codes': { title: 'Exit statuses', head: 'exit status' },
};

/** The expected content of `docs/guide/commands.md`: what `patchbay help` prints, as one page. */
export function commandsPage(): string {
  const sections = [
    ['# Commands'],
    prose(
      'All commands with their options, values and defaults: the content of "patchbay help <command>". ' +
        'For tasks, see [terminal](terminal.md).',
    ),
    markdownTable(
      ['command', 'what it does'],
      ...specs.map(([name, { summary }]) => [`[\`${name}\`](#${name})`, summary]),
    ),
    ...specs.flatMap(([name, spec]) => commandSection(name, spec)),
    ...Object.entries(topics).flatMap(([name, { title, head }]) => topicSection(name, title, head)),
    prose('This page is generated from the program: "npm run terminal-pages".'),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function commandSection(name: string, spec: CommandSpec): string[][] {
  const { summary, about, usage, examples, subcommands = {}, options, sections = [] } = spec;
  const all: [string, OptionSpec][] = Object.entries(options);
  const groups = Map.groupBy(all, ([, { group = 'OPTIONS' }]) => group);
  const verbs = Object.values(subcommands).map((one) => [`\`${one.usage}\``, one.text]);
  return [
    [`## ${name}`],
    prose([`${summary}.`, about].filter(Boolean).join(' ')),
    usage.map((line) => `Usage: \`patchbay ${line}\``),
    ['```', ...examples, '```'],
    ...(verbs.length > 0 ? [markdownTable(['command', 'what it does'], ...verbs)] : []),
    ...[...groups].flatMap(([group, entries]) => {
      if (name !== 'demo' && sharedGroups.includes(group)) return [];
      const isFirst = group === 'OPTIONS' && entries[0] === all[0];
      return [...(isFirst ? [] : [[`${sentenceCase(group)}:`]]), optionTable(entries)];
    }),
    ...('scenario' in options && name !== 'demo'
      ? [['Options for the gateway and the key: [gateway and key](#gateway-and-key).']]
      : []),
    ...sections.flatMap((section) => helpSection(section, 'level')),
  ];
}

function topicSection(name: string, title: string, head: string): string[][] {
  const topic = helpTopics[name];
  if (!topic) throw new Error(`there is no help topic ${name}`);
  const { lead, examples = [], sections } = topic;
  const code = examples.length > 0 ? [['```', ...examples, '```']] : [];
  const options = name === 'gateway' ? [optionTable(Object.entries(gatewayOptions))] : [];
  const [only] = sections;
  const isTable = sections.length === 1 && only?.rows.every((row) => typeof row !== 'string');
  return [
    [`## ${title}`],
    ...lead.map(prose),
    ...code,
    ...options,
    ...(isTable && only ? [rowTable(only, head)] : sections.flatMap((section) => helpSection(section, head))),
  ];
}

const optionTable = (entries: readonly [string, OptionSpec][]): string[] =>
  markdownTable(
    ['option', 'what it does', 'default'],
    ...entries.map(([name, spec]) => {
      const { short, value } = spec;
      const { text, without = '' } = optionText(spec);
      const term = `\`--${name}${value === undefined ? '' : ` ${value}`}\``;
      return [`${short ? `\`-${short}\`, ` : ''}${term}`, inline(text), inline(without)];
    }),
  );

/** A section of the help: its terms as a table, its paragraphs as text, and JSON as a block. */
function helpSection(section: HelpSection, head: string): string[][] {
  const terms = section.rows.filter((row) => typeof row !== 'string');
  const paragraphs = section.rows.filter((row) => typeof row === 'string');
  return [
    [`### ${sentenceCase(section.title)}`],
    ...(terms.length > 0 ? [rowTable({ rows: terms }, head)] : []),
    ...paragraphs.map((text) => (text.startsWith('{') ? jsonBlock(text) : prose(text))),
  ];
}

/** A list of one word stays on its line. */
const jsonBlock = (text: string): string[] => {
  const laidOut = JSON.stringify(JSON.parse(text), null, 2).replace(/\[\s+("[^"]*")\s+\]/g, '[$1]');
  return ['```json', ...laidOut.split('\n'), '```'];
};

const rowTable = ({ rows }: Pick<HelpSection, 'rows'>, head: string): string[] =>
  markdownTable(
    [head, 'meaning'],
    ...rows.flatMap((row) => (typeof row === 'string' ? [] : [[termText(row[0]), inline(row[1])]])),
  );

/** Names are code; the exit statuses and the word for everything else are not. */
const termText = (term: string): string =>
  /^ *\d|^otherwise$/.test(term) ? term.trim().replace(' ', ', ') : `\`${term.replaceAll(', ', '`, `')}\``;

const sentenceCase = (title: string): string => `${title[0]}${title.slice(1).toLowerCase()}`;

/** Marks options with their values, command lines and a lone hyphen in a text as code. */
const inline = (text: string): string =>
  text
    .replace(/"((?:patchbay|npm) [^"]+)"/g, '`$1`')
    .replace(/(?<![\w`-])--[a-z][\w-]*(?: (?:[A-Z]{2,}(?:\.json)?|\/[\w/]+|auto|custom)(?![\w-]))?/g, '`$&`')
    .replace(/(?<=word |; |, )-(?= )/g, '`-`');

/** Wraps a paragraph, so that a change is a small difference. */
function prose(text: string): string[] {
  const lines: string[] = [];
  for (const word of inline(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 120) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
