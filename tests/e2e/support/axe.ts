import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';

interface Look {
  /** A selector: checks only this part, where only it has changed. */
  part?: string;
  /** Rules that do not apply here. */
  without?: readonly string[];
  /** Checks only these rules, and only in the current theme. */
  only?: readonly string[];
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that the other theme can break where the first one passes them. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe violations as `rule: place`: by all rules in the current theme, and by the color rules in the other one, too.
 * Afterwards the page has its first theme again, without motion: the contrast of colors in the middle of a transition is
 * meaningless.
 */
export async function axeViolations(page: Page, { part, without = [], only }: Look = {}): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const shown = await run(page, part, only ? { runOnly: [...only] } : { rules });
  if (only) return shown;

  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  const other = await run(page, part, { runOnly: colourRules });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return [...shown, ...other.map((complaint) => `${isDark ? 'light' : 'dark'}: ${complaint}`)];
}

/** One check. The library is in the page already; only its violations are processed. */
const run = (page: Page, part: string | undefined, options: Axe.RunOptions): Promise<string[]> =>
  page.evaluate(
    async ([place, given]) => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(place ?? document, { ...given, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    [part, options] as const,
  );
