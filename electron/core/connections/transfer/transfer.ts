import { Buffer } from 'node:buffer';
import type { Connection, ImportCandidate } from '#shared/contract/connections.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { HostServices } from '../../host-services.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Database } from '../../store/database.ts';
import type { ConnectionRows } from '../connection-rows.ts';
import type { ProxyPasswords } from '../proxy-passwords.ts';
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
import { writeSealed } from './write-sealed.ts';

export interface TransferParts {
  db: Pick<Database, 'transaction'>;
  rows: ConnectionRows;
  keys: Pick<Keys, 'listOf' | 'reveal' | 'bind' | 'forgetOf'>;
  passwords: ProxyPasswords;
  files: Pick<FileStore, 'open' | 'admit'>;
  hands: Pick<HostServices, 'shell' | 'dataFolder' | 'capabilities' | 'version'>;
  announce: (change: Change) => void;
}

type Transfer = Pick<Core['connections'], 'exportPlain' | 'exportSealed' | 'importPreview' | 'importChosen'>;

const largestBytes = 32 * 1024 * 1024;

/** Connections that leave as a file and come in from one. */
export function createTransfer(parts: TransferParts): Transfer {
  const { db, rows, keys, passwords, files, hands, announce } = parts;

  const chosen = (ids: readonly string[]): Connection[] =>
    [...new Set(ids)].map((id) => {
      const connection = rows.find(id);
      if (!connection) throw new AppError(gone);
      return connection;
    });

  async function read(fileId: string): Promise<SharedFile> {
    const file = await files.open(fileId);
    if (!file) throw new AppError(fileGone);
    if (file.sizeBytes > largestBytes) throw new AppError(tooLarge);
    const pieces: Uint8Array[] = [];
    for await (const piece of file.stream()) pieces.push(piece);
    return readSharedFile(Buffer.concat(pieces).toString('utf8'));
  }

  /** The secret of a key that must be in the file, or a word of which one is missing. */
  async function reveal({ id, alias }: KeyStatus, connection: Connection): Promise<string> {
    const secret = await keys.reveal(id);
    if (secret === null) throw new AppError(lostKey(alias, connection.name));
    return secret;
  }

  /** Stores new connections with what was sealed of them. Nothing stays when that fails half-way. */
  async function takeOver(chosen: { entry: SharedEntry; secrets: SealedSecrets | undefined }[]): Promise<Connection[]> {
    const made = chosen.map(({ entry, secrets }) => entry.connection(secrets?.headers));
    db.transaction(() => {
      for (const connection of made) rows.write(connection);
    });
    try {
      for (const [at, { entry, secrets }] of chosen.entries()) {
        const connectionId = made[at]?.id ?? '';
        for (const [place, key] of entry.keys.entries()) {
          const secret = secrets?.keys[place];
          if (secret !== undefined) await keys.bind({ connectionId, ...key, secret });
        }
        if (secrets?.proxyPassword) await passwords.put(connectionId, secrets.proxyPassword);
      }
    } catch (thrown) {
      for (const { id } of made) {
        await keys.forgetOf(id).catch(() => {});
        await passwords.forget(id).catch(() => {});
        rows.remove(id);
      }
      throw thrown;
    }
    return made;
  }

  return {
    exportPlain({ ids }) {
      const connections = chosen(ids);
      const shown = connections.map((connection) => shareConnection(connection, []).shown);
      const bytes = Buffer.from(writeSharedFile(openPart(hands.version, shown, null), null));
      const file = { name: nameFor(connections), type: 'application/json', sizeBytes: bytes.length };
      return files.admit(file, once(bytes));
    },
    async exportSealed({ ids, passphrase }) {
      const connections = chosen(ids);
      const shown: ReturnType<typeof shareConnection>['shown'][] = [];
      const secrets: SealedSecrets[] = [];
      for (const connection of connections) {
        const held = keys.listOf(connection.id);
        const share = shareConnection(
          connection,
          held.map(({ alias, fingerprint, origin, enabled }) => ({ alias, fingerprint, origin, enabled })),
        );
        shown.push(share.shown);
        const opened: string[] = [];
        for (const key of held) opened.push(await reveal(key, connection));
        secrets.push({ keys: opened, headers: share.withheld, proxyPassword: await passwords.reveal(connection.id) });
      }
      return writeSealed(hands, nameFor(connections), async () => {
        const sealing = newSealing();
        const open = openPart(hands.version, shown, sealing);
        return writeSharedFile(open, await seal(JSON.stringify(secrets), passphrase, sealing, besideOf(open)));
      });
    },
    async importPreview({ fileId }) {
      const here = rows.list();
      return (await read(fileId)).entries.map((entry) => candidateOf(entry, here));
    },
    async importChosen({ fileId, refs, passphrase }) {
      const { entries, seal: sealed } = await read(fileId);
      const wanted = entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => refs.includes(entry.ref));
      if (wanted.length < new Set(refs).size) throw new AppError(notInFile);
      for (const { entry } of wanted) if (entry.problem) throw new AppError(entry.problem);
      // Opened first: a wrong passphrase changes nothing. What is inside was sealed by Patchbay as a whole.
      const secrets: SealedSecrets[] =
        sealed && passphrase ? JSON.parse(await unseal(sealed.data, passphrase, sealed.sealing, sealed.beside)) : [];
      const made = await takeOver(wanted.map(({ entry, at }) => ({ entry, secrets: secrets[at] })));
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
    headers: headers.map(([header]) => header),
    keys: keys.map(({ alias, fingerprint, origin }) => ({ alias, fingerprint, origin })),
    sameAs: here.find((one) => one.name === name && one.baseAddress === stored?.baseAddress)?.id ?? null,
    notes,
    problem,
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const gone = failure('not-found-here', 'A chosen connection is not there any more: it was removed elsewhere.', {
  hint: 'Choose again. Nothing was written.',
});
const lostKey = (alias: string, name: string) =>
  failure('no-key', `The key ${alias} of ${name} can no longer be read from this computer's key store.`, {
    hint: 'Enter it again or forget it, then export again. Nothing was written.',
  });
const fileGone = failure('not-found-here', 'This file is not stored here any more.', { hint: 'Choose it again.' });
const tooLarge = failure('too-large', 'This file is larger than 32 MiB: that is no list of connections.', {
  hint: 'Choose another file.',
});
const notInFile = failure('bad-input', 'A chosen connection is not in the file.', {
  hint: 'Look at what the file holds and choose again. Nothing was changed.',
});
