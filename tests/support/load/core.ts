import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionDefaults } from '#core/connections/connection-of.ts';
import { createDownloads, type Downloads } from '#core/downloads/download.ts';
import { createExchanges, type Exchanges } from '#core/exchange/exchanges.ts';
import { type FileStore, openFileStore } from '#core/files/file-store.ts';
import { openDatabase } from '#core/store/database.ts';

/** The key of the one connection; servers may echo it. */
export const secret = 'sk-bench-4f9a2c7e1b8d6035aa91c3e7';

export interface BenchCore {
  exchanges: Exchanges;
  downloads: Downloads;
  files: FileStore;
  /** Quits the core and deletes all that it stored. */
  close(): Promise<void>;
}

/** The exchanges and the file store of a core, with one connection to `address` and its key. */
export async function openBenchCore(address: string): Promise<BenchCore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
  const { origin } = new URL(address);
  const key = {
    id: 'k',
    connectionId: 'c',
    alias: 'k',
    fingerprint: '',
    origin,
    protection: 'memory',
    state: 'ready',
    enabled: true,
    createdAt: 0,
    lastUsedAt: null,
  } as const;
  const connection = () => ({
    id: 'c',
    name: 'bench',
    baseAddress: address,
    origin,
    nativeKeyStyle: 'bearer' as const,
    headers: [],
    colour: 'none' as const,
    exposedRoutes: [],
    acceptedInsecure: false,
    ...connectionDefaults(),
    isDemo: false,
    createdAt: 0,
  });
  const db = openDatabase(folder);
  const files = await openFileStore(db, folder);
  const exchanges = createExchanges({
    db,
    hostServices: { version: 'bench', proxyFor: async () => null },
    connections: { find: connection, proxyPassword: async () => null },
    keys: { choose: () => key, take: async () => secret, noteUse() {} },
    files,
  });
  const downloads = createDownloads({ ...exchanges.base, files });
  return {
    exchanges,
    downloads,
    files,
    async close() {
      await downloads.close();
      await exchanges.close();
      await files.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
