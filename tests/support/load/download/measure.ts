import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Downloaded } from './reader.ts';
import { blockAt, blockBytes } from './video.ts';

/** `core` is the product's download; the others are the ways that Node offers, straight into a file. */
export const ways = ['core', 'node:http', 'fetch', 'undici'] as const;
export type Way = (typeof ways)[number];

const at = (file: string) => new URL(file, import.meta.url);

export interface Video {
  /** Downloads it in a fresh process. */
  download(way: Way): Promise<Downloaded>;
  /** SHA-256 of its bytes. */
  hash: string;
  sizeBytes: number;
  /** Bytes sent of it, after a complete download. */
  served(): number;
  close(): void;
}

/**
 * A video of random bytes from a loopback server in another process that breaks off this many times, every second time by a
 * reset.
 */
export async function serveVideo(megabytes: number, breaks: number): Promise<Video> {
  const server = fork(at('./server.ts'), [String(megabytes), String(breaks)]);
  const [port] = (await once(server, 'message')) as [number];
  let served = 0;
  server.on('message', (said: { served: number }) => {
    served = said.served;
  });
  const wanted = createHash('sha256');
  for (let index = 0; index < megabytes; index += 1) wanted.update(blockAt(index));
  return {
    hash: wanted.digest('hex'),
    sizeBytes: megabytes * blockBytes,
    served: () => served,
    async download(way) {
      const child = fork(at('./reader.ts'), [way, String(port)], { execArgv: ['--expose-gc'] });
      const [found] = (await once(child, 'message')) as [Downloaded];
      await once(child, 'exit');
      return found;
    },
    close: () => void server.kill(),
  };
}
