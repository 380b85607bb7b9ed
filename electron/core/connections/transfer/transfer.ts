import { Buffer } from 'node:buffer';
import { lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Connection, ImportCandidate, RiskyPart } from '#shared/contract/connections.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { minPassphraseLength, type PassphraseProblem, passphraseProblem } from '#shared/passphrase.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { safeName } from '../../files/file-names.ts';
import type { FileStore } from '../../files/file-store.ts';
import { saveCopy } from '../../files/files.ts';
import { readImported } from '../../files/read-imported.ts';
import type { HostServices } from '../../host-services.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Staged } from '../../keys/new-key.ts';
import { plainName } from '../../plain-name.ts';
import type { Database } from '../../store/database.ts';
import { makePrivateFolder } from '../../store/private-file.ts';
import { nameStorageFault } from '../../store/storage-failure.ts';
import type { ConnectionRows } from '../connection-rows.ts';
import type { ProxyPasswords } from '../proxy-passwords.ts';
import { partsOf } from './import-parts.ts';
import { newSealing, seal, unseal } from './seal.ts';
import type { SharedEntry } from './shared-entry.ts';
import {
  besideOf,
  openPart,
  readSharedFile,
  type SealedSecrets,
  type SharedFile,
  shareConnection,
  writeSharedFile,
} from './shared-file.ts';

export interface TransferParts {
  db: Pick<Database, 'transaction'>;
  rows: ConnectionRows;
  keys: Pick<Keys, 'listOf' | 'reveal' | 'stageAll'>;
  passwords: ProxyPasswords;
  files: Pick<FileStore, 'open' | 'admit'>;
  hostServices: Pick<HostServices, 'shell' | 'dataFolder' | 'capabilities' | 'version'>;
  announce: (change: Change) => void;
}

/** An entry of a file that is imported. */
interface ChosenEntry {
  entry: SharedEntry;
  secrets: SealedSecrets | undefined;
  /** Parts that the user did not accept. */
  left: readonly RiskyPart[];
}

type Transfer = Pick<Core['connections'], 'exportPlain' | 'exportSealed' | 'importPreview' | 'importChosen'>;

/** Exports connections to a file and imports them from one. */
export function createTransfer(parts: TransferParts): Transfer {
  const { db, rows, keys, passwords, files, hostServices, announce } = parts;

  const chosen = (ids: readonly string[]): Connection[] =>
    [...new Set(ids)].map((id) => {
      const connection = rows.find(id);
      if (!connection) throw new AppError(gone);
      return connection;
    });

  const read = async (fileId: string): Promise<SharedFile> =>
    readSharedFile(await readImported(files, fileId, 'Select a file of connections.'));

  /** Returns the secret of a key that must be in the file, or throws an error that names the missing one. */
  async function reveal({ id, alias }: KeyStatus, connection: Connection): Promise<string> {
    const secret = await keys.reveal(id);
    if (secret === null) throw new AppError(lostKey(alias, connection.name));
    return secret;
  }

  /**
   * Stores new connections with their sealed secrets: all of them or, if that fails or the program is killed midway,
   * none. The secrets are in the vault before the one transaction that names them.
   */
  async function takeOver(chosen: ChosenEntry[]): Promise<Connection[]> {
    const made = chosen.map(({ entry, secrets, left }) => entry.connection(secrets?.headers, left));
    const staged: Staged[] = [];
    try {
      for (const [at, { entry, secrets, left }] of chosen.entries()) {
        const connection = made[at] as Connection;
        const found = entry.keys.flatMap((key, index) => {
          const secret = secrets?.keys[index];
          return secret === undefined ? [] : [{ ...key, secret }];
        });
        staged.push(await keys.stageAll(connection, found));
        if (secrets?.proxyPassword && !left.includes('proxy'))
          staged.push(await passwords.stage(connection, secrets.proxyPassword));
      }
      db.transaction(() => {
        for (const connection of made) rows.write(connection);
        for (const { commit } of staged) commit();
      });
    } catch (thrown) {
      for (const { undo } of staged) await undo();
      throw thrown;
    }
    return made;
  }

  return {
    exportPlain({ ids }) {
      const connections = chosen(ids);
      const shown = connections.map((connection) => shareConnection(connection, []).shown);
      const bytes = Buffer.from(writeSharedFile(openPart(hostServices.version, shown, null), null));
      const file = { name: nameFor(connections), type: 'application/json', sizeBytes: bytes.length };
      return files.admit(file, [bytes]);
    },
    async exportSealed({ ids, passphrase }) {
      const problem = passphraseProblem(passphrase);
      if (problem) throw new AppError(guessable(problem));
      const connections = chosen(ids);
      const shown: ReturnType<typeof shareConnection>['shown'][] = [];
      const secrets: SealedSecrets[] = [];
      for (const connection of connections) {
        const opened: string[] = [];
        for (const key of keys.listOf(connection.id)) opened.push(await reveal(key, connection));
        // Listed again: the vault has told what each key was entered for.
        const held = keys.listOf(connection.id);
        const share = shareConnection(
          connection,
          held.map(({ alias, fingerprint, origin, enabled }) => ({ alias, fingerprint, origin, enabled })),
        );
        shown.push(share.shown);
        secrets.push({ keys: opened, headers: share.withheld, proxyPassword: await passwords.reveal(connection.id) });
      }
      return writeSealed(hostServices, nameFor(connections), async () => {
        const sealing = newSealing();
        const open = openPart(hostServices.version, shown, sealing);
        return writeSharedFile(open, await seal(JSON.stringify(secrets), passphrase, sealing, besideOf(open)));
      });
    },
    async importPreview({ fileId }) {
      const here = rows.list();
      return (await read(fileId)).entries.map((entry) => candidateOf(entry, here));
    },
    async importChosen({ fileId, refs, passphrase, without = [] }) {
      const { entries, seal: sealed } = await read(fileId);
      const wanted = entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => refs.includes(entry.ref));
      if (wanted.length < new Set(refs).size) throw new AppError(notInFile);
      for (const { entry } of wanted) if (entry.problem) throw new AppError(entry.problem);
      // Unsealed first: a wrong passphrase changes nothing. The sealed part was written by Patchbay as a whole.
      const secrets: SealedSecrets[] =
        sealed && passphrase ? JSON.parse(await unseal(sealed.data, passphrase, sealed.sealing, sealed.beside)) : [];
      const made = await takeOver(
        wanted.map(({ entry, at }) => ({
          entry,
          secrets: secrets[at],
          left: without.flatMap(({ ref, parts }) => (ref === entry.ref ? parts : [])),
        })),
      );
      for (const area of ['connections', 'keys'] as const) announce({ area });
      const connections = made.flatMap(({ id }) => rows.find(id) ?? []);
      return { connections, keys: made.reduce((sum, { id }) => sum + keys.listOf(id).length, 0) };
    },
  };
}

