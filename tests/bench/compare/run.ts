/**
 * Compare in the built page, through the browser host: twelve lanes that stream at the same time; a sheet of 1,000 rows and 4 lanes while it fills, and when it is opened again. Needs the build.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { openBrowser, openPage } from '../pages.ts';
import { laneCount, sheetLanes, tokensPerSecond } from './sizes.ts';
import { type Frames, watchFrames } from './watch-frames.ts';

const isLong = process.argv.includes('--long');
const watchMs = isLong ? 20_000 : 6000;
const rounds = isLong ? 9 : 3;
const [many, few] = [1000, 20];

async function startHost(pace: number, ...rows: number[]) {
  const host = fork(new URL('./host.ts', import.meta.url), [pace, ...rows].map(String));
  const [address] = (await once(host, 'message')) as [string];
  return { host, address };
}

const paced = await startHost(tokensPerSecond);
/** As fast as it can: a sheet measures how results are shown, not how long they take. */
const unpaced = await startHost(0, many, few);
const browser = await openBrowser();

async function openCompare({ address }: { address: string }): Promise<Page> {
  const page = await openPage(browser, address, { width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Twelve lanes' }).waitFor();
  return page;
}
const openNamed = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

/** The best of three: another program on the machine can take frames, but none can add one. */
async function watch(page: Page): Promise<Frames> {
  const rounds: Frames[] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await page.evaluate(watchFrames, watchMs));
  return {
    rate: Math.max(...rounds.map(({ rate }) => rate)),
    longestTaskMs: Math.min(...rounds.map(({ longestTaskMs }) => longestTaskMs)),
  };
}

async function watchLanes(): Promise<Frames> {
  const page = await openCompare(paced);
  await openNamed(page, 'Twelve lanes');
  await page.getByRole('article', { name: /^Lane L:/ }).waitFor();
  await page.getByRole('textbox', { name: 'Prompt for all lanes' }).press('Enter');
  await page
    .getByText('A very long answer')
    .nth(laneCount - 1)
    .waitFor();
  const own = await watch(page);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.context().close();
  return own;
}

/** Opens a sheet from the list and waits until its counts and a visible cell are there, in milliseconds. */
const openSheet = (page: Page, rows: number): Promise<number> =>
  page.evaluate(
    async ([title, rowCount, cells]) => {
      const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
      const row = [...document.querySelectorAll<HTMLElement>('nav [role="button"]')].find(({ textContent }) =>
        textContent?.startsWith(title),
      );
      if (!row) throw new Error(`no comparison ${title}`);
      const isThere = () =>
        document.querySelector(`main [role="option"][aria-setsize="${rowCount}"] .num`) !== null &&
        [...document.querySelectorAll('main [role="status"]')].some(
          ({ textContent }) => textContent?.replaceAll(',', '') === `${cells} of ${cells} done`,
        );
      const began = performance.now();
      row.click();
      while (!isThere()) {
        if (performance.now() - began > 30_000) throw new Error(`${title} did not open`);
        await nextFrame();
      }
      return performance.now() - began;
    },
    [`${rows} rows`, rows, rows * sheetLanes] as const,
  );

const heapMb = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { gc, performance: clock } = window as unknown as {
      gc: () => void;
      performance: { memory: { usedJSHeapSize: number } };
    };
    gc();
    return clock.memory.usedJSHeapSize / 1e6;
  });

async function fill(page: Page, rows: number, whileItFills?: () => Promise<void>): Promise<void> {
  await openNamed(page, `${rows} rows`);
  await page.getByRole('radio', { name: 'Sheet' }).click();
  await page.getByRole('textbox', { name: 'Prompt for all lanes' }).press('Enter');
  await page.getByRole('button', { name: /^Send [\d,]+ requests$/ }).click();
  await page.getByText(/^\d+ of [\d,]+ done$/).waitFor();
  await whileItFills?.();
  await page.getByText(/^([\d,]+) of \1 done$/).waitFor({ timeout: 300_000 });
}

try {
  const own = await watchLanes();
  const lanes = `${laneCount} lanes at ${tokensPerSecond} tokens per second each`;
  console.log(`  ${lanes}: ${JSON.stringify(own)}`);
  judge({ goal: 'COMPARE', what: `${lanes}, frames per second`, value: own.rate, limit: { atLeast: 58 }, unit: '' });
  judge({
    goal: 'COMPARE',
    what: `${lanes}, longest task`,
    value: own.longestTaskMs,
    limit: { atMost: 50 },
    unit: 'ms',
  });
  const page = await openCompare(unpaced);
  await fill(page, few);
  let filling: Frames | undefined;
  await fill(page, many, async () => {
    await page.mouse.move(720, 500);
    const watched = page.evaluate(watchFrames, watchMs);
    for (let turn = 0; turn < watchMs / 100; turn += 1) {
      await page.mouse.wheel(0, turn % 40 < 20 ? 400 : -400);
      await page.waitForTimeout(60);
    }
    filling = await watched;
  });
  const sheet = `a sheet of ${many.toLocaleString('en')} rows and ${sheetLanes} lanes`;
  judge({
    goal: 'COMPARE',
    what: `${sheet}, frames per second while it fills and is scrolled`,
    value: filling?.rate ?? 0,
    limit: { atLeast: 55 },
    unit: '',
  });
  const opened: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.reload();
    await page
      .getByRole('button', { name: `${few} rows` })
      .first()
      .waitFor();
    await openSheet(page, few);
    await page.waitForTimeout(1000);
    const before = await heapMb(page);
    opened.push(await openSheet(page, many));
    await page.waitForTimeout(1000);
    grown.push((await heapMb(page)) - before);
  }
  judge({
    goal: 'COMPARE',
    what: `open ${sheet} again`,
    value: median(opened),
    limit: { atMost: 300 },
    unit: 'ms',
  });
  judge({
    goal: 'COMPARE',
    what: `memory of the page with ${sheet}, above one of ${few} rows`,
    value: median(grown),
    limit: { atMost: 16 },
    unit: 'MB',
  });
  const elements = await page.evaluate(() => document.querySelectorAll('main *').length);
  judge({ goal: 'COMPARE', what: `DOM elements of ${sheet}`, value: elements, limit: { atMost: 1500 }, unit: '' });
} finally {
  await browser.close();
  paced.host.disconnect();
  unpaced.host.disconnect();
}

process.exit();
