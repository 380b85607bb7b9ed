import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings of importing and exporting connections. */
export const connectionTransfer = {
  importConnections: 'Import connections',
  importFrom: (file: string) => `Import connections from ${file}`,
  importLead: 'Nothing is saved before you have seen and ticked it.',
  pasteConnections: 'Paste cURL commands, .env lines or JSON here',
  openFile: 'Open a file',
  orDrop: 'or drop it here: .env, JSON of any tool, a file shared from Patchbay',
  dropHere: 'Drop a file with connections',
  nothingInFile: (file: string) =>
    `${file} contains no connection, or is damaged. Nothing was imported. Open another file.`,
  nothingFound: 'No connection was found in it. A base address or a key is needed.',
  foundConnections: 'Connections that were found',
  sameAs: (name: string) => `same address as ${name}`,
  alreadyHere: 'already here',
  withHeaders: (names: string) => `with the headers ${names}`,
  keysFor: (name: string) => `Keys without an address, for ${name}`,
  keysWithoutHome: 'Keys without an address: choose a connection first',
  sealedKeys: (names: string, origin: string) => `sealed keys: ${names}, bound to ${origin}`,
  takeKeys: (count: number) => `Take ${plural(count, 'sealed key', 'sealed keys')} too`,
  takeOver: (count: number) => (count === 0 ? 'Take over' : `Take over ${count}`),
  taken: (connections: number, keys: number) =>
    `${[connections > 0 || keys === 0 ? plural(connections, 'connection', 'connections') : '', keys > 0 ? plural(keys, 'key', 'keys') : ''].filter(Boolean).join(' and ')} taken over`,
  back: 'Back',
  shareTitle: 'Share connections',
  shareWhich: 'Connections to share',
  sharePlain: 'Without keys',
  shareSealed: 'With keys, sealed',
  sharePlainAbout: 'Addresses and settings. Keys and header values that look like secrets are left out.',
  shareSealedAbout: (keys: number) =>
    `${plural(keys, 'key', 'keys')} sealed by a passphrase. Whoever has both the file and the passphrase has the keys.`,
  passphrase: 'Passphrase',
  passphraseAgain: 'Passphrase again',
  passphraseHint: (least: number) => `At least ${least} characters. It is stored nowhere and can not be found again.`,
  passphraseOfFile: 'The one that the file was sealed with.',
  passphraseNeeded: 'Enter the passphrase, or leave the keys out',
  passphrasesDiffer: 'The two did not match. Enter both again.',
  strengths: {
    short: 'Too short.',
    weak: 'Weak: guessed in hours by someone who has the file.',
    fair: 'Fair: good for a file that is deleted soon.',
    strong: 'Strong.',
  },
  writeFile: 'Write the file',
  writtenTo: 'Written to',
  sendApart: 'Send the passphrase another way than the file.',
};
