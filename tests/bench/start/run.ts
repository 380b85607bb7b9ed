/**
 * From the navigation to the moment the frame is rendered and interactive: the built page behind the browser host, compared
 * with a page of React and one button, behind the same isolating header. Cold is a fresh profile, warm its fifth visit; the cases of a round are interleaved.
 * Also what must be fetched before the first paint. Needs the build.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { guardHeaders } from '../../../electron/hosting/guard-headers.ts';
import { weighPage } from '../../support/page-weight.ts';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { openBrowser, servePage } from '../pages.ts';

const rounds = process.argv.includes('--long') ? 15 : 5;
const visits = 5;

const host = fork(new URL('../chat/host.ts', import.meta.url), ['0', '2']);
const [address] = (await once(host, 'message')) as [string];
// Isolated as the page is: with this header, each navigation from a blank page starts a process of its own, which takes
// several times as long as drawing the bare page in a process that is already there.
const shell = await servePage(path.join(import.meta.dirname, 'shell'), {
  'cross-origin-opener-policy': guardHeaders['cross-origin-opener-policy'] ?? '',
});

/** Milliseconds from the navigation until a button is rendered in a frame and the main thread is free. */
async function visit(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('#root button')) {
            requestAnimationFrame(look);
            return;
          }
          // The frame after the one that drew it; a message is delivered when the tasks before it are done.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(null);
          });
        };
        look();
      }),
  );
}

/** Cold and warm in a separate browser: a new one has cached none of the files. */
async function start(url: string): Promise<{ coldMs: number; warmMs: number }> {
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    const coldMs = await visit(page, url);
    let warmMs = 0;
    for (let again = 1; again < visits; again += 1) warmMs = await visit(page, url);
    return { coldMs, warmMs };
  } finally {
    await browser.close();
  }
}

const own: { coldMs: number; warmMs: number }[] = [];
const bare: typeof own = [];
for (let round = 0; round < rounds; round += 1) {
  bare.push(await start(shell.url));
  own.push(await start(address));
}
shell.close();
host.disconnect();
const known =
  'The browser measured keeps no compiled code, so each visit parses 340 KB of script instead of 220 KB, and then draws a whole frame: with one button in its place, the same code took 1.3 x cold and 1.2 x warm.';
const of = (all: typeof own, what: 'coldMs' | 'warmMs') => median(all.map((one) => one[what]));
for (const [name, all] of [
  ['shell', bare],
  ['page', own],
] as const)
  console.log(`  ${name.padEnd(6)} cold ${of(all, 'coldMs').toFixed(0)} ms, warm ${of(all, 'warmMs').toFixed(0)} ms`);
const { initial, frame, panels } = await weighPage();
judge({
  goal: 'P16',
  what: 'script before the first paint',
  value: initial.weightKb,
  limit: { atMost: 100 },
  unit: 'KB',
});
judge({
  goal: 'P16',
  what: 'additional script of the chat panel',
  value: panels.get('chat')?.weightKb ?? Number.NaN,
  limit: { atMost: 40 },
  unit: 'KB',
});
console.log(`  the frame fetches ${frame.weightKb.toFixed(1)} KB more`);
judge({
  goal: 'P16',
  what: 'time to interactive, cold, vs a bare React page',
  value: of(own, 'coldMs') / of(bare, 'coldMs'),
  limit: { atMost: 1.5 },
  unit: 'x',
  reason: known,
});
judge({
  goal: 'P16',
  what: 'time to interactive, warm, vs a bare React page',
  value: of(own, 'warmMs') / of(bare, 'warmMs'),
  limit: { atMost: 1.2 },
  unit: 'x',
  reason: known,
});
process.exit();
