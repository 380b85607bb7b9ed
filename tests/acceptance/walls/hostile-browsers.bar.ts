import { chromium } from '@playwright/test';
import { findChromium } from '../../support/browser.ts';
import { besiege, oldBrowser, rebind, type Siege } from '../../support/hostile/browsers.ts';
import type { Bar } from '../bar.ts';

/** How much of an attack got in: a handler call, a readable response, a script that ran. */
function gains({ reached, heard, ran }: Siege): string[] {
  const handlers = Object.entries(reached).filter(([, count]) => count > 0);
  const read = Object.entries(heard).filter(([, word]) => word === 'ok' || /^[12]/.test(word));
  return [...handlers.map(([name]) => name), ...read.map(([name]) => name), ...(ran ? ['a script ran'] : [])];
}

export const bar: Bar = {
  promise: 'A page under a rebound name, on another port or in a file reaches no handler in a real browser.',
  needs: () =>
    findChromium().then(
      () => null,
      () => 'Chromium is missing',
    ),
  async run({ long }) {
    const runs = long ? 100 : 3;
    const found = await findChromium();
    const browser = await chromium.launch({
      ...found,
      args: ['--no-sandbox', ...oldBrowser],
    });
    try {
      const found: string[] = [];
      for (let run = 0; run < runs; run += 1)
        for (const siege of [await rebind(browser), await besiege(browser, 'port'), await besiege(browser, 'file')])
          found.push(...gains(siege));
      const figure = `${runs} runs of 3 pages with 16 attempts each, ${found.length} succeeded${found[0] ? ` (${found[0]})` : ''}`;
      return { figure, held: found.length === 0 };
    } finally {
      await browser.close();
    }
  },
};
