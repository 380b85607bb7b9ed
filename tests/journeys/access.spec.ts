import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, openDemoChat, panelIsThere, test } from './patchbay.ts';
import { pickModel } from './wire-acts.ts';

/** What axe finds wrong, as `rule: place`; in the whole page, or in one part of it where only that has changed. */
async function complaints(page: Page, part?: string): Promise<string[]> {
  // The order of headings inside an answer is the model's, not the page's.
  const axe = new AxeBuilder({ page }).disableRules(['heading-order']);
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

// Contrast follows the theme and room follows the size, and neither follows the other: two of the four pairs show both.
for (const { colorScheme, viewport } of [
  { colorScheme: 'light', viewport: { width: 1024, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const)
  test.describe(`${colorScheme}, ${viewport.width} wide: axe has nothing to object to`, () => {
    // Colours in the middle of a transition are nobody's contrast.
    test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('on the first run, in an empty chat and in every panel', async ({ page, patchbay }) => {
      await page.goto(patchbay.address());
      await panelIsThere(page, 'First run');
      expect(await complaints(page)).toEqual([]);
      await openDemoChat(page, patchbay);
      await panelIsThere(page, 'Chat');
      await expect(page.getByTestId('status-connection')).toContainText('Connected');
      expect(await complaints(page)).toEqual([]);
      for (const panel of ['Checks', 'Wire', 'Models', 'Keys', 'Settings']) {
        await page.getByRole('link', { name: panel }).click();
        await panelIsThere(page, panel);
        expect(await complaints(page), panel).toEqual([]);
      }
    });

    test('in every panel that makes something, before it made anything', async ({ page, patchbay }) => {
      await openDemoChat(page, patchbay);
      for (const panel of ['Images', 'Audio', 'Realtime', 'Video', 'Embeddings', 'Rerank', 'Request']) {
        await page.getByRole('link', { name: panel, exact: true }).click();
        await panelIsThere(page, panel);
        expect(await complaints(page), panel).toEqual([]);
      }
    });

    test('in an answer and in what the wire drawer shows of it', async ({ page, patchbay }) => {
      await openDemoChat(page, patchbay);
      await page.getByRole('textbox', { name: 'Message' }).fill('Explain tables, code and math');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect(page.getByRole('article', { name: /^Answer of/ })).toHaveAttribute('aria-busy', 'false', {
        timeout: 30_000,
      });
      expect(await complaints(page)).toEqual([]);
      await page.keyboard.press('Control+j');
      for (const tab of ['Preview', 'Sent', 'Response', 'Events', 'Timeline']) {
        await page.getByRole('tab', { name: new RegExp(tab) }).click();
        await expect(page.getByRole('tabpanel', { name: new RegExp(tab) })).toBeVisible();
        expect(await complaints(page, 'section:has([role="tablist"])'), tab).toEqual([]);
      }
      await page.keyboard.press('Control+j');
      await pickModel(page, 'no-such-model');
      await page.getByRole('textbox', { name: 'Message' }).fill('ping');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect(page.getByRole('alert')).toContainText('no-such-model');
      expect(await complaints(page, 'main'), 'an answer that failed').toEqual([]);
    });
  });
