import type { Browser } from '@playwright/test';
import type { StreamAsk, StreamResult } from './page/main.tsx';

export interface Measured extends StreamResult {
  /** CPU time of the page's main thread while the text streamed: script, style, layout, paint. */
  taskMs: number;
  scriptMs: number;
  /** Main-thread time per painted frame; the floor has to be taken off by the reader. */
  perPaintMs: number;
}

/** One stream in a fresh page. Times are thread time, so other work on the machine does not count. */
export async function measureStream(browser: Browser, url: string, ask: StreamAsk): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate((given) => window.bench.prepare(given), ask);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const read = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
      return { task: value('TaskDuration'), script: value('ScriptDuration') };
    };
    const before = await read();
    const result = await page.evaluate((given) => window.bench.stream(given), ask);
    const after = await read();
    const taskMs = after.task - before.task;
    return {
      ...result,
      taskMs,
      scriptMs: after.script - before.script,
      perPaintMs: taskMs / Math.max(1, result.paints),
    };
  } finally {
    await context.close();
  }
}

/** Inserting 10 KB of finished code, and colouring it. */
export async function measureColour(
  browser: Browser,
  url: string,
): Promise<{ plainMs: number; colourMs: number; readMs: number }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in window);
    return await page.evaluate(() => window.bench.colour(10_000));
  } finally {
    await context.close();
  }
}
