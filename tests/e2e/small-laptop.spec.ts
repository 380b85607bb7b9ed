import type { Locator } from '@playwright/test';
import { openAt } from './support/open-at.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

// A laptop of 1920 x 1080 pixels whose system draws everything at 150 %.
test.use({ viewport: { width: 1280, height: 720 } });

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('not drawn');
  return box;
};

test('the key and the model keep their names while the path gives way', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill('faulty/cut-mid-stream');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('main').getByText('Interrupted', { exact: true })).toBeVisible();
  const isCut = (name: RegExp) =>
    page
      .getByRole('button', { name })
      .locator('.cut-text')
      .evaluate((words) => words.scrollWidth > words.clientWidth);
  expect(await Promise.all([/^Key/, /^Model/, /^Route/].map(isCut))).toEqual([false, false, true]);
});

test('the documents of a ranking keep their words', async ({ page, patchbay }) => {
  await openAt(page, patchbay, { panel: 'rerank', model: 'demo-rerank' });
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Rerank/ })
    .click();
  const first = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').first();
  await expect(first).toContainText('A refund that has not arrived');
  // The original order on the left, the new one on the right.
  for (const words of [first.getByText('Refunds are paid'), first.getByText('A refund that has not arrived')])
    expect((await boxOf(words)).width).toBeGreaterThan(110);
});

test('a notification leaves the buttons of a dialog free', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('textbox', { name: 'Message' }).fill('Find bugs');
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as prompt…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Review');
  await page.keyboard.press('Enter');
  // A panel without a composer, where notifications are at the lower edge.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Manage saved' }).click();
  const library = page.getByRole('dialog', { name: 'Saved' });
  await library.getByRole('button', { name: 'Export all' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('prompts.json')).toBeVisible();
  // The pointer keeps it open.
  await toasts.hover();
  const close = library.getByRole('button', { name: 'Close' }).first();
  await expect(async () => {
    const [notice, button] = await Promise.all([boxOf(toasts), boxOf(close)]);
    const isApart = notice.y + notice.height <= button.y || button.y + button.height <= notice.y;
    expect(isApart).toBe(true);
  }).toPass();
});

test('a file that cannot be restored is reported where it can be seen', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.getByRole('link', { name: 'Settings' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Restore from file…' }).click();
  await (await chooser).setFiles({ name: 'notes.tar', mimeType: 'application/x-tar', buffer: Buffer.from('notes') });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport({ ratio: 1 });
});