const nameFor = (connections: readonly Connection[]): string =>
  `${connections.length === 1 ? connections[0]?.name : 'connections'}.patchbay`;

function candidateOf(entry: SharedEntry, here: readonly Connection[]): ImportCandidate {
  const { ref, name, baseAddress, colour, headers, keys, notes, problem } = entry;
  const stored = problem ? null : entry.connection();
  return {
    ref,
    name,
    baseAddress: stored?.baseAddress ?? baseAddress,
    colour,
    headers: headers.map(([header]) => plainName(header)),
    keys: keys.map(({ alias, fingerprint, origin }) => ({ alias, fingerprint, origin })),
    sameAs: here.find((one) => one.name === name && one.baseAddress === stored?.baseAddress)?.id ?? null,
    parts: stored ? partsOf(stored) : [],
    notes,
    problem,
  };
}

const gone = failure('not-found-here', 'A selected connection was deleted in another window.', {
  effect: 'not-saved',
  hint: 'Select the connections again.',
});
const lostKey = (alias: string, name: string) =>
  failure('no-key', `The key ${alias} of ${name} can't be read from the system keychain.`, {
    effect: 'not-saved',
    hint: 'Enter the key again or delete it, then export again.',
  });
const guessWords: Readonly<Record<PassphraseProblem, string>> = {
  short: `is shorter than ${minPassphraseLength} characters`,
  repeated: 'repeats a few characters',
  sequence: 'is a sequence of letters or digits',
  keyboard: 'is a row of keys on the keyboard',
  common: 'consists of words that are tried first',
};
const guessable = (problem: PassphraseProblem) =>
  failure('bad-input', `The passphrase ${guessWords[problem]}, so it would be guessed.`, {
    effect: 'not-saved',
    hint: 'Use four or more unrelated words, or a passphrase from a password manager.',
    param: 'passphrase',
  });
const notInFile = failure('bad-input', "A selected connection isn't in the file.", {
  effect: 'unchanged',
  hint: 'Select the connections again.',
});

type WritingHostServices = Pick<HostServices, 'shell' | 'dataFolder' | 'capabilities'>;

/**
 * Writes a text that the page must not be able to read: to the path the user selects, or else to the folder `exports`
 * of the data folder, under a free name. Only this account can read it; a link in its place is not followed.
 *
 * @param make produces the text once the path is known, because that may take a while.
 * @returns its full path, or `null` when the user canceled.
 * @throws AppError `storage`.
 */
async function writeSealed(
  hostServices: WritingHostServices,
  name: string,
  make: () => Promise<string>,
): Promise<string | null> {
  if (!hostServices.capabilities.dialogs)
    return writeNew(path.join(hostServices.dataFolder, 'exports'), name, await make());
  const filePath = await hostServices.shell.chooseSavePath(safeName(name));
  if (filePath === null) return null;
  await saveCopy([Buffer.from(await make())], filePath);
  return filePath;
}

async function writeNew(folder: string, name: string, text: string): Promise<string> {
  try {
    makePrivateFolder(folder);
    if (!(await lstat(folder)).isDirectory()) throw new AppError(strangeFolder);
    const { name: stem, ext } = path.parse(safeName(name));
    for (let number = 1; ; number += 1) {
      const filePath = path.join(folder, `${stem}${number === 1 ? '' : ` (${number})`}${ext}`);
      if (await createWith(filePath, text)) return filePath;
    }
  } catch (thrown) {
    throw nameStorageFault(thrown, 'The file was not written');
  }
}

/** Returns false when the name is taken, even by a dangling link. */
async function createWith(filePath: string, text: string): Promise<boolean> {
  const file = await open(filePath, 'wx', 0o600).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST') return null;
    throw thrown;
  });
  if (!file) return false;
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } catch (thrown) {
    await rm(filePath, { force: true }).catch(() => {});
    throw thrown;
  } finally {
    await file.close();
  }
  return true;
}

const strangeFolder = failure('storage', 'The file was not written, because the folder for exports is a link.', {
  hint: 'Delete the link named exports in the data folder, then try again.',
});
