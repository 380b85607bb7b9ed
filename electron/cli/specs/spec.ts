import { nativeKeyChoices } from '#shared/contract/connections.ts';
import { mediaOrigins } from '#shared/protocol/gateway-details.ts';

/** What a shell offers where a value is typed, besides the listed choices. */
export type Offer =
  | 'connection'
  | 'file'
  | 'key'
  | 'model'
  | 'prompt'
  | 'route'
  | 'scenario'
  | 'task'
  | 'topic'
  | 'variable';

/** One option of a command: what the parser accepts, the help shows and a shell completes. */
export interface OptionSpec {
  /** Section of the help; `OPTIONS` if absent. */
  group?: string;
  short?: string;
  /** Name of its value in the help. An option without one is a switch. */
  value?: string;
  /** It may be given several times. */
  multiple?: true;
  /** Its value is a list, separated by commas. */
  isList?: true;
  /** The only accepted values. */
  choices?: readonly string[];
  /** The value is an integer in this range. */
  integer?: readonly [min: number, max: number];
  default?: string | number;
  /** What applies without the option, where that is not one value. */
  unset?: string;
  offers?: Offer;
  /** One line, without a full stop. */
  text: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** A heading of the help with its rows: a term and what it means, or one paragraph. */
export interface HelpSection {
  title: string;
  rows: readonly (readonly [term: string, text: string] | string)[];
}

export interface CommandSpec {
  /** Section of the overview. */
  group: 'Try' | 'Inspect' | 'Data' | 'Setup';
  /** One line of the overview, without a full stop. */
  summary: string;
  /** What follows `patchbay`. */
  usage: readonly string[];
  /** What the summary leaves out. */
  about?: string;
  /** Command lines that can be pasted. */
  examples: readonly string[];
  /** The first argument selects one of these. */
  subcommands?: Readonly<Record<string, { usage: string; text: string; offers?: Offer }>>;
  /** The values of the first argument. */
  argument?: { choices?: readonly string[]; offers?: Offer };
  options: OptionSpecs;
  sections?: readonly HelpSection[];
}

/** Where a gateway differs from most, under a heading of the help. */
export const differencesIn = <Group extends string>(group: Group, unset: string) =>
  ({
    prefix: {
      group,
      value: 'PATH',
      unset: 'as in the base URL',
      text: 'What routes add to the base URL, such as /v4; / for nothing',
    },
    'native-prefix': { group, value: 'PATH', unset: '/v1beta', text: 'What native routes add to the base URL' },
    'route-path': {
      group,
      value: 'ROUTE=PATH',
      multiple: true,
      text: 'Another path of one route, such as rerank=/v2/rerank; an empty one removes it',
    },
    'key-header': {
      group,
      value: 'NAME',
      unset: 'bearer',
      text: 'Header of the key: api-key, x-api-key or another, with a prefix as "X-Auth: Token"',
    },
    'native-key-style': {
      group,
      value: 'STYLE',
      choices: nativeKeyChoices,
      unset,
      text: 'How native routes receive the key',
    },
    'reasoning-tags': {
      group,
      value: '"OPEN CLOSE"',
      multiple: true,
      text: 'Tags around reasoning in replies, such as "<thought> </thought>"',
    },
    'media-origins': {
      group,
      value: 'WHICH',
      choices: mediaOrigins,
      unset: 'public',
      text: 'From where images and videos may be downloaded; any includes plain HTTP and private networks',
    },
  }) as const satisfies OptionSpecs;

/** The gateway and its key: the same for every command that talks to a gateway. */
export const gatewayOptions = {
  demo: { group: 'GATEWAY', text: 'Use the built-in demo gateway' },
  scenario: { group: 'GATEWAY', value: 'NAME', offers: 'scenario', text: 'Make the demo gateway simulate a failure' },
  'base-url': { group: 'GATEWAY', value: 'URL', text: 'Use this gateway for one command, without saving it' },
  connection: {
    group: 'GATEWAY',
    value: 'NAME',
    offers: 'connection',
    unset: 'the default one',
    text: 'Use a saved connection',
  },
  'allow-insecure': { group: 'GATEWAY', text: 'Send the key over plain HTTP to another computer' },
  ...differencesIn('GATEWAY', 'as saved'),
  'key-name': { group: 'KEY', value: 'NAME', offers: 'key', text: 'Use this saved key of the connection' },
  'key-file': { group: 'KEY', value: 'FILE', offers: 'file', text: 'Read the key from a file that only you can read' },
  'key-env': {
    group: 'KEY',
    value: 'NAME',
    offers: 'variable',
    unset: 'PATCHBAY_API_KEY',
    text: 'Read the key from another environment variable',
  },
} as const satisfies OptionSpecs;

/** What a command shows and saves of its traffic. */
export const wireOptions = {
  verbose: { group: 'WIRE', short: 'v', text: 'Print request and response headers on stderr' },
  'no-history': { group: 'WIRE', text: 'Do not add requests to an unsaved gateway to the history of Wire' },
  har: { group: 'WIRE', value: 'FILE', offers: 'file', text: 'Save all requests of the command in a HAR file' },
} as const satisfies OptionSpecs;

/** Shows a request instead of sending it. */
export const previewOptions = {
  'dry-run': { group: 'WIRE', text: 'Print the request that would be sent, and send nothing' },
  curl: { group: 'WIRE', text: 'Print the request as a cURL command, and send nothing' },
} as const satisfies OptionSpecs;

export const jsonOption = {
  json: { group: 'OUTPUT', text: 'Print one JSON object per line' },
} as const satisfies OptionSpecs;

export const quietOption = {
  quiet: { group: 'OUTPUT', short: 'q', text: 'Print only warnings and failures on stderr' },
} as const satisfies OptionSpecs;

export const rawOption = {
  raw: { group: 'OUTPUT', text: 'Print control characters unchanged' },
} as const satisfies OptionSpecs;

export const forceOption = {
  force: { group: 'OUTPUT', text: 'Replace FILE if it exists' },
} as const satisfies OptionSpecs;

export const outOptions = {
  out: { group: 'OUTPUT', short: 'o', value: 'FILE', offers: 'file', text: 'Write the result to FILE; - is stdout' },
  ...forceOption,
} as const satisfies OptionSpecs;
