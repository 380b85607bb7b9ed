import type { Page } from '@playwright/test';
import { type CountedUser, countedUser } from './support/counted-acts.ts';
import { openAt } from './support/open-at.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

const modelBox = /models/i;

test('a second model is compared with the one of a chat in a few acts', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Count to 5');
  await message.press('Enter');
  await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveAttribute('aria-busy', 'false');
  const user = countedUser(page);
  await user.press('Control+m');
  await expect(page.getByRole('combobox', { name: modelBox })).toBeFocused();
  await user.type('demo-reasoner');
  await user.click(page.getByRole('button', { name: 'Compare with…' }).last());
  const prompt = page.getByRole('textbox', { name: 'Prompt for all lanes' });
  await expect(prompt).toHaveValue('Count to 5');
  await expect(prompt).toBeFocused();
  await user.press('Enter');
  await expect(page.getByRole('article', { name: 'Lane A: demo-chat' })).toContainText('Completed');
  await expect(page.getByRole('article', { name: /^Lane B: demo-reasoner/ })).toBeVisible();
  expect(user.acts(), 'to compare a second model').toBe(4);
});

test('documents are ranked in two stages and judged in a few acts', async ({ page, patchbay }) => {
  await openAt(page, patchbay, { panel: 'embeddings', model: 'demo-embed-small' });
  await page.getByRole('link', { name: 'Rerank' }).click();
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: modelBox }).fill('demo-rerank');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  const user = countedUser(page);
  await test.step('the embedding model is that of Embeddings', () => rankInTwoStages(page, user));
  for (const at of [1, 2, 3]) await user.click(page.getByRole('checkbox', { name: /is relevant$/ }).nth(at - 1));
  await expect(page.getByText(/NDCG/).first()).toBeVisible();
  expect(user.acts(), 'to see what three marks mean').toBe(3);
});

async function rankInTwoStages(page: Page, user: CountedUser): Promise<void> {
  await user.click(page.getByRole('switch', { name: 'Retrieve, then rerank' }));
  await user.click(page.getByRole('main').getByRole('button', { name: /^Rerank \d/ }));
  await expect(page.getByText(/^top \d of 9$/)).toBeVisible();
  expect(user.acts(), 'to rank in two stages').toBe(2);
}
