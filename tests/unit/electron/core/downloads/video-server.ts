import { Buffer } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { DownloadEnd, DownloadProgress, DownloadRequest } from '#core/downloads/download.ts';
import { type FileStore, openFileStore } from '#core/files/file-store.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { all, type Bench, never, startBench } from '../../../../support/exchange/bench.ts';
import { type Received, type RecordingServer, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { video } from '../../../../support/gateways/video-responses.ts';

export interface VideoBench {
  server: RecordingServer;
  bench: Bench;
  store: FileStore;
  progress: DownloadProgress[];
  download(change?: Partial<DownloadRequest>): Promise<DownloadEnd>;
  /** The stored file is the video, byte for byte. */
  isVideo(end: DownloadEnd): Promise<boolean>;
  detail(id: string | undefined): Promise<ExchangeDetail>;
  /** Closes the core and starts it again on the same folders. */
  restart(): Promise<void>;
  /** Names in the folders of stored files and of incomplete downloads. */
  left(): { files: string[]; downloads: string[] };
}

/** A gateway with scripted responses, and a core that downloads from it into a real file store. */
export async function startVideos(
  response: (request: Received, count: number) => unknown,
  change: Parameters<typeof startBench>[1] = {},
  wrap: (store: FileStore) => FileStore = (store) => store,
): Promise<VideoBench> {
  let count = 0;
  const server = await startRecordingServer((request) => {
    count += 1;
    return response(request, count);
  });
  const db = tempDatabase();
  let store = await openFileStore(db, db.folder);
  const open = () =>
    startBench(server.url, { files: wrap(store), downloadTimings: { waitsMs: [1], limitedMs: 1 }, ...change });
  let bench = open();
  onTestFinished(async () => {
    await bench.close();
    await server.close();
  });
  const progress: DownloadProgress[] = [];
  const names = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
  return {
    server,
    progress,
    get bench() {
      return bench;
    },
    get store() {
      return store;
    },
    download: (request = {}) =>
      bench.downloads.download({
        draft: bench.draft({ routeId: 'videos.content', params: { task_id: 'task_1' }, body: { kind: 'none' } }),
        target: 'task-1',
        signal: never,
        onProgress: (one) => progress.push(one),
        ...request,
      }),
    async isVideo(end) {
      if (end.failure) throw new Error(end.failure.message);
      const file = await store.open(end.file.id);
      return Buffer.concat(file ? await all(file.stream()) : []).equals(video);
    },
    detail: async (id) => bench.exchanges.handlers.get({ id: id ?? '' }, { signal: never }),
    async restart() {
      await bench.close();
      store = await openFileStore(db, db.folder);
      bench = open();
    },
    left: () => ({ files: names(path.join(db.folder, 'files')), downloads: names(path.join(db.folder, 'downloads')) }),
  };
}
