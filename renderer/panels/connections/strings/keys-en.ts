import { common } from '../../../lib/i18n/strings/common.ts';
import { joined, sentenceCase } from '../../../lib/i18n/strings/joined.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings of the keys of a connection. */
export const connectionKeys = {
  keys: 'Keys',
  keysKept: {
    keyring: 'stored in the system keychain',
    weak: 'weakly protected: no secure keychain',
    memory: 'in memory only, until Patchbay quits',
  },
  addKey: 'Add key',
  enterKeyAgain: 'Enter again',
  enterFirstAgain: (alias: string) => `Enter key “${alias}” again`,
  noKeys: 'No keys yet. Some gateways don’t need one.',
  columns: {
    name: 'Name',
    fingerprint: 'Fingerprint',
    check: 'Last check',
    models: 'Models',
    used: 'Last used',
    on: 'On',
  },
  fingerprintHint: 'Start of the key’s SHA-256. Identifies the key without revealing it.',
  keyStates: {
    ready: 'Ready',
    'enter-again': 'Enter again',
    'other-origin': 'Other base URL',
  },
  keyElsewhere: (names: string, from: string, here: string) =>
    `${names}: entered for ${from}, so not sent to ${here}. To use a key here, enter it again.`,
  keyOtherPath: (names: string) =>
    `${names}: entered before this connection had its own proxy and certificate. Enter again to use with them.`,
  keyUntrusted: {
    'not-bound': (names: string, here: string) =>
      `${names}: not entered for ${here} on this computer. A restored backup or another program changed the data. Enter again to use here.`,
    changed: (names: string, here: string) =>
      `${names}: a restored backup or another program changed how the key is sent to ${here}. Check the connection, then enter the key again.`,
  },
  keyGone: {
    keyring: (names: string) => `${names}: not readable from the system keychain. Unlock it, or enter the key again.`,
    weak: (names: string) => `${names}: no longer readable on this system. Enter the key again.`,
    memory: (names: string) => `${names}: cleared from memory when Patchbay quit. Enter the key again.`,
  },
  balances: 'Balances',
  balanceOf: (alias: string) => `Show balance of ${alias}`,
  hideBalance: (alias: string) => `Hide balance of ${alias}`,
  balanceUntold: 'This gateway does not tell the balance of a key.',
  /** Amounts as the gateway told them. */
  balance: (remaining: string | null, used: string | null, limit: string | null) =>
    joined(
      [
        remaining !== null && `${remaining} left`,
        used === null ? limit !== null && `limit ${limit}` : `${used} used${limit === null ? '' : ` of ${limit}`}`,
      ],
      ', ',
    ),
  check: 'Check',
  checkKey: (alias: string) => `Check ${alias}`,
  checkKeyRoutes: 'Check all routes',
  checking: 'Checking',
  notChecked: 'Not tested',
  seenIn: { listing: 'list', check: 'check' },
  seenAt: {
    listing: (when: string) => `From the model list, ${when}. Click to view the request.`,
    check: (when: string) => `From a check, ${when}. Click to view the request.`,
  },
  cellsWork: (working: number, tried: number) =>
    working === tried ? `All ${tried} passed` : `${working} of ${tried} passed`,
  keyVerdicts: {
    works: (latency: string | null, _cause: string | number | null) => joined(['Works', latency], ', '),
    partly: (latency: string | null, cause: string | number | null) => joined(['1 of 2 lists', cause ?? latency], ', '),
    refused: (_latency: string | null, cause: string | number | null) => sentenceCase(String(cause ?? 'rejected')),
  },
  neverUsed: 'never',
  keyOn: (alias: string) => `Use ${alias}`,
  keyIsOff: 'This key is off',
  keyActs: (alias: string) => `Actions for ${alias}`,
  replace: 'Replace key',
  rename: 'Rename',
  renameTitle: 'Rename key',
  forget: common.remove,
  forgetTitle: (alias: string) => `Delete ${alias}?`,
  forgetBody: 'Requests recorded with this key stay. They never contain it.',
  pasteKeys: 'Add multiple',
  pasteHere: 'Paste keys, one per line, with or without a name, or .env lines',
  pasteKeysHint: 'Pasted keys are never shown.',
  keysFromFile: 'Import from file',
  noKeysFound: 'No keys found. Each line can contain a key, or a name and a key.',
  foundKeys: 'Keys found',
  hiddenKey: (length: number) => `${length} characters, hidden`,
  tickOne: 'Select at least one',
  saveKeys: (count: number) => `Save ${plural(count, 'key', 'keys')}`,
  pasteOthers: 'Paste others',
};
