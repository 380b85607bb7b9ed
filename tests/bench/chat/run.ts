/**
 * A chat of 10,000 messages in the real panel, in the built page, through the browser host: opened, compared with one of
 * 20; followed at its bottom while a reply streams, read further up meanwhile,
 * and scrolled through with a wheel. Needs the build.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import { openBrowser, openPage } from '../pages.ts';
import { type Opened, openConversation, watchTranscript } from './in-page.ts';

const [many, few] = [10_000, 20];
const isLong = process.argv.includes('--long');
const rounds = isLong ? 9 : 3;
const watchMs = isLong ? 10_000 : 4000;
const format = (count: number) => count.toLocaleString('en');
const titleOf = (length: number) => `${length} messages`;

const host = fork(new URL('./host.ts', import.meta.url), ['400', String(many), String(few), '2']);
const [address] = (await once(host, 'message')) as [string];
const browser = await openBrowser();

async function openChats(): Promise<Page> {
  const page = await openPage(browser, address, { width: 1440, height: 900 });
  await page
    .getByRole('link', { name: 'Chat' })
    .or(page.getByRole('button', { name: 'Chat' }))
    .first()
    .click();
  await page.locator('nav').getByText(titleOf(many)).waitFor();
  // The code that renders turns is fetched with the first conversation.
  await page.evaluate(openConversation, titleOf(2));
  return page;
}

interface Opening {
  first: Opened;
  again: Opened;
}

/** A chat opens at a frame: the mean of several openings is finer than one of them. */
const reopenings = 5;

/** In a fresh page: for the first time, from the library, and again after another one, from the page's memory. */
async function openReal(length: number): Promise<Opening> {
  const page = await openChats();
  const first = await page.evaluate(openConversation, titleOf(length));
  const again = { ms: 0, elements: 0 };
  for (let turn = 0; turn < reopenings; turn += 1) {
    await page.evaluate(openConversation, titleOf(2));
    const { ms, elements } = await page.evaluate(openConversation, titleOf(length));
    again.ms += ms / reopenings;
    again.elements = elements;
  }
  await page.context().close();
  return { first, again };
}

const long: Opening[] = [];
const short: Opening[] = [];
for (let round = 0; round < rounds; round += 1) {
  long.push(await openReal(many));
  short.push(await openReal(few));
}
const [longMs, shortMs] = [median(long.map(({ again }) => again.ms)), median(short.map(({ again }) => again.ms))];
const [longFirstMs, shortFirstMs] = [long, short].map((all) => median(all.map(({ first }) => first.ms))) as [
  number,
  number,
];
console.log(
  `  ${many} messages: first ${longFirstMs.toFixed(0)} ms, again ${longMs.toFixed(0)} ms; ${few}: ${shortFirstMs.toFixed(0)}, ${shortMs.toFixed(0)} ms`,
);
judge({
  goal: 'P12',
  what: `open a stored chat of ${format(many)} messages`,
  value: longFirstMs,
  limit: { atMost: 300 },
  unit: 'ms',
});
judge({
  goal: 'P12',
  what: 'open it again from memory',
  value: longMs,
  limit: { atMost: 300 },
  unit: 'ms',
});
judge({
  goal: 'P12',
  what: 'DOM elements of its transcript',
  value: Math.max(...long.map(({ again }) => again.elements)),
  limit: { atMost: 300 },
  unit: '',
});

/** Sends a question with a long reply, and waits until it streams. */
async function startStreaming(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('Tell me all of it.');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await page.locator('article[aria-busy="true"]').getByText('A very long answer').waitFor();
}

const page = await openChats();
await page.evaluate(openConversation, titleOf(many));
await startStreaming(page);
const watch = { title: titleOf(many), ms: watchMs };
const bottom = await page.evaluate(watchTranscript, watch);
judge({
  goal: 'P13',
  what: `frames not at the bottom while a reply streams below ${format(many)} messages`,
  value: bottom.offBottom,
  limit: { atMost: 0 },
  unit: '',
});
judge({
  goal: 'P13',
  what: 'frame rate meanwhile, share of 60 per second',
  value: (bottom.frames / bottom.seconds / 60) * 100,
  limit: { atLeast: 95 },
  unit: '%',
});
await page.mouse.move(720, 400);
await page.mouse.wheel(0, -1500);
await page.waitForTimeout(700);
const above = await page.evaluate(watchTranscript, watch);
if (above.grown <= 0) throw new Error('Nothing streamed while earlier messages were shown.');
judge({
  goal: 'P13',
  what: 'scroll drift of earlier messages while a reply grows below',
  value: above.driftPx,
  limit: { atMost: 0 },
  unit: 'px',
});
const rolled = page.evaluate(watchTranscript, { ...watch, ms: 3000 });
for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, -1500);
const { blank, frames } = await rolled;
judge({
  goal: 'P13',
  what: 'frames with a blank middle, 1,500 px per wheel step',
  value: (blank / frames) * 100,
  limit: { atMost: 3 },
  unit: '%',
});
await browser.close();
host.disconnect();
process.exit();
