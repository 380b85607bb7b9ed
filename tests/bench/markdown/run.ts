/**
 * Streaming markdown beside react-markdown, streamdown and a floor that draws nothing, in one run of one browser.
 *
 *   node tests/bench/markdown/run.ts           about 90 s: stretches of a long answer
 *   node tests/bench/markdown/run.ts --long    whole answers of 10k and 50k tokens, about 6 minutes
 *
 * Prints one line per goal: the ratio, what it must be, and whether it is. Exit code 1 when a goal is missed.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../../browser.ts';
import type { Kind } from './corpus.ts';
import { type Measured, measureStream } from './measure.ts';
import { servePage } from './serve.ts';

const isLong = process.argv.includes('--long');
const perSecond = 2000;

interface Goal {
  id: string;
  text: string;
  value: number;
  limit: number;
  unit: string;
}

const page = await servePage();
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
  ...(env && { env: { ...process.env, ...env } as Record<string, string> }),
});

async function run(variant: string, kind: Kind, fromTokens: number, toTokens: number): Promise<Measured> {
  const measured = await measureStream(browser, page.url, { variant, kind, fromTokens, toTokens, perSecond });
  const { taskMs, scriptMs, paints, perPaintMs, dropped, longestTaskMs, lastPaintMs, elements } = measured;
  const cells = [
    variant.padEnd(15),
    `${kind} ${fromTokens / 1000}k-${toTokens / 1000}k`.padEnd(15),
    `task ${taskMs.toFixed(0)} ms`.padEnd(15),
    `script ${scriptMs.toFixed(0)} ms`.padEnd(17),
    `${paints} paints`.padEnd(12),
    `${perPaintMs.toFixed(2)} ms each`.padEnd(14),
    `${(dropped * 100).toFixed(1)} % dropped`.padEnd(15),
    `longest ${longestTaskMs.toFixed(0)} ms`.padEnd(16),
    `last ${lastPaintMs.toFixed(0)} ms`.padEnd(13),
    `${elements} elements`,
  ];
  console.log(cells.join(' '));
  return measured;
}

const goals: Goal[] = [];
try {
  // The short form takes the middle fifth of a 50k answer for the whole of it, and its first and last fifth for growth.
  const [from, to] = isLong ? [0, 50_000] : [20_000, 30_000];
  const floor = await run('floor', 'mixed', from, to);
  const above = (measured: Measured, base: Measured) => Math.max(0.01, measured.perPaintMs - base.perPaintMs);
  const own = await run('own', 'mixed', from, to);
  const streamdown = await run('streamdown', 'mixed', from, to);
  const reactMarkdown = await run('react-markdown', 'mixed', from, to);
  const early = await run('own', 'mixed', 0, 10_000);
  const late = isLong ? own : await run('own', 'mixed', 40_000, 50_000);
  const perPaint = above(own, floor);
  goals.push(
    {
      id: 'P6',
      text: 'time per painted frame, of react-markdown',
      value: perPaint / above(reactMarkdown, floor),
      limit: 1 / 20,
      unit: 'x',
    },
    {
      id: 'P6',
      text: 'time per painted frame, of streamdown',
      value: perPaint / above(streamdown, floor),
      limit: 1 / 3,
      unit: 'x',
    },
    {
      id: 'P7',
      text: 'time per painted frame, 50k of 10k',
      value: above(late, floor) / above(early, floor),
      limit: 1.25,
      unit: 'x',
    },
    { id: 'P9', text: 'dropped frames', value: late.dropped * 100, limit: 2, unit: '%' },
    { id: 'P9', text: 'longest task', value: late.longestTaskMs, limit: 50, unit: 'ms' },
    { id: 'P9', text: 'last text painted after its arrival', value: late.lastPaintMs, limit: 50, unit: 'ms' },
  );
  for (const kind of ['code', 'list', 'table'] as const) {
    const start = isLong ? 0 : 5000;
    const mine = await run('own', kind, start, 10_000);
    const theirs = await run('streamdown', kind, start, 10_000);
    goals.push(
      {
        id: 'P10',
        text: `giant ${kind}, time of streamdown`,
        value: mine.taskMs / theirs.taskMs,
        limit: 0.5,
        unit: 'x',
      },
      { id: 'P10', text: `giant ${kind}, dropped frames`, value: mine.dropped * 100, limit: 3, unit: '%' },
    );
  }
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(page.url);
  await tab.waitForFunction(() => 'bench' in window);
  const { plainMs, colourMs } = await tab.evaluate(() => window.bench.colour(10_000));
  console.log(`colouring 10 KB of TypeScript: ${colourMs.toFixed(1)} ms, as plain text ${plainMs.toFixed(1)} ms`);
  goals.push({
    id: 'P15',
    text: 'colouring a closed fence, of inserting it plain',
    value: colourMs / plainMs,
    limit: 5,
    unit: 'x',
  });
} finally {
  await browser.close();
  page.close();
}

console.log(`\n${isLong ? 'whole answers' : 'stretches of an answer (short form)'}, ${perSecond} chunks/s`);
for (const { id, text, value, limit, unit } of goals) {
  const ratio =
    unit === 'x' && limit < 1
      ? `1/${(1 / value).toFixed(1)} (at most 1/${(1 / limit).toFixed(0)})`
      : `${value.toFixed(2)} ${unit} (at most ${limit} ${unit})`;
  console.log(`${value <= limit ? 'met   ' : 'MISSED'} ${id.padEnd(4)} ${text}: ${ratio}`);
}
process.exitCode = goals.every((goal) => goal.value <= goal.limit) ? 0 : 1;
