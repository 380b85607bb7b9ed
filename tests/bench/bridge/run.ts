/**
 * The bridge from core to page: a worker thread sends streamed parts over a MessagePort and over a WebSocket, once through
 * the RPC transport (joined, one message per 8 ms), once with one message for each part; then the same WebSocket into a
 * browser page that shows the text as it arrives.
 */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import type { Part } from '#shared/protocol/part.ts';
import { connect } from '#shared/rpc/connect.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { contract, type Order } from './contract.ts';
import { measureInPage } from './in-page.ts';
import { now } from './source.ts';

interface Way {
  name: string;
  /** Reads all parts; calls `onPart` for each that arrives. */
  read(order: Order, onPart: (part: Part) => void): Promise<void>;
}

interface Result {
  partsPerSecond: number;
  /** CPU of the receiving thread. */
  microsecondsPerPart: number;
  isWhole: boolean;
  firstMs: number;
  p50Ms: number;
  p99Ms: number;
}

const cpuMicroseconds = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

async function measure(way: Way, order: Order): Promise<Result> {
  const arrived: { text: string; at: number }[] = [];
  const [began, cpu] = [now(), cpuMicroseconds()];
  await way.read(order, (part) => {
    if (part.type === 'text-delta') arrived.push({ text: part.text, at: now() });
  });
  const [tookMs, tookCpu] = [now() - began, cpuMicroseconds() - cpu];
  const delays: number[] = [];
  let next = 0;
  let isWhole = true;
  for (const { text, at } of arrived)
    for (const piece of text.trimEnd().split(' ')) {
      const [index, madeAt] = piece.split('@').map(Number) as [number, number];
      isWhole &&= index === next;
      next += 1;
      delays.push(at - madeAt);
    }
  const firstMs = delays[0] ?? Number.NaN;
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  return {
    partsPerSecond: order.count / (tookMs / 1000),
    microsecondsPerPart: tookCpu / order.count,
    isWhole: isWhole && next === order.count,
    firstMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

async function openPortWays(): Promise<{ wire: Way; naive: Way; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./source.ts', import.meta.url));
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2 }, [port2]);
  await once(worker, 'message');
  const client = connect(contract, portTransport(port1));
  return {
    wire: {
      name: 'MessagePort, wire',
      async read(order, onPart) {
        for await (const part of client.bench.parts(order)) onPart(part);
      },
    },
    naive: {
      name: 'MessagePort, one message per part',
      async read(order, onPart) {
        const channel = new MessageChannel();
        worker.postMessage({ naive: channel.port2, order }, [channel.port2]);
        await new Promise<void>((resolve) => {
          channel.port1.on('message', (message: { kind: string; part: Part }) => {
            if (message.kind === 'part') onPart(message.part);
            else resolve();
          });
        });
        channel.port1.close();
      },
    },
    close: () => worker.terminate(),
  };
}

