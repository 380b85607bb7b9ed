import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chatBody, startBench } from '../../support/exchange/bench.ts';
import { delta } from '../../support/exchange/chat-wire.ts';
import { chunk, chunkedHead, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { quantile } from '../../support/quantiles.ts';
import type { Bar } from '../bar.ts';

/** What keeps a process alive, by kind. */
const resources = () => process.getActiveResourcesInfo().sort();
// The bar is started without flags; only a context created after this one has the function.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapMb = () => {
  for (let round = 0; round < 4; round += 1) collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
};

export const bar: Bar = {
  promise:
    'A canceled run emits nothing more, its connection is closed, and it leaves no socket, timer or memory behind.',
  async run({ long }) {
    const count = long ? 1000 : 200;
    let closed = Promise.withResolvers<void>();
    const server = await startRecordingServer(({ socket }) => {
      void once(socket, 'close').then(() => closed.resolve());
      socket.write(chunkedHead() + chunk(delta('first ')));
    });
    const patient = { connectMs: 60_000, headersMs: 60_000, idleMs: 60_000, totalMs: null };
    const bench = startBench(server.url, { deadlines: () => patient });
    const draft = bench.draft({ body: chatBody({ stream: true }) });
    const [closedMs, silentMs]: [number[], number[]] = [[], []];
    let wrong = 0;

    async function cancelOne(): Promise<void> {
      closed = Promise.withResolvers();
      const stop = new AbortController();
      let cancelledAt = 0;
      let state = '';
      for await (const part of bench.exchanges.perform(draft, { signal: stop.signal, record: false })) {
        if (part.type === 'text-delta' && cancelledAt === 0) {
          cancelledAt = performance.now();
          stop.abort();
        } else if (cancelledAt > 0 && part.type !== 'run-end') wrong += 1;
        if (part.type === 'run-end') state = part.state;
      }
      silentMs.push(performance.now() - cancelledAt);
      await closed.promise;
      closedMs.push(performance.now() - cancelledAt);
      if (state !== 'cancelled') wrong += 1;
    }

    for (let warm = 0; warm < 100; warm += 1) await cancelOne();
    await server.idle();
    const [resourcesBefore, heapBefore] = [resources(), heapMb()];
    for (let run = 0; run < count; run += 1) await cancelOne();
    await server.idle();
    await nextTurn();
    const [resourcesAfter, grownMb] = [resources(), heapMb() - heapBefore];
    const sockets = server.connections();
    await bench.close();
    await server.close();
    const left = resourcesAfter.length - resourcesBefore.length;
    const [closedP99, silentP99] = [quantile(closedMs, 0.99), quantile(silentMs, 0.99)];
    const isQuick = !long || (closedP99 <= 100 && silentP99 <= 50);
    const isRight = wrong === 0 && sockets === 0 && left <= 0;
    return {
      figure: `${count} cancellations: closed after ${closedP99.toFixed(1)} ms, silent after ${silentP99.toFixed(1)} ms (p99), ${wrong} unexpected parts or states, ${sockets} sockets and ${Math.max(0, left)} timers or handles left, heap ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(1)} MB`,
      held: isRight && grownMb <= 5 && isQuick,
      isRight,
    };
  },
};
