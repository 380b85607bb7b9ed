import { createHash } from 'node:crypto';
import { draft } from '#shared/contract/exchanges.ts';
import { openBenchCore } from '../upload/core.ts';
import { gauge, type Reading } from '../upload/gauge.ts';

export interface Downloaded extends Reading {
  /** Of a first small download in a process that did nothing before. */
  coldMb: number;
  failure: string | null;
  tries: number;
  hash: string;
}

const [port = ''] = process.argv.slice(2);
const core = await openBenchCore(`http://127.0.0.1:${port}`);
const request = draft.parse({
  connectionId: 'c',
  routeId: 'videos.content',
  params: { task_id: 'task_1' },
  body: { kind: 'none' },
});
const signal = new AbortController().signal;
// A program that runs for an hour has its code compiled and its heap at its working size.
const warm = () =>
  core.exchanges.download({ draft: request, address: `http://127.0.0.1:${port}/warm`, target: 'warm', signal });
const { grownMb: coldMb } = await gauge(warm);
let end: Awaited<ReturnType<typeof core.exchanges.download>> | null = null;
const reading = await gauge(async () => {
  end = await core.exchanges.download({ draft: request, target: 'film', signal });
});
const { file, failure, exchangeIds } = end as unknown as Awaited<ReturnType<typeof core.exchanges.download>>;
const hash = createHash('sha256');
const stored = file && (await core.files.open(file.id));
if (stored) for await (const bytes of stored.stream()) hash.update(bytes);
await core.close();
const result = {
  ...reading,
  coldMb,
  failure: failure?.message ?? null,
  tries: exchangeIds.length,
  hash: hash.digest('hex'),
};
process.send?.(result satisfies Downloaded, () => process.exit());
