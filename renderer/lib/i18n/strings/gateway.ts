import { verdictLabels } from '#shared/contract/check-words.ts';
import type { CheckVerdict } from '#shared/contract/checks.ts';
import type { LimitKind } from '#shared/contract/limits.ts';
import type { AddressProblem } from '#shared/protocol/address.ts';
import { common } from './common.ts';

const limitKinds: Record<LimitKind, (field: string | null, allowed: string, refused: string) => string> = {
  'largest-body': (field, allowed, refused) =>
    allowed
      ? `at most ${allowed}${field ? ` for ${field}` : ''}`
      : `${refused}${field ? ` for ${field}` : ''} is too large`,
  'unknown-parameter': (field) => `${field ?? 'a field'} isn’t supported`,
  'unsupported-format': (field, allowed, refused) =>
    `${refused || 'the format'}${field ? ` for ${field}` : ''} isn’t supported${allowed ? `, only ${allowed}` : ''}`,
  'unknown-value': (field, allowed, refused) =>
    `${field ?? 'a field'} ${refused ? `doesn’t accept ${refused}` : 'rejected a value'}${allowed ? `, only ${allowed}` : ''}`,
};

/** Strings about a gateway: its connection and keys, and what was learned about its routes. */
export const gateway = {
  add: 'Add connection',
  startDemo: 'Start demo gateway',
  name: 'Name',
  nameHint: 'Defaults to the host name',
  address: 'Base URL',
  addressHint: 'With or without its version. Without one, routes add /v1; a slash at the end of a path adds none.',
  copyAddress: { copy: 'Copy base URL', copied: common.copied, failed: common.copyFailed },
  chatsGoTo: (url: string) => `Chats go to ${url}`,
  addressProblem: ({ message }: AddressProblem): string => message,
  acceptInsecure: (origin: string) => `Allow sending keys to ${origin} over HTTP`,
  keyHeader: 'Key header',
  keyHeaderHint: 'The header in which compatible routes get the key.',
  otherHeader: 'Other…',
  keyPrefix: 'Prefix',
  keyPrefixHint: 'Name, and what precedes the key, such as “Token ”.',
  keyHeaderRefusals: {
    'no-name': 'A header name has only letters, digits and hyphens.',
    own: 'Patchbay sets this header for each request.',
    value: 'The prefix contains a character that a header can’t contain.',
  },
  nativeKeyStyle: 'Native key style',
  nativeKeyStyles: {
    auto: 'Auto',
    'x-goog-api-key': 'x-goog-api-key',
    'x-vendor-api-key': 'x-vendor-api-key',
    bearer: 'Bearer',
    query: '?key=',
  },
  nativeKeyHints: {
    auto: 'Detected by listing the native models with each header in turn, never with ?key=.',
    'x-goog-api-key': 'The header that Google’s SDKs send.',
    'x-vendor-api-key': 'The header that some gateways recommend for native routes.',
    bearer: 'The same Authorization header as on compatible routes.',
    query: 'A URL parameter, on native routes only.',
  },
  queryKeyWarning:
    'A key in the URL is logged by every proxy and server it passes, though not by Patchbay. Use a header unless the gateway accepts nothing else.',
  colour: 'Environment',
  colourHint: 'Shown next to the name, so that gateways aren’t mixed up.',
  colours: { none: 'None', dev: 'Development', stage: 'Staging', prod: 'Production' },
  headers: 'Extra headers',
  headerName: 'Header name',
  headerValue: (name: string) => `Value of ${name || 'the header'}`,
  addHeader: 'Add header',
  removeHeader: (name: string) => `Remove ${name || 'header'}`,
  headerRefusals: {
    'no-name': () => 'A header name has only letters, digits and hyphens.',
    value: (name: string) => `The value of ${name} contains a line break or a character outside Latin-1.`,
    own: (name: string) => `${name} is set by Patchbay for each request.`,
    key: (name: string) => `${name} contains the key. Add it as an API key instead, so that it is stored securely.`,
    lost: (name: string) =>
      `The value of ${name} looked like a secret and wasn’t kept when the page reloaded. Enter it again, or remove the header.`,
  },
  secretHeader:
    'This looks like a secret. It is hidden in records and excluded from exports, but stored unencrypted with the connection.',
  finalAddresses: 'Routes',
  joinNot: 'invalid',
  showOthers: (count: number) => `Show ${count} more`,
  showFew: 'Show less',
  keyAlias: 'Key name',
  firstAlias: 'default',
  secret: 'API key',
  newSecret: 'New API key',
  secretHint: 'Can’t be viewed again after saving.',
  needSecret: 'Enter a key first',
  enterAgain: 'The field was cleared. Enter the key again.',
  saveKey: 'Save key',
  replaceKey: 'Replace key',
  notSavable: 'Fix the highlighted fields first',
  cancel: common.cancel,
  empty: 'No connections yet',
  /** One short word for each verdict of a check, to fit a cell. */
  verdicts: verdictLabels as Record<CheckVerdict, string>,
  limitKinds,
  tools: {
    add: 'Add tool',
    empty: 'Empty tool',
    name: 'Name',
    description: 'Description',
    parameters: 'Parameters (JSON schema)',
    remove: (name: string) => `Remove ${name}`,
    invalid: 'Invalid JSON schema',
    nameless: 'Enter a name',
  },
  parameters: {
    sent: 'Sent',
    notSent: 'Not sent',
    added: 'Added by Patchbay',
    add: 'Add parameter',
    search: 'Search parameters',
    none: 'No matching parameters',
    groups: {
      sampling: 'Sampling',
      limits: 'Limits',
      reasoning: 'Reasoning',
      output: 'Output',
      tools: 'Tools',
      advanced: 'Advanced',
    },
  },
  presets: {
    title: 'Presets',
    label: (used: string | undefined) => (used === undefined ? 'Presets' : `Preset ${used}`),
    save: 'Save as preset…',
    saveTitle: 'Save parameters as preset',
    saveButton: 'Save',
    name: 'Name',
    cancel: common.cancel,
    reset: 'Reset parameters',
  },
  learned: {
    says: (words: string) => `“${words}”`,
    hint: (what: string, day: string) => `Learned ${day}: ${what}`,
    evidence: common.viewRequest,
  },
};
