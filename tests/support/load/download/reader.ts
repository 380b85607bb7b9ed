// Downloads a video in one way and reports the cost, in its own process: reader.ts <way> <port>
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { draft } from '#shared/contract/exchanges.ts';
import { openBenchCore } from '../core.ts';
import { gauge, type Reading } from '../gauge.ts';
import { plainWays } from './plain-ways.ts';

export interface Downloaded extends Reading {
  /** Of a first small download in a fresh process. */
  coldMb: number;
  failure: string | null;
  tries: number;
  hash: string;
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

async function throughCore(address: string): Promise<Downloaded> {
  const core = await openBenchCore(address);
  const request = draft.parse({
    connectionId: 'c',
    routeId: 'videos.content',
    params: { task_id: 'task_1' },
    body: { kind: 'none' },
  });
  const { signal } = new AbortController();
  // A program that has run for an hour has its code compiled and its heap at its working size.
  const warm = () => core.downloads.download({ draft: request, address: `${address}/warm`, target: 'warm', signal });
  const { grownMb: coldMb } = await gauge(warm);
  const over = Promise.withResolvers<Awaited<ReturnType<typeof core.downloads.download>>>();
  const reading = await gauge(async () =>
    over.resolve(await core.downloads.download({ draft: request, target: 'film', signal })),
  );
  const { file, failure, exchangeIds } = await over.promise;
  const stored = file && (await core.files.open(file.id));
  const hash = stored ? await hashOf(stored.stream()) : '';
  await core.close();
  return { ...reading, coldMb, failure: failure?.message ?? null, tries: exchangeIds.length, hash };
}

async function plainly(way: string, address: string): Promise<Downloaded> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
  const file = path.join(folder, 'film');
  const take = plainWays[way] as (address: string, file: string) => Promise<unknown>;
  const { grownMb: coldMb } = await gauge(() => take(`${address}/warm`, file));
  const reading = await gauge(() => take(`${address}/v1/videos/task_1/content`, file));
  const hash = await hashOf(createReadStream(file));
  rmSync(folder, { recursive: true, force: true });
  return { ...reading, coldMb, failure: null, tries: 1, hash };
}

const [way = '', port = ''] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const result = way === 'core' ? await throughCore(address) : await plainly(way, address);
process.send?.(result, () => process.exit());
