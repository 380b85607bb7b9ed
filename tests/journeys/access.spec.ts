import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, openDemoChat, panelIsThere, test } from './patchbay.ts';

/** What axe finds wrong, as `rule: place`. */
async function complaints(page: Page): Promise<string[]> {
  // The order of headings inside an answer is the model's, not the page's.
  const { violations } = await new AxeBuilder({ page }).disableRules(['heading-order']).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ])
    test.describe(`${colorScheme}, ${viewport.width} wide`, () => {
      // Colours in the middle of a transition are nobody's contrast.
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('no screen has anything axe objects to', async ({ page, patchbay }) => {
        await page.goto(patchbay.address());
        await expect(page.getByRole('button', { name: /Start the demo gateway/ })).toBeVisible();
        expect(await complaints(page)).toEqual([]);
        await openDemoChat(page, patchbay);
        await panelIsThere(page, 'Chat');
        await expect(page.getByText(/^Connected/)).toBeVisible();
        expect(await complaints(page)).toEqual([]);
        await page.getByRole('textbox', { name: 'Message' }).fill('Explain tables, code and math');
        await page.getByRole('textbox', { name: 'Message' }).press('Enter');
        await expect(page.getByRole('article', { name: /^Answer of/ })).toHaveAttribute('aria-busy', 'false', {
          timeout: 30_000,
        });
        await page.keyboard.press('Control+j');
        for (const tab of ['Preview', 'Sent', 'Response', 'Events', 'Timeline']) {
          await page.getByRole('tab', { name: new RegExp(tab) }).click();
          expect(await complaints(page)).toEqual([]);
        }
        for (const panel of ['Settings', 'Keys']) {
          await page.getByRole('link', { name: panel }).click();
          await panelIsThere(page, panel);
          expect(await complaints(page)).toEqual([]);
        }
      });
    });
