import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

test('a failure is selected behind the model, fails every request until it is cleared, and is in no list of models', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill('faulty');
  await expect(page.getByRole('listbox', { name: 'Models' }).getByRole('option')).toHaveText(['Use “faulty”']);
  await page.getByRole('button', { name: 'Simulate failure…' }).click();
  const menu = page.getByRole('dialog', { name: 'Simulate a failure' });
  await expect(menu.getByText('Rejected or failed')).toBeVisible();
  await menu.getByRole('combobox', { name: 'Search failures' }).fill('quota used');
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  const status = page.getByRole('button', { name: 'Simulating: 403 Quota used up' });
  await expect(status).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert').first()).toBeVisible();
  await status.click();
  await expect(menu.getByRole('option', { selected: true })).toContainText('403 Quota used up');
  await menu.getByRole('listbox').press('Home');
  await page.keyboard.press('Enter');
  await expect(status).toHaveCount(0);
});
