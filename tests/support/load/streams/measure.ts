import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hostFlags } from '../../../../scripts/host-flags.ts';
import type { StreamsRead } from './reader.ts';

const at = (file: string) => new URL(file, import.meta.url);

/** Reads this many streams of 20 events per second at once: through the core, or by bare node:http or fetch. */
export async function readStreams(
  way: 'core' | 'node:http' | 'fetch',
  streams: number,
  seconds: number,
): Promise<StreamsRead> {
  const source = fork(at('./source.ts'), [String(seconds)]);
  const [port] = (await once(source, 'message')) as [number];
  const reader = fork(at('./reader.ts'), [way, String(streams), String(seconds), String(port)], {
    execArgv: ['--expose-gc', ...hostFlags],
  });
  const [read] = (await once(reader, 'message')) as [StreamsRead];
  await once(reader, 'exit');
  source.kill();
  return read;
}
