import AxeBuilder from '@axe-core/playwright';
import { expect, openDemoChat, panelIsThere, test } from './patchbay.ts';

test('documents are ranked, measured, and still there after a reload', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Rerank' }).click();
  await panelIsThere(page, 'Rerank');
  await page.getByRole('button', { name: 'Use a sample' }).click();
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('option', { name: /^demo-rerank rerank/ }).click();
  await page.getByRole('button', { name: 'Rerank', exact: true }).click();
  const order = page.getByRole('region', { name: 'New order' });
  await expect(order.getByRole('row')).toHaveCount(7);
  await order.getByRole('checkbox', { name: 'Rank 1 is relevant' }).click();
  await expect(order.getByRole('listitem').filter({ hasText: /^NDCG\s*1\.000$/ })).toBeVisible();
  await expect(page.getByText('have changed since')).toHaveCount(0);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  }

  await page.getByRole('textbox', { name: 'top_n' }).fill('2');
  await expect(page.getByText('have changed since')).toBeVisible();
  await page.getByRole('button', { name: 'Rerank', exact: true }).click();
  await expect(order.getByRole('row')).toHaveCount(3);

  await patchbay.kill();
  await patchbay.start();
  await page.goto('about:blank');
  await page.goto(patchbay.address());
  await page.getByRole('link', { name: 'Rerank' }).click();
  await expect(order.getByRole('row')).toHaveCount(3);
  await expect(order.getByRole('checkbox', { name: 'Rank 1 is relevant' })).toBeChecked();
});
