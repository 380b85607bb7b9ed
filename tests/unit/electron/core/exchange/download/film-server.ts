import { Buffer } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { DownloadEnd, DownloadProgress, DownloadRequest } from '#core/exchange/media/download.ts';
import { type FileStore, openFileStore } from '#core/files/file-store.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { tempDatabase } from '../../temp-database.ts';
import { all, type Bench, never, startBench } from '../bench.ts';
import { type Received, startWireServer, type WireServer } from '../wire-server.ts';

/** 300 kB that begin like a film and are different at each place. */
export const film = Buffer.concat([
  Buffer.from('0000001866747970697336d0', 'hex'),
  Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff)),
]);
film.write('ftypisom', 4, 'latin1');

export const tag = '"one"';

/** The head of an answer, in lines. */
export const head = (status: number, headers: Record<string, string | number>): string =>
  `HTTP/1.1 ${status} Status\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

export const filmHeaders = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: tag };

/** Where a request wants to go on, and on which condition. */
export function askedOf({ headers }: Received): { from: number | null; ifRange: string | null } {
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const from = /^bytes=(\d+)-$/.exec(value('range') ?? '')?.[1];
  return { from: from === undefined ? null : Number(from), ifRange: value('if-range') };
}

/** Sends all of the film and breaks off after some bytes of it. */
export function breakOff(
  { socket }: Received,
  bytes: number,
  headers: Record<string, string | number> = filmHeaders,
): void {
  socket.write(head(200, { ...headers, 'content-length': film.length }));
  socket.write(film.subarray(0, bytes), () => socket.end());
}

/** Sends the rest of the film as it should be done. */
export function sendRest(
  { socket }: Received,
  from: number,
  headers: Record<string, string | number> = filmHeaders,
): void {
  const range = `bytes ${from}-${film.length - 1}/${film.length}`;
  socket.write(head(206, { ...headers, 'content-length': film.length - from, 'content-range': range }));
  socket.write(film.subarray(from));
}

export function sendAll({ socket }: Received, headers: Record<string, string | number> = filmHeaders): void {
  socket.write(head(200, { ...headers, 'content-length': film.length }));
  socket.write(film);
}

export interface FilmBench {
  server: WireServer;
  bench: Bench;
  store: FileStore;
  progress: DownloadProgress[];
  download(change?: Partial<DownloadRequest>): Promise<DownloadEnd>;
  /** The stored file is the film, byte for byte. */
  isFilm(end: DownloadEnd): Promise<boolean>;
  detail(id: string | undefined): Promise<ExchangeDetail>;
  /** Ends the core and starts it again on the same folders. */
  restart(): Promise<void>;
  /** Names in the folders of stored files and of downloads that are not whole. */
  left(): { files: string[]; downloads: string[] };
}

/** A gateway that answers as told, and a core that downloads from it into a real file store. */
export async function startFilms(
  answer: (request: Received, count: number) => unknown,
  change: Parameters<typeof startBench>[1] = {},
  wrap: (store: FileStore) => FileStore = (store) => store,
): Promise<FilmBench> {
  let count = 0;
  const server = await startWireServer((request) => {
    count += 1;
    return answer(request, count);
  });
  const db = tempDatabase();
  let store = await openFileStore(db, db.folder);
  const open = () => startBench(server.url, { files: wrap(store), downloadWaitsMs: [1], ...change });
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
      bench.exchanges.download({
        draft: bench.draft({ routeId: 'videos.content', params: { task_id: 'task_1' }, body: { kind: 'none' } }),
        target: 'task-1',
        signal: never,
        onProgress: (one) => progress.push(one),
        ...request,
      }),
    async isFilm(end) {
      if (end.failure) throw new Error(end.failure.message);
      const file = await store.open(end.file.id);
      return Buffer.concat(file ? await all(file.stream()) : []).equals(film);
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
