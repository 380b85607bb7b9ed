/**
 * From the navigation to the moment the composer can be used: the built page behind the browser host, in a fresh profile
 * each time. Also how much of what is drawn moves while it loads. Needs the build.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { openBrowser } from '../pages.ts';

const rounds = process.argv.includes('--long') ? 15 : 5;

const host = fork(new URL('../chat/host.ts', import.meta.url), ['0', '2']);
const [address] = (await once(host, 'message')) as [string];

interface Start {
  /** Milliseconds from the navigation until the composer is drawn and the main thread is free. */
  usableMs: number;
  /** Layout shift until then, as the browser scores it. */
  moved: number;
  requests: number;
}

/** Opens the page in a new browser, which has cached none of the files. */
async function start(): Promise<Start> {
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.addInitScript(() => {
      Object.assign(globalThis, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as unknown as { moved: number }).moved += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(address, { waitUntil: 'commit' });
    return await page.evaluate(
      () =>
        new Promise<Start>((resolve) => {
          const look = () => {
            if (!document.querySelector('main:not([aria-busy]) [data-composer] textarea')) {
              requestAnimationFrame(look);
              return;
            }
            // The frame after the one that drew it; a message is delivered when the tasks before it are done.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () =>
                resolve({
                  usableMs: performance.now(),
                  moved: (globalThis as unknown as { moved: number }).moved,
                  requests: performance.getEntriesByType('resource').length + 1,
                });
              port2.postMessage(null);
            });
          };
          look();
        }),
    );
  } finally {
    await browser.close();
  }
}

const starts: Start[] = [];
for (let round = 0; round < rounds; round += 1) starts.push(await start());
host.disconnect();
const of = (what: keyof Start) => median(starts.map((one) => one[what]));
console.log(`  ${of('requests')} requests`);
judge({
  goal: 'P16',
  what: 'time until the composer can be used, cold',
  value: of('usableMs'),
  limit: { atMost: 500 },
  unit: 'ms',
});
judge({
  goal: 'P16',
  what: 'layout shift while the page loads',
  value: of('moved'),
  limit: { atMost: 0.005 },
  unit: '',
});
process.exit();
