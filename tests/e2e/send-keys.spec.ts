import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

/** The button that sends on each panel, and the keys that do the same. */
const senders = [
  ['chat', 'Send', 'Enter'],
  ['images', 'Send', 'Enter'],
  ['video', 'Generate', 'Enter'],
  ['embeddings', 'Embed', 'Ctrl Enter'],
  ['rerank', 'Rerank', 'Ctrl Enter'],
  ['request', 'Send', 'Ctrl Enter'],
] as const;

test('every send button shows its keys, also while something is missing', async ({ page, patchbay }) => {
  for (const [panel, name, keys] of senders) {
    await openAt(page, patchbay, { panel });
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).filter({ has: page.locator('kbd') });
    await expect(button.first(), panel).toBeVisible();
    await expect(button.first().locator('kbd'), panel).toHaveText(keys);
  }
});

test('Enter without a model says so and opens the models', async ({ page, patchbay }) => {
  await openAt(page, patchbay, { panel: 'images' });
  const prompt = page.getByRole('main').locator('[data-place="prompt"]');
  await prompt.fill('A warehouse at night');
  await prompt.press('Enter');
  await expect(page.getByRole('main').getByText('Select a model.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Select a model' })).toBeVisible();
});
