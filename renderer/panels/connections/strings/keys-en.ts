import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings of the keys of a connection. */
export const connectionKeys = {
  keys: 'Keys',
  keysKept: {
    keyring: 'kept in the system keyring',
    weak: 'weakly protected: this system has no real keyring',
    memory: 'in memory only, gone when Patchbay ends',
  },
  addKey: 'Add key',
  enterKeyAgain: 'Enter it again',
  enterFirstAgain: (alias: string) => `Enter ${alias} again`,
  noKeys: 'No key yet. Some gateways need none.',
  columns: {
    name: 'Name',
    fingerprint: 'Fingerprint',
    check: 'Last check',
    models: 'Models',
    used: 'Used',
    on: 'On',
  },
  fingerprintHint: 'First digits of the key’s SHA-256: tells keys apart, tells nobody the key.',
  keyStates: {
    ready: 'ready',
    'enter-again': 'enter again',
    'other-origin': 'other address',
  },
  keyElsewhere:
    'entered before the address, or the proxy and certificate on the way to it, changed. Enter again what is to be sent there.',
  keyGone: {
    keyring: 'not given by the system keyring any more. Unlock it, or enter again what you need.',
    weak: 'not readable on this system any more. Enter again what you need.',
    memory: 'kept in memory only, and gone since Patchbay ended. Enter again what you need.',
  },
  check: 'Check',
  checkKey: (alias: string) => `Check ${alias}`,
  checkKeyRoutes: 'Check all routes with it',
  checking: 'checking',
  notChecked: 'not checked',
  seenIn: { listing: 'list', check: 'check' },
  seenAt: {
    listing: (when: string) => `Its models were listed ${when}. Show the exchange.`,
    check: (when: string) => `From the check of ${when}. Show the exchange.`,
  },
  cellsWork: (working: number, tried: number) =>
    working === tried ? `all ${tried} work or exist` : `${working} of ${tried} work or exist`,
  keyVerdicts: {
    works: (latency: string | null, _cause: string | number | null) => ['works', latency].filter(Boolean).join(', '),
    partly: (latency: string | null, cause: string | number | null) =>
      ['1 of 2 lists', cause ?? latency].filter(Boolean).join(', '),
    refused: (_latency: string | null, cause: string | number | null) => String(cause ?? 'refused'),
  },
  neverUsed: 'never',
  keyOn: (alias: string) => `Use ${alias}`,
  keyIsOff: 'This key is off',
  keyActs: (alias: string) => `Actions for ${alias}`,
  replace: 'Replace the key',
  rename: 'Rename',
  renameTitle: 'Rename the key',
  forget: 'Forget',
  forgetTitle: (alias: string) => `Forget ${alias}?`,
  forgetBody: 'It is deleted from the keyring. Exchanges recorded with it stay, without it.',
  pasteKeys: 'Paste several',
  pasteHere: 'Paste keys here: one in each line, with or without a name, or .env lines',
  pasteKeysHint: 'What you paste is taken apart at once and never shown.',
  keysFromFile: 'From a file',
  noKeysFound: 'No key was found in this text. Each line may hold a key, or a name and a key.',
  foundKeys: 'Keys that were found',
  hiddenKey: (length: number) => `${length} characters, hidden`,
  tickOne: 'Tick at least one',
  saveKeys: (count: number) => `Save ${plural(count, 'key', 'keys')}`,
  pasteOthers: 'Paste something else',
};
