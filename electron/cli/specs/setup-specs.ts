import { connectionColours, nativeKeyChoices } from '#shared/contract/connections.ts';
import { routes } from '#shared/protocol/table.ts';
import { type CommandSpec, jsonOption, type OptionSpecs } from './spec.ts';

const optionalRoutes = Object.values(routes).flatMap(({ id, optIn }) => (optIn ? [id] : []));

const yes = { short: 'y', text: 'Delete without asking' } as const;

export const connectionsOptions = {
  'base-url': { group: 'ADD, SET', value: 'URL', text: 'Base URL of the gateway, with or without /v1' },
  name: { group: 'ADD, SET', value: 'NAME', text: 'Rename the connection (set only)' },
  header: {
    group: 'ADD, SET',
    value: '"NAME: VALUE"',
    multiple: true,
    offers: 'file',
    text: 'Send this header with every request; @FILE reads one header per line, an empty value removes one',
  },
  'native-key-style': {
    group: 'ADD, SET',
    value: 'STYLE',
    choices: nativeKeyChoices,
    unset: 'auto',
    text: 'How native routes receive the key',
  },
  environment: {
    group: 'ADD, SET',
    value: 'NAME',
    choices: connectionColours,
    unset: 'none',
    text: 'Mark as development, staging or production',
  },
  routes: {
    group: 'ADD, SET',
    value: 'LIST',
    isList: true,
    choices: optionalRoutes,
    offers: 'route',
    unset: 'none',
    text: 'Optional routes that the gateway has',
  },
  proxy: { group: 'ADD, SET', value: 'URL', unset: 'system', text: 'Proxy to use; system or none' },
  'ca-file': { group: 'ADD, SET', value: 'FILE', offers: 'file', text: 'Also trust the certificates of this PEM file' },
  retries: { group: 'ADD, SET', value: 'N', integer: [0, 5], unset: '0', text: 'Retry temporary errors this often' },
  'allow-insecure': { group: 'ADD, SET', text: 'Allow plain HTTP to another computer' },
  model: { group: 'USE', short: 'm', value: 'NAME', offers: 'model', text: 'Default model of the connection' },
  'no-model': { group: 'USE', text: 'Remove the default model of the connection' },
  yes,
  ...jsonOption,
} as const satisfies OptionSpecs;

export const connectionsSpec: CommandSpec = {
  group: 'Setup',
  summary: 'Save gateways, and select the default one',
  usage: ['connections <command> [options]'],
  about:
    'Connections are shared with the app. Commands use the default connection and its default model when their command ' +
    'line and the environment name none.',
  examples: [
    'patchbay connections add work --base-url https://gateway.example',
    'patchbay connections use work --model gpt-5',
    'patchbay connections set work --header "X-Team: search" --retries 2',
    'patchbay connections list',
  ],
  subcommands: {
    list: { usage: 'list', text: 'List the saved connections; * marks the default one' },
    add: { usage: 'add NAME --base-url URL', text: 'Save a new connection' },
    set: { usage: 'set NAME', text: 'Change the named settings of a connection', offers: 'connection' },
    show: { usage: 'show [NAME]', text: 'Show a connection with its settings and keys', offers: 'connection' },
    use: { usage: 'use NAME', text: 'Make it the default connection', offers: 'connection' },
    remove: { usage: 'remove NAME...', text: 'Delete connections with their keys', offers: 'connection' },
  },
  options: connectionsOptions,
  sections: [
    {
      title: 'SECRETS',
      rows: [
        'Keys are added with "patchbay keys add". A header whose value is a secret is read with --header @FILE, because ' +
          'other users can read command lines; it is stored with the connection, not in the system keychain.',
      ],
    },
  ],
};
