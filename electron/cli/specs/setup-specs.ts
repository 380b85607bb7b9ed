import { connectionColours } from '#shared/contract/connections.ts';
import { rateNames } from '#shared/cost/price.ts';
import { routes } from '#shared/protocol/table.ts';
import {
  type CommandSpec,
  differencesIn,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  quietOption,
} from './spec.ts';

const optionalRoutes = Object.values(routes).flatMap(({ id, optIn }) => (optIn ? [id] : []));

const keySource = {
  'key-file': { ...gatewayOptions['key-file'], group: 'KEY SOURCE' },
  'key-env': {
    group: 'KEY SOURCE',
    value: 'NAME',
    offers: 'variable',
    text: 'Read the key from an environment variable',
  },
} as const satisfies OptionSpecs;

const yes = { short: 'y', text: 'Delete without asking' } as const;

export const connectionsOptions = {
  'base-url': {
    group: 'ADD, SET',
    value: 'URL',
    text: 'Base URL of the gateway, with or without its version, or a whole route',
  },
  name: { group: 'ADD, SET', value: 'NAME', text: 'Rename the connection (set only)' },
  header: {
    group: 'ADD, SET',
    value: '"NAME: VALUE"',
    multiple: true,
    offers: 'file',
    text: 'Send this header with every request; @FILE reads one header per line, an empty value removes one',
  },
  ...differencesIn('ADD, SET', 'auto'),
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
  model: {
    group: 'USE',
    short: 'm',
    value: 'NAME',
    multiple: true,
    offers: 'model',
    text: 'Default model of the connection; ROUTE=NAME for one route, such as embeddings=NAME',
  },
  'no-model': { group: 'USE', text: 'Remove the default models of the connection' },
  'passphrase-file': {
    group: 'EXPORT, IMPORT',
    value: 'FILE',
    offers: 'file',
    text: 'Include the keys, encrypted with the passphrase in this file',
  },
  'passphrase-env': {
    group: 'EXPORT, IMPORT',
    value: 'NAME',
    offers: 'variable',
    text: 'Include the keys, encrypted with the passphrase in this environment variable',
  },
  'with-proxy': { group: 'IMPORT', text: 'Accept the proxies in the file, through which requests are sent' },
  'with-ca': { group: 'IMPORT', text: 'Accept the certificate authorities in the file' },
  'with-media': { group: 'IMPORT', text: 'Accept media from plain HTTP and private networks' },
  'with-key-in-url': { group: 'IMPORT', text: 'Accept that native routes get the key in the URL' },
  ...keySource,
  yes,
  ...outOptions,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const connectionsSpec: CommandSpec = {
  group: 'Setup',
  summary: 'Save gateways, and select the default one',
  usage: ['connections <command> [options]'],
  about:
    'Connections are shared with the app. Commands use the default connection and its default model when their command ' +
    'line and the environment name none. The first connection is the default until another one is. On a route that ' +
    'the default model does not fit, the best one of the last model list is used.',
  examples: [
    'patchbay connections add work --base-url https://gateway.example',
    'patchbay connections use work --model gpt-5 --model embeddings=text-embedding-3-small',
    'patchbay connections set work --header "X-Team: search" --retries 2',
    'patchbay connections test work',
    'patchbay connections export work --out work.patchbay',
  ],
  subcommands: {
    list: { usage: 'list', text: 'List the saved connections; * marks the default one' },
    add: { usage: 'add NAME --base-url URL', text: 'Save a new connection' },
    set: { usage: 'set NAME', text: 'Change the named settings of a connection', offers: 'connection' },
    show: { usage: 'show [NAME]', text: 'Show a connection with its settings and keys', offers: 'connection' },
    use: { usage: 'use NAME', text: 'Make it the default connection', offers: 'connection' },
    remove: { usage: 'remove NAME...', text: 'Delete connections with their keys', offers: 'connection' },
    test: { usage: 'test [NAME]', text: 'List the models, to test address and key', offers: 'connection' },
    export: { usage: 'export [NAME...] --out FILE', text: 'Write connections to a file', offers: 'connection' },
    import: { usage: 'import FILE [NAME...]', text: 'Add the connections of a file', offers: 'file' },
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

/** `keys balance` also asks for a key that is not saved. */
const unsavedGateway = {
  'base-url': { ...gatewayOptions['base-url'], group: 'BALANCE' },
  prefix: { ...gatewayOptions.prefix, group: 'BALANCE' },
  'key-header': { ...gatewayOptions['key-header'], group: 'BALANCE' },
  'allow-insecure': { ...gatewayOptions['allow-insecure'], group: 'BALANCE' },
} as const satisfies OptionSpecs;

export const keysOptions = {
  connection: { ...gatewayOptions.connection, group: 'OPTIONS', text: 'Connection of the key' },
  replace: { text: 'Replace the key if there is one of this name (add only)' },
  ...keySource,
  ...unsavedGateway,
  yes,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const keysSpec: CommandSpec = {
  group: 'Setup',
  summary: 'Save API keys in the system keychain',
  usage: ['keys <command> [options]'],
  about:
    'A key is piped in, read from a file or an environment variable, or typed without being shown; never the value of ' +
    'an option. It is sent only to the gateway it was added for.',
  examples: [
    'patchbay keys add --connection work --key-file key.txt',
    'patchbay keys add nightly --connection work --key-env GATEWAY_KEY',
    'patchbay keys list',
    'patchbay keys test --connection work',
    'patchbay keys balance --connection work',
  ],
  subcommands: {
    list: { usage: 'list', text: 'List the keys of all connections, or of one' },
    add: { usage: 'add [NAME]', text: 'Save a key; its name is "default" if none is given' },
    remove: { usage: 'remove NAME', text: 'Delete a key', offers: 'key' },
    test: { usage: 'test [NAME]', text: 'List the models with each key, or with one', offers: 'key' },
    balance: { usage: 'balance [NAME]', text: 'Ask the gateway for the balance of each key, or of one', offers: 'key' },
  },
  options: keysOptions,
  sections: [
    {
      title: 'WITHOUT A KEYCHAIN',
      rows: [
        'On most Linux servers there is no system keychain. Keys are then not saved, and never written to a plain file: ' +
          'give the key with each command (--key-file, --key-env, PATCHBAY_API_KEY), for example from a password ' +
          'manager, or run Patchbay in a session with a keyring that implements the Secret Service API.',
      ],
    },
  ],
};

export const pricesOptions = {
  connection: { ...gatewayOptions.connection, group: 'OPTIONS', text: 'Connection of the models' },
  currency: { value: 'CODE', unset: 'USD', text: 'Currency of the rates (set only)' },
  recalculate: { text: 'Also recalculate earlier requests to the model (set only)' },
  ...outOptions,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const pricesSpec: CommandSpec = {
  group: 'Setup',
  summary: 'Show and set the prices of models',
  usage: ['prices <command> [options]'],
  about:
    'Prices are shared with the app. A price that you set or import overrides the one in the model list of the gateway. ' +
    'It applies to requests from then on, and to earlier ones without a price.',
  examples: [
    'patchbay prices list --connection work',
    'patchbay prices set gpt-5-mini inputPerMillion=0.25 outputPerMillion=2',
    'patchbay prices import model_prices_and_context_window.json',
    'patchbay prices export --out prices.json',
  ],
  subcommands: {
    list: { usage: 'list', text: 'List every known price of a connection' },
    set: { usage: 'set MODEL RATE=AMOUNT...', text: 'Set the price of a model', offers: 'model' },
    remove: { usage: 'remove MODEL', text: 'Remove a price that was set or imported', offers: 'model' },
    import: {
      usage: 'import FILE [MODEL...]',
      text: 'Import prices from a file of Patchbay or LiteLLM; without MODEL, those whose names are equal',
      offers: 'file',
    },
    export: { usage: 'export', text: 'Write every known price to a file, as JSON' },
  },
  options: pricesOptions,
  sections: [
    { title: 'RATES', rows: [`Amounts for one or for a million, as their names say: ${rateNames.join(', ')}.`] },
  ],
};
