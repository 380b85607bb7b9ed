import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDownloads, type Downloads, type DownloadTimings } from '../../../electron/core/downloads/download.ts';
import { createResultMedia } from '../../../electron/core/downloads/fetch-result-media.ts';
import { createExchanges, type Exchanges, type ExchangesInput } from '../../../electron/core/exchange/exchanges.ts';
import type { DownloadNote, FileStorePort, OpenFile } from '../../../electron/core/ports.ts';
import { type Database, openDatabase } from '../../../electron/core/store/database.ts';
import type { Connection } from '../../../shared/contract/connections.ts';
import { type Draft, type DraftInput, draft as draftSchema } from '../../../shared/contract/exchanges.ts';
import type { KeyStatus } from '../../../shared/contract/keys.ts';
import { normalizeBase } from '../../../shared/protocol/address.ts';
import { usualGateway } from '../../../shared/protocol/gateway-details.ts';
import type { Part, RunEnd } from '../../../shared/protocol/part.ts';
import { withEmptyHistory } from '../core/empty-history.ts';
import { canaryKey } from './canary.ts';

/** Limits a hundred times shorter than the defaults. */
export const shortLimits = { connectMs: 2000, headersMs: 400, idleMs: 300, totalMs: null };

/** The exchanges of a core with one connection and one key, which is the canary. */
export interface Bench {
  exchanges: Exchanges;
  downloads: Downloads;
  db: Database;
  folder: string;
  connection: Connection;
  key: KeyStatus;
  files: Map<string, OpenFile>;
  /** Files that the core made, by id. */
  made: Map<string, { name: string; type: string; bytes: Buffer }>;
  troubles: (string | null)[];
  /** Runs a draft to its end. */
  run(input?: Partial<DraftInput>): Promise<Ran>;
  draft(input?: Partial<DraftInput>): Draft;
  /** Quits the core and starts it again on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface Ran {
  parts: Part[];
  end: RunEnd;
  text: string;
  id: string;
}

export const never = new AbortController().signal;

export const chatBody = (change: Record<string, unknown> = {}) => ({
  kind: 'json' as const,
  text: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: 'Hi' }], ...change }),
});

export function memoryFile(name: string, type: string, bytes: Uint8Array): OpenFile {
  return {
    name,
    type,
    sizeBytes: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
}

export function collect(parts: Part[]): Ran {
  const end = parts.at(-1);
  if (end?.type !== 'run-end') throw new Error('the last part is not run-end');
  const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  return { parts, end, text, id: end.exchangeId };
}

export async function all<T>(source: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

export function startBench(
  baseAddress: string,
  change: Partial<ExchangesInput> & {
    downloadTimings?: Partial<DownloadTimings>;
    connection?: Partial<Connection>;
    secret?: string | null;
    folder?: string;
    /** What the vault contains for the connection's own proxy. */
    proxyPassword?: string;
  } = {},
): Bench {
  const folder = change.folder ?? withEmptyHistory(mkdtempSync(path.join(tmpdir(), 'patchbay-exchanges-')));
  const { base, origin, prefixes, query } = normalizeBase(baseAddress);
  const connection: Connection = {
    id: 'c1',
    name: 'Test gateway',
    baseAddress: base,
    origin,
    ...usualGateway(),
    prefixes,
    query,
    nativeKeyStyle: 'x-vendor-api-key',
    headers: [],
    colour: 'none',
    exposedRoutes: [],
    acceptedInsecure: false,
    proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
    extraCa: { name: '', pem: '' },
    deadlines: {},
    retries: 0,
    isDemo: false,
    createdAt: 0,
    ...change.connection,
  };
  const key: KeyStatus = {
    id: 'k1',
    connectionId: 'c1',
    alias: 'test key',
    fingerprint: '000000',
    origin,
    protection: 'memory',
    state: 'ready',
    enabled: true,
    createdAt: 0,
    lastUsedAt: null,
  };
  const secret = change.secret === undefined ? canaryKey : change.secret;
  const files = new Map<string, OpenFile>();
  const made: Bench['made'] = new Map();
  const troubles: (string | null)[] = [];
  const open = () => {
    const db = openDatabase(folder);
    const stored: FileStorePort = {
      open: async (id) => files.get(id) ?? null,
      async admit({ name, type }, pieces) {
        const bytes = Buffer.concat(await all(pieces));
        const id = randomUUID();
        made.set(id, { name, type, bytes });
        return { id, name, type, sizeBytes: bytes.length };
      },
      async receive() {
        let bytes = Buffer.alloc(0);
        return {
          async write(more) {
            bytes = Buffer.concat([bytes, more]);
          },
          async patch(offset, patch) {
            bytes.set(patch, offset);
          },
          async keep({ name, type }) {
            const id = randomUUID();
            made.set(id, { name, type, bytes });
            return { id, name, type, sizeBytes: bytes.length };
          },
          async drop() {},
        };
      },
      async resume() {
        let bytes = Buffer.alloc(0);
        let note: DownloadNote | null = null;
        return {
          get sizeBytes() {
            return bytes.length;
          },
          get note() {
            return note;
          },
          async annotate(given) {
            note = given;
          },
          async write(more) {
            bytes = Buffer.concat([bytes, more]);
          },
          async restart() {
            bytes = Buffer.alloc(0);
            note = null;
          },
          async pause() {},
          async keep({ name, type }) {
            const id = randomUUID();
            made.set(id, { name, type, bytes });
            return { id, name, type, sizeBytes: bytes.length };
          },
        };
      },
      async discard() {},
      remove: async (id) => void made.delete(id),
    };
    const exchanges = createExchanges({
      db,
      hostServices: { version: '1.2.3', proxyFor: async () => null },
      connections: {
        find: (id) => (id === connection.id ? connection : null),
        proxyPassword: async () => change.proxyPassword ?? null,
      },
      keys: {
        choose: (_, id) => (secret !== null && (id === undefined || id === key.id) ? key : null),
        noteUse() {},
        take: async (id, asked) => (id === key.id && asked === key.origin ? secret : null),
      },
      files: stored,
      deadlines: (_, planned) => ({ ...shortLimits, totalMs: planned.totalMs === null ? null : 5000 }),
      fetchMedia: (request) => fetchMedia(request),
      onTrouble: (trouble) => troubles.push(trouble?.message ?? null),
      ...change,
    });
    const downloads = createDownloads({
      ...exchanges.base,
      files: change.files ?? stored,
      timings: change.downloadTimings,
    });
    const fetchMedia = createResultMedia(downloads);
    return { db, exchanges, downloads };
  };
  const bench: Bench = {
    ...open(),
    folder,
    connection,
    key,
    files,
    made,
    troubles,
    draft: (input = {}) =>
      draftSchema.parse({ connectionId: 'c1', routeId: 'chat.completions', body: chatBody(), ...input }),
    async run(input) {
      return collect(await all(bench.exchanges.handlers.run(bench.draft(input), { signal: never })));
    },
    async restart() {
      await bench.downloads.close();
      await bench.exchanges.close();
      bench.db.close();
      Object.assign(bench, open());
    },
    async close() {
      await bench.downloads.close();
      await bench.exchanges.close();
      bench.db.close();
      if (!change.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
  return bench;
}
