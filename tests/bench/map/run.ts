/**
 * The map of the embeddings panel in a browser without a graphics card: 10,000 points drawn and zoomed by its own renderer,
 * and how smooth the page stays while its worker lays out 10,000 vectors. Every
 * case in a fresh page, the cases of a round interleaved.
 */
import path from 'node:path';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { openBrowser, openPage, servePage } from '../pages.ts';
import type { Drawn, MapBench } from './page/main.ts';

const points = 10_000;
const rounds = process.argv.includes('--long') ? 9 : 3;

const served = await servePage(path.join(import.meta.dirname, 'page'));
const browser = await openBrowser();

async function inPage<T>(work: (bench: MapBench, count: number) => Promise<T>): Promise<T> {
  const page = await openPage(browser, served.url);
  try {
    await page.waitForFunction(() => 'bench' in window);
    const bench = await page.evaluateHandle(() => (window as unknown as { bench: MapBench }).bench);
    return (await bench.evaluate(work as never, points)) as T;
  } finally {
    await page.context().close();
  }
}

const drawn: Drawn[] = [];
for (let round = 0; round < rounds; round += 1) drawn.push(await inPage((bench, count) => bench.canvas(count)));
judge({
  goal: 'P21',
  what: `frames per second while ${points.toLocaleString('en')} points are zoomed and redrawn`,
  // Other load on the machine only costs frames.
  value: Math.max(...drawn.map(({ framesPerSecond }) => framesPerSecond)),
  limit: { atLeast: 55 },
  unit: '',
});
judge({
  goal: 'P21',
  what: 'time to the first frame with all points',
  value: median(drawn.map(({ firstMs }) => firstMs)),
  limit: { atMost: 100 },
  unit: 'ms',
});
const { idleMs, busyMs, loadMs } = await inPage((bench, count) => bench.gap(count));
judge({
  goal: 'P20',
  what: `longest time between two frames while the worker runs for ${(loadMs / 1000).toFixed(1)} s (idle page: ${idleMs.toFixed(0)} ms)`,
  value: busyMs,
  limit: { atMost: 50 },
  unit: 'ms',
});
await browser.close();
served.close();
process.exit();
