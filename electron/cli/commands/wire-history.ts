import { Buffer } from 'node:buffer';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import type { wireCommandOptions } from '../specs/wire-spec.ts';
import { UsageError } from '../usage-error.ts';
import type { Surroundings, VerbLine } from './command.ts';
import type { OpenCore } from './open-core.ts';
import { inSavedCore } from './saved-connections.ts';

/** One command line of `patchbay wire`, after its verb. */
export type WireAct = VerbLine<typeof wireCommandOptions>;

/** Reads the history without any secret. */
export const inHistory = <T>(
  { version }: Pick<Surroundings, 'version'>,
  work: (core: OpenCore) => Promise<T>,
): Promise<T> => inSavedCore(version, work, async () => createMemoryVault());

/** Shorter beginnings of an ID match too much. */
const shortest = 4;
const newest = 500;

/** Finds the request that an argument names: its ID, or its first characters among the newest requests. */
export async function findExchange(client: Client, word: string | undefined): Promise<Pick<ExchangeSummary, 'id'>> {
  if (!word) throw noId();
  const unknown = new UsageError(`There is no request "${word}".`, 'List the requests: patchbay wire list');
  if (!/^[\w-]{4,64}$/.test(word)) throw unknown;
  if (word.length >= 36)
    return client.exchanges.get({ id: word }).catch(() => {
      throw unknown;
    });
  const found = (await client.exchanges.list({ limit: newest })).filter(
    ({ id }) => word.length >= shortest && id.startsWith(word),
  );
  const [only, second] = found;
  if (only && !second) return only;
  throw only ? new UsageError(`Several requests start with "${word}": type more of the ID.`) : unknown;
}

export const noId = () => new UsageError('Missing request ID.', 'List the requests: patchbay wire list');

/** The most bytes that one call returns. */
const windowBytes = 4_194_304;

/** Reads a recorded body, whole. */
export async function readBody(client: Client, id: string, side: 'request' | 'response'): Promise<Buffer> {
  const windows: Buffer[] = [];
  for (let offset = 0; ; ) {
    const { totalBytes, base64 } = await client.exchanges.body({ id, side, offset, length: windowBytes });
    const bytes = Buffer.from(base64, 'base64');
    windows.push(bytes);
    offset += bytes.length;
    if (bytes.length === 0 || offset >= totalBytes) return Buffer.concat(windows);
  }
}
