import { verdictLabels } from '#shared/contract/check-words.ts';
import type { CheckVerdict } from '#shared/contract/checks.ts';
import type { LimitKind } from '#shared/contract/limits.ts';
import type { AddressProblem } from '#shared/protocol/address.ts';

const limitKinds: Record<LimitKind, (field: string | null, allowed: string, refused: string) => string> = {
  'largest-body': (field, allowed, refused) =>
    allowed
      ? `at most ${allowed}${field ? ` for ${field}` : ''}`
      : `${refused}${field ? ` for ${field}` : ''} is too large`,
  'unknown-parameter': (field) => `${field ?? 'a field'} is not known here`,
  'unsupported-format': (field, allowed, refused) =>
    `${refused || 'the format'}${field ? ` for ${field}` : ''} is not taken${allowed ? `, but ${allowed}` : ''}`,
  'unknown-value': (field, allowed, refused) =>
    `${field ?? 'a field'}${refused ? ` does not take ${refused}` : ' refused a value'}${allowed ? `, but ${allowed}` : ''}`,
};

/** Strings about a gateway: its connection and keys, and what was learned about its routes. */
export const gateway = {
  add: 'Add a connection',
  startDemo: 'Start the demo gateway',
  name: 'Name',
  nameHint: 'called by its host without one',
  address: 'Base address',
  addressHint: 'Saved without /v1. Both protocols are joined from here.',
  copyAddress: { copy: 'Copy the base address', copied: 'Copied', failed: 'Could not copy' },
  dropped: (ending: string) => `${ending} at the end is left out: every route brings its own path.`,
  addressProblem: ({ message }: AddressProblem): string => message,
  acceptInsecure: (origin: string) => `Send keys to ${origin} over plain http all the same`,
  nativeKeyStyle: 'Native key style',
  nativeKeyStyles: {
    auto: 'Auto',
    'x-goog-api-key': 'x-goog-api-key',
    'x-vendor-api-key': 'x-vendor-api-key',
    bearer: 'Bearer',
    query: '?key=',
  },
  nativeKeyHints: {
    auto: 'Found out by listing the native models: each header in turn, never the address.',
    'x-goog-api-key': 'The header that Google’s own clients send.',
    'x-vendor-api-key': 'The header that some gateways recommend for their native routes.',
    bearer: 'The same Authorization header as the compatible routes.',
    query: 'A parameter of the address, on native routes only.',
  },
  queryKeyWarning:
    'A key in the address ends up in the logs of every proxy and server on the way. Patchbay leaves it out of its own records. Choose a header unless the gateway takes nothing else.',
  colour: 'Environment',
  colourHint: 'Shown beside the name everywhere, so that nobody mistakes one gateway for another.',
  colours: { none: 'None', dev: 'Development', stage: 'Staging', prod: 'Live' },
  headers: 'Extra headers',
  headerName: 'Header name',
  headerValue: (name: string) => `Value of ${name || 'the header'}`,
  addHeader: 'Add a header',
  removeHeader: (name: string) => `Remove ${name || 'the header'}`,
  headerRefusals: {
    'no-name': () => 'A header name has letters, digits and hyphens, without spaces or colons.',
    value: (name: string) => `The value of ${name} holds a line break or a letter outside Latin-1.`,
    own: (name: string) => `${name} follows from each request: Patchbay sets it itself.`,
    key: (name: string) => `${name} carries the key. Enter it under Keys, where it is stored safely.`,
    lost: (name: string) =>
      `The value of ${name} looked like a secret and was not kept over the reload. Enter it again, or remove the header.`,
  },
  secretHeader:
    'This looks like a secret. It is hidden in records and left out of shared files, but it is stored readably with the connection, and not where the keys are kept.',
  finalAddresses: 'Final addresses',
  joinCleanly: (count: number) => `${count} join cleanly`,
  joinNot: 'do not join yet',
  showOthers: (count: number) => `Show the other ${count}`,
  showFew: 'Show fewer',
  keyAlias: 'Key name',
  firstAlias: 'default',
  secret: 'Key',
  newSecret: 'New key',
  secretHint: 'It goes in and never comes out.',
  needSecret: 'Paste the key first',
  enterAgain: 'The key was taken out of the field; paste it again.',
  saveKey: 'Save key',
  replaceKey: 'Replace',
  notSavable: 'Put right what is marked first',
  cancel: 'Cancel',
  empty: 'No connection yet',
  /** One short word for each verdict of a check, to fit a cell. */
  verdicts: verdictLabels as Record<CheckVerdict, string>,
  limitKinds,
  learned: {
    says: (words: string) => `“${words}”`,
    hint: (what: string, day: string) => `Learned ${day}: ${what}`,
    evidence: 'See the exchange',
  },
};
