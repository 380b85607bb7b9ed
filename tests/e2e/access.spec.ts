import { axeViolations } from './support/axe.ts';
import { labelsThatDoNotFit } from './support/labels.ts';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';
import { pickModel } from './support/wire-acts.ts';

// The order of headings inside a reply is the model's, not the page's.
const without = ['heading-order'];

test.describe('axe reports no violations', () => {
  // The narrowest supported page: where space is short, controls collide.
  test.use({ viewport: { width: 1024, height: 700 } });

  test('on the first run, in an empty chat and in every panel, and every label fits', async ({ page, patchbay }) => {
    await page.goto(patchbay.address());
    await panelIsThere(page, 'Get started');
    expect(await labelsThatDoNotFit(page)).toEqual([]);
    expect(await axeViolations(page, { without })).toEqual([]);
    await openDemoChat(page, patchbay);
    await panelIsThere(page, 'Chat');
    await expect(page.getByTestId('status-connection')).toContainText('Connected');
    expect(await axeViolations(page, { without })).toEqual([]);
    for (const panel of ['Checks', 'Wire', 'Models', 'Connections', 'Settings']) {
      await page.getByRole('link', { name: panel }).click();
      await panelIsThere(page, panel);
      expect(await labelsThatDoNotFit(page), panel).toEqual([]);
      expect(await axeViolations(page, { without }), panel).toEqual([]);
    }
    // Before anything was generated.
    for (const panel of ['Images', 'Audio', 'Realtime', 'Video', 'Embeddings', 'Rerank', 'Request']) {
      await page.getByRole('link', { name: panel, exact: true }).click();
      await panelIsThere(page, panel);
      expect(await labelsThatDoNotFit(page), panel).toEqual([]);
      expect(await axeViolations(page, { without }), panel).toEqual([]);
    }
  });

  test('in a reply and in what the wire drawer shows of it', async ({ page, patchbay }) => {
    await openDemoChat(page, patchbay);
    await page.getByRole('textbox', { name: 'Message' }).fill('Explain tables, code and math');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveAttribute('aria-busy', 'false', {
      timeout: 30_000,
    });
    expect(await axeViolations(page, { without })).toEqual([]);
    await page.keyboard.press('Control+j');
    for (const tab of ['Reply', 'Request', 'Response', 'Events', 'Timing']) {
      await page.getByRole('tab', { name: new RegExp(tab) }).click();
      await expect(page.getByRole('tabpanel', { name: new RegExp(tab) })).toBeVisible();
      expect(await axeViolations(page, { part: 'section:has([role="tablist"])', without }), tab).toEqual([]);
    }
    await page.keyboard.press('Control+j');
    await pickModel(page, 'no-such-model');
    await page.getByRole('textbox', { name: 'Message' }).fill('ping');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('no-such-model');
    expect(await axeViolations(page, { part: 'main', without }), 'an answer that failed').toEqual([]);
  });
});