async function openSocketWays(): Promise<{ wire: Way; naive: Way; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./source.ts', import.meta.url));
  worker.postMessage({});
  const [{ socketPort }] = (await once(worker, 'message')) as [{ socketPort: number }];
  const open = async (path: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${socketPort}/${path}`, { perMessageDeflate: false });
    await once(socket, 'open');
    return socket;
  };
  const client = connect(contract, socketTransport(await open('wire')));
  return {
    wire: {
      name: 'WebSocket, wire',
      async read(order, onPart) {
        for await (const part of client.bench.parts(order)) onPart(part);
      },
    },
    naive: {
      name: 'WebSocket, one message per part',
      async read(order, onPart) {
        const socket = await open('naive');
        await new Promise<void>((resolve) => {
          socket.on('message', (text) => {
            const message = JSON.parse(String(text)) as { kind: string; part: Part };
            if (message.kind === 'part') onPart(message.part);
            else resolve();
          });
          socket.send(JSON.stringify(order));
        });
        socket.close();
      },
    },
    close: () => worker.terminate(),
  };
}

const format = (value: number, digits = 2) => value.toFixed(digits).padStart(8);
function show(way: Way, rate: string, result: Result): void {
  const { partsPerSecond, microsecondsPerPart, firstMs, p50Ms, p99Ms, isWhole } = result;
  console.log(
    `${way.name.padEnd(34)} ${rate.padStart(9)} ${format(partsPerSecond / 1000, 1)} k/s ${format(microsecondsPerPart)} µs/part` +
      `  first ${format(firstMs)} p50 ${format(p50Ms)} p99 ${format(p99Ms)} ms${isWhole ? '' : '  LOST OR OUT OF ORDER'}`,
  );
}

for (const openWays of [openPortWays, openSocketWays]) {
  const { wire, naive, close } = await openWays();
  // Both warm, so that neither pays for compiling the other.
  for (const way of [naive, wire]) await measure(way, { rate: 0, count: 50_000 });

  const flat = { rate: 0, count: 400_000 };
  const [flatNaive, flatWire] = [await measure(naive, flat), await measure(wire, flat)];
  show(naive, 'flat out', flatNaive);
  show(wire, 'flat out', flatWire);
  const fast = { rate: 20_000, count: 60_000 };
  const [fastNaive, fastWire] = [await measure(naive, fast), await measure(wire, fast)];
  show(naive, '20,000/s', fastNaive);
  show(wire, '20,000/s', fastWire);
  const slow = { rate: 200, count: 600 };
  const slowTransport = await measure(wire, slow);
  show(wire, '200/s', slowTransport);

  const firsts: number[] = [];
  for (let turn = 0; turn < 15; turn += 1) firsts.push((await measure(wire, { rate: 200, count: 4 })).firstMs);
  const line = wire.name.split(',')[0];
  const judged = (
    goal: 'P04' | 'P05',
    what: string,
    value: number,
    limit: { atMost: number } | { atLeast: number },
    unit: string,
  ) => judge({ goal, what: `${line}: ${what}`, value, limit, unit });
  const broken = [flatWire, fastWire, slowTransport].filter(({ isWhole }) => !isWhole).length;
  judged('P04', 'runs with a part lost or out of order', broken, { atMost: 0 }, '');
  const thousands = flatWire.partsPerSecond / 1000;
  const times = (flatWire.partsPerSecond / flatNaive.partsPerSecond).toFixed(1);
  judged(
    'P04',
    `parts per second, ${times} times as many as with one message per part`,
    thousands,
    { atLeast: 200 },
    'k',
  );
  const share = fastWire.microsecondsPerPart / fastNaive.microsecondsPerPart;
  judged('P04', 'CPU to receive 20,000 parts per second, vs one message per part', share, { atMost: 1 / 4 }, 'x');
  judged('P05', 'delay at 20,000 per second, p50', fastWire.p50Ms, { atMost: 8 }, 'ms');
  judged('P05', 'delay at 20,000 per second, p99', fastWire.p99Ms, { atMost: 20 }, 'ms');
  judged('P05', 'delay of the first part, median of 15 streams', median(firsts), { atMost: 2 }, 'ms');
  await close();
}

const shown = await measureInPage();
const cost = shown.wire.microsecondsPerPart / shown.naive.microsecondsPerPart;
judge({
  goal: 'P04',
  what: 'parts lost or out of order in a page',
  value: shown.broken,
  limit: { atMost: 0 },
  unit: '',
});
judge({
  goal: 'P04',
  what: 'longest time between two frames of a page that receives parts at full speed',
  value: shown.flatGapMs,
  limit: { atMost: 50 },
  unit: 'ms',
});
judge({
  goal: 'P04',
  what: 'CPU time of the page at 20,000 parts per second, vs one message and one state update per part',
  value: cost,
  limit: { atMost: 1 / 4 },
  unit: 'x',
});
process.exit();
