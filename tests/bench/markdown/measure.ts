import type { Browser } from '@playwright/test';
import { openPage, readThreadTimes } from '../pages.ts';
import type { StreamAsk, StreamResult } from './page/main.tsx';

export interface Measured extends StreamResult {
  /** CPU time of the page's main thread while the text streamed: script, style, layout, paint. */
  taskMs: number;
  scriptMs: number;
  /** Main-thread time per painted frame; the floor is to be subtracted by the caller. */
  perPaintMs: number;
}

/** One stream in a fresh page. Times are thread time, so other load on the machine does not count. */
export async function measureStream(browser: Browser, url: string, ask: StreamAsk): Promise<Measured> {
  const page = await openPage(browser, url);
  try {
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate((given) => window.bench.prepare(given), ask);
    const times = await readThreadTimes(page);
    const before = await times();
    const result = await page.evaluate((given) => window.bench.stream(given), ask);
    const after = await times();
    const taskMs = after.taskMs - before.taskMs;
    const scriptMs = after.scriptMs - before.scriptMs;
    return { ...result, taskMs, scriptMs, perPaintMs: taskMs / Math.max(1, result.paints) };
  } finally {
    await page.context().close();
  }
}

/** Inserting 10 KB of finished code, and highlighting it. */
export async function measureColor(
  browser: Browser,
  url: string,
): Promise<{ plainMs: number; colorMs: number; readMs: number }> {
  const page = await openPage(browser, url);
  try {
    await page.waitForFunction(() => 'bench' in window);
    return await page.evaluate(() => window.bench.color(10_000));
  } finally {
    await page.context().close();
  }
}

/** Thread time of rendering a whole text at once: the minimum of three. */
export async function measureShow(browser: Browser, url: string, text: string): Promise<number> {
  const page = await openPage(browser, url);
  try {
    await page.waitForFunction(() => 'bench' in window);
    const times = await readThreadTimes(page);
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await times();
      await page.evaluate((given) => window.bench.show(given), text);
      took.push((await times()).taskMs - before.taskMs);
    }
    return Math.min(...took);
  } finally {
    await page.context().close();
  }
}
