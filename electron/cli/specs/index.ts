import { checkSpec } from './check-spec.ts';
import { compareSpec } from './compare-spec.ts';
import { promptsSpec } from './prompts-spec.ts';
import { realtimeSpec } from './realtime-spec.ts';
import { chatSpec, runSpec } from './request-specs.ts';
import { connectionsSpec, keysSpec, pricesSpec } from './setup-specs.ts';
import {
  type CommandSpec,
  forceOption,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  quietOption,
  wireOptions,
} from './spec.ts';
import { tasksSpec } from './tasks-spec.ts';
import { wireSpec } from './wire-spec.ts';

const { scenario } = gatewayOptions;
const port = { value: 'N', integer: [0, 65_535], text: 'Port on 127.0.0.1' } as const;

export const routesOptions = {
  'base-url': gatewayOptions['base-url'],
  connection: { ...gatewayOptions.connection, unset: 'the usual paths' },
  prefix: gatewayOptions.prefix,
  'native-prefix': gatewayOptions['native-prefix'],
  'route-path': gatewayOptions['route-path'],
  ...jsonOption,
} as const satisfies OptionSpecs;

export const modelsOptions = {
  ...gatewayOptions,
  ...wireOptions,
  ...forceOption,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const backupOptions = {
  ...outOptions,
  out: { ...outOptions.out, text: 'File to write, a tar archive; - is stdout' },
  ...jsonOption,
} as const satisfies OptionSpecs;

export const restoreOptions = {
  yes: { short: 'y', text: 'Restore without asking' },
  ...jsonOption,
} as const satisfies OptionSpecs;

export const serveOptions = {
  port: { ...port, unset: 'any free port' },
  'no-open': { text: 'Do not open the browser' },
  ...jsonOption,
} as const satisfies OptionSpecs;

export const demoOptions = {
  port: { ...port, unset: 'any free port' },
  pace: { value: 'N', integer: [0, 100_000], text: 'Tokens per second; 0 is as fast as possible' },
  scenario: { ...scenario, group: 'OPTIONS', text: 'Simulate a failure' },
  scenarios: { text: 'List the simulated failures and exit' },
  ...jsonOption,
} as const satisfies OptionSpecs;

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Every command, in the order of the overview. */
export const commandSpecs = {
  chat: chatSpec,
  run: runSpec,
  compare: compareSpec,
  realtime: realtimeSpec,
  tasks: tasksSpec,
  serve: {
    group: 'Try',
    summary: 'Open the app in your browser',
    usage: ['serve [options]'],
    about:
      'Listens on 127.0.0.1 only and prints its link when it is ready. The link is valid until the program ends; keep it ' +
      'private. Ctrl-C stops it with exit status 0.',
    examples: ['patchbay serve', 'ssh -L 8123:127.0.0.1:8123 you@that-computer patchbay serve --port 8123 --no-open'],
    options: serveOptions,
    sections: [
      {
        title: 'REMOTE COMPUTER',
        rows: [
          'Forward the same port, as in the second example, and open the printed link here. Keys are stored in the ' +
            'system keychain of that computer; without one, until the program ends.',
        ],
      },
    ],
  },
  demo: {
    group: 'Try',
    summary: 'Run the demo gateway for any client',
    usage: ['demo [options]'],
    about: 'Prints its address and key when it is ready. Ctrl-C stops it with exit status 0.',
    examples: ['patchbay demo --port 8799', 'patchbay demo --scenarios'],
    options: demoOptions,
  },
  check: checkSpec,
  wire: wireSpec,
  models: {
    group: 'Inspect',
    summary: 'List the models of a gateway',
    usage: ['models [words...] [options]'],
    about:
      'Requests /v1/models and /v1beta/models, and shows what each model is listed for, with its price. Words show only ' +
      'the models whose names contain them.',
    examples: [
      'patchbay models embed --demo',
      'patchbay models --base-url https://gateway.example',
      'patchbay models --demo --json',
    ],
    options: modelsOptions,
  },
  routes: {
    group: 'Inspect',
    summary: 'List the routes that run accepts',
    usage: ['routes [options]'],
    about:
      'Shows ID, method, path and family of each route, and the words that run takes for it. With a gateway, shows the ' +
      'full URL of each route there.',
    examples: [
      'patchbay routes',
      'patchbay routes --connection work',
      'patchbay routes --base-url https://gateway.example/v4',
    ],
    options: routesOptions,
  },
  prompts: promptsSpec,
  backup: {
    group: 'Data',
    summary: 'Write all data, without keys, to one file',
    usage: ['backup --out FILE [options]'],
    about: 'Contains connections, conversations, requests, files and settings. Patchbay may be running.',
    examples: ['patchbay backup --out patchbay.tar'],
    options: backupOptions,
  },
  restore: {
    group: 'Data',
    summary: 'Replace all data with a backup',
    usage: ['restore FILE [options]'],
    about:
      'Verifies the backup first, asks for confirmation, and keeps the old data beside the new. While Patchbay is running, ' +
      'the backup is restored by the first start after it was quit.',
    examples: ['patchbay restore patchbay.tar'],
    argument: { offers: 'file' },
    options: restoreOptions,
  },
  connections: connectionsSpec,
  keys: keysSpec,
  prices: pricesSpec,
  completion: {
    group: 'Setup',
    summary: 'Print a completion script for your shell',
    usage: [`completion ${shells.join('|')}`],
    about:
      'Completes commands, options, their values, and the names of your connections, keys, models and tasks, without a ' +
      'request to a gateway. Add the line for your shell to ~/.bashrc or ~/.zshrc; fish reads the file by itself.',
    examples: [
      'eval "$(patchbay completion bash)"',
      'eval "$(patchbay completion zsh)"',
      'patchbay completion fish > ~/.config/fish/completions/patchbay.fish',
    ],
    argument: { choices: shells },
    options: {},
  },
  help: {
    group: 'Setup',
    summary: 'Show help for a command or a topic',
    usage: ['help [command | topic]'],
    examples: ['patchbay help check', 'patchbay help exit-codes'],
    argument: { offers: 'topic' },
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof commandSpecs;

/** Returns a command by its name; `null` for any other word. */
export const commandSpec = (name: string): CommandSpec | null =>
  Object.hasOwn(commandSpecs, name) ? commandSpecs[name as CommandName] : null;
