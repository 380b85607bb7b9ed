import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { openBrowser, openPage, readThreadTimes, servePage } from '../pages.ts';
import type { Order } from './contract.ts';
import type { BridgeBench, Shown } from './page/main.tsx';

export interface InPage {
  wire: { microsecondsPerPart: number };
  naive: { microsecondsPerPart: number };
  flatGapMs: number;
  /** Runs with a part lost or out of order. */
  broken: number;
}

/** The same parts over a WebSocket into a page that shows them, in a fresh page each. */
export async function measureInPage(): Promise<InPage> {
  const served = await servePage(path.join(import.meta.dirname, 'page'));
  const worker = new Worker(new URL('./source.ts', import.meta.url));
  worker.postMessage({});
  const [{ socketPort }] = (await once(worker, 'message')) as [{ socketPort: number }];
  const browser = await openBrowser();

  async function run(way: 'wire' | 'naive', order: Order): Promise<Shown & { taskMs: number }> {
    const page = await openPage(browser, served.url);
    await page.waitForFunction(() => 'bench' in window);
    const times = await readThreadTimes(page);
    const before = await times();
    const shown = await page.evaluate(
      ([given, wanted, address]) => (window as unknown as { bench: BridgeBench }).bench(given, wanted, address),
      [way, order, `ws://127.0.0.1:${socketPort}/${way}`] as const,
    );
    const { taskMs } = await times();
    await page.context().close();
    console.log(
      `page, ${way} ${order.rate === 0 ? 'flat out' : `${order.rate}/s`}: ${(((taskMs - before.taskMs) * 1000) / order.count).toFixed(2)} µs/part, longest gap ${shown.gapMs.toFixed(0)} ms, ${(order.count / shown.ms).toFixed(0)} k/s`,
    );
    return { ...shown, taskMs: taskMs - before.taskMs };
  }

  const fast: Order = { rate: 20_000, count: 60_000 };
  const wire = await run('wire', fast);
  const naive = await run('naive', fast);
  const flat = [];
  // Other load on the machine causes gaps, too: the smoothest of three counts.
  for (let round = 0; round < 3; round += 1) flat.push(await run('wire', { rate: 0, count: 400_000 }));
  await browser.close();
  served.close();
  await worker.terminate();
  const perPart = ({ taskMs }: { taskMs: number }) => ({ microsecondsPerPart: (taskMs * 1000) / fast.count });
  return {
    wire: perPart(wire),
    naive: perPart(naive),
    flatGapMs: Math.min(...flat.map(({ gapMs }) => gapMs)),
    broken: [wire, naive, ...flat].filter(({ isWhole }) => !isWhole).length,
  };
}
