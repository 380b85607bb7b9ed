import { axeViolations } from './support/axe.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { detail, openTab, openWire, press, row } from './support/wire-acts.ts';

// The narrowest supported page: where space is short, controls collide.
test.use({ viewport: { width: 1024, height: 700 } });

for (const tabs of [
  ['Response', 'Raw', 'Sent'],
  ['Headers', 'Timeline', 'Chunks'],
])
  test(`axe reports no violations in the detail: ${tabs.join(', ')}`, async ({ page, patchbay }) => {
    await openDemoChat(page, patchbay);
    await openWire(page);
    await row(page, /model unknown/).click();
    for (const tab of tabs) {
      await openTab(page, tab);
      // A rejected exchange is shown with its cause; both load after the tab.
      if (tab === 'Sent') await expect(detail(page).getByLabel('Response body')).toBeVisible();
      expect(await axeViolations(page, { without: ['heading-order'] })).toEqual([]);
    }
  });

test('axe reports no violations in a list with an invalid filter', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await page.getByRole('textbox', { name: 'Filter exchanges' }).fill('status:5xx status:zz');
  await expect(page.getByText('status:zz means nothing')).toBeVisible();
  expect(await axeViolations(page, { without: ['heading-order'] })).toEqual([]);
});

test('axe reports no violations in the other views', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await page.getByRole('radio', { name: 'Waterfall' }).click();
  expect(await axeViolations(page, { without: ['heading-order'] })).toEqual([]);
  await press(page, row(page, /503/), 'e');
  await expect(page.getByRole('textbox', { name: 'JSON body' })).toBeVisible();
  expect(await axeViolations(page, { without: ['heading-order'] })).toEqual([]);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await row(page, /503/).click();
  await row(page, /chat\/completions.*200/).click({ modifiers: ['Control'] });
  await page.keyboard.press('d');
  await page.getByRole('tab', { name: 'Request body' }).click();
  await expect(page.locator('mark').first()).toBeVisible();
  expect(await axeViolations(page, { without: ['heading-order'] })).toEqual([]);
});
