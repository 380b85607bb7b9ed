import { openClient } from '../support/open-client.ts';
import { openAt } from './support/open-at.ts';
import { test } from './support/patchbay.ts';

for (const [w, h] of [[1440, 900], [1024, 700]] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`shots ${w} ${theme}`, async ({ page, patchbay }) => {
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: theme });
      await openAt(page, patchbay);
      const { client, close } = await openClient(patchbay.address());
      await client.prompts.save({ id: 'a', name: 'Translate', text: 'Translate to {{language}}: {{text}}', revision: 0 });
      await client.prompts.save({ id: 'b', name: 'Warm', text: '', revision: 0, preset: { scope: 'chat chat', values: { temperature: { on: true, value: 1.2 }, seed: { on: false, value: 3 } } } });
      close();
      const shot = (name: string) => page.screenshot({ path: `/tmp/faults/shots/${name}-${w}-${theme}.png` });
      await page.getByRole('main').getByRole('button', { name: /^Model/ }).click();
      await page.getByRole('combobox', { name: /model/i }).waitFor();
      await page.waitForTimeout(400);
      await shot('picker');
      await page.getByRole('button', { name: 'Simulate failure…' }).click();
      await page.getByRole('dialog', { name: 'Simulate a failure' }).waitFor();
      await page.waitForTimeout(400);
      await shot('menu');
      await page.keyboard.type('quota');
      await page.waitForTimeout(200);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(400);
      await shot('status');
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText('Demo gateway').first().waitFor();
      await page.locator('#setting-demo').scrollIntoViewIfNeeded();
      await page.waitForTimeout(300);
      await shot('settings');
      await page.getByRole('button', { name: 'Manage saved' }).click();
      await page.getByRole('dialog', { name: 'Saved' }).waitFor();
      await page.waitForTimeout(400);
      await shot('saved');
      await page.getByRole('button', { name: /^Warm/ }).first().click();
      await page.waitForTimeout(400);
      await shot('preset');
    });
