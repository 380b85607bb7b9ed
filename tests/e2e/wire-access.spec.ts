import { axeViolations } from './support/axe.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { detail, openTab, openWire, press, row } from './support/wire-acts.ts';

// The narrowest supported page: where space is short, controls collide.
test.use({ viewport: { width: 1024, height: 700 } });

test('axe reports no violations in any view of the panel', async ({ page, patchbay }) => {
  const look = async (where: string) =>
    expect.soft(await axeViolations(page, { without: ['heading-order'] }), where).toEqual([]);
  await openDemoChat(page, patchbay);
  await openWire(page);
  await row(page, /Model not found/).click();
  for (const tab of ['Reply', 'Request', 'Response', 'Events', 'Timing']) {
    await openTab(page, tab);
    // A rejected exchange is shown with its cause; both load after the tab.
    if (tab === 'Request') await expect(detail(page).getByLabel('Response body')).toBeVisible();
    await look(tab);
  }

  const filter = page.getByRole('textbox', { name: 'Filter requests' });
  await filter.fill('status:5xx status:zz');
  await expect(page.getByText('status:zz is invalid')).toBeVisible();
  await look('an invalid filter');
  await filter.fill('');

  await page.getByRole('radio', { name: 'Waterfall' }).click();
  await look('the waterfall');
  await press(page, row(page, /503/), 'e');
  await expect(page.getByRole('textbox', { name: 'JSON body' })).toBeVisible();
  await look('the editor');
  await page.getByRole('link', { name: 'Wire' }).click();
  await row(page, /503/).click();
  await row(page, /chat\/completions.*200/).click({ modifiers: ['Control'] });
  await page.keyboard.press('d');
  await page.getByRole('tab', { name: 'Request body' }).click();
  await expect(page.locator('mark').first()).toBeVisible();
  await look('a comparison');
});
