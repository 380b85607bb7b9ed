import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

test('a toast appears above the composer at the edge of the work area, and stays with its panel', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Hello');
  await message.press('Enter');
  await page.getByRole('button', { name: 'cURL' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText(/copied/i)).toBeVisible();
  // The pointer keeps it open.
  await toasts.hover();
  await expect(async () => {
    const toast = await toasts.boundingBox();
    const composer = await page.locator('[data-composer]').boundingBox();
    if (!toast || !composer) throw new Error('not drawn');
    expect(toast.y + toast.height).toBeLessThan(composer.y);
    expect(Math.round(toast.x + toast.width)).toBe(Math.round(composer.x + composer.width));
  }).toPass();
  // The next confirmation takes its place, so that repeated acts pile nothing over the controls.
  await page.getByRole('button', { name: 'cURL' }).click();
  await page.getByRole('button', { name: 'cURL' }).click();
  await expect(toasts.getByText(/copied/i)).toHaveCount(1);
  await page.getByRole('link', { name: 'Wire' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Wire' })).toBeVisible();
  await expect(toasts.getByText(/copied/i)).toHaveCount(0);
});
