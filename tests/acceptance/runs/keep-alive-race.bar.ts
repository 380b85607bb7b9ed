import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startBench } from '../../support/exchange/bench.ts';
import type { Bar } from '../bar.ts';

/** The shortest idle limit of any server in use. */
const limitMs = 2000;
/** Share of the limit after which the next request is sent: waiting too long must not fail either. */
const [leastShare, mostShare] = [0.6, 1.1];

/** Sends posts one after the other over its own connection, around the server's limit. Returns the failures. */
async function postAround(address: string, posts: number): Promise<string[]> {
  const failures: string[] = [];
  const bench = startBench(address);
  const { signal } = new AbortController();
  for (let sent = 0; sent < posts; sent += 1) {
    for await (const part of bench.exchanges.perform(bench.draft(), { signal, record: false }))
      if (part.type === 'run-end' && part.state !== 'done') failures.push(part.error?.message ?? part.state);
    await wait(limitMs * (leastShare + Math.random() * (mostShare - leastShare)));
  }
  await bench.close();
  return failures;
}

export const bar: Bar = {
  promise: 'A request sent just as the server closes an idle connection does not fail and is not sent twice.',
  async run({ long }) {
    const [lanes, posts] = long ? [100, 100] : [20, 3];
    const server = fork(new URL('./closing-server.ts', import.meta.url), [String(limitMs)]);
    const [port] = (await once(server, 'message')) as [number];
    const address = `http://127.0.0.1:${port}`;
    const failures = (await Promise.all(Array.from({ length: lanes }, () => postAround(address, posts)))).flat();
    server.send('counts');
    const [{ received, connections }] = (await once(server, 'message')) as [{ received: number; connections: number }];
    server.kill();
    return {
      figure: `${lanes * posts} POST requests around an idle limit of ${limitMs} ms over ${connections} connections, ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}, ${received} received`,
      held: failures.length === 0 && received === lanes * posts && connections > lanes,
    };
  },
};
