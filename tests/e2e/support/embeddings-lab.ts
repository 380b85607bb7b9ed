import type { Page } from '@playwright/test';
import type { Patchbay } from '../../support/patchbay-process.ts';
import { openAt } from './open-at.ts';
import { expect } from './patchbay.ts';

export const source = (page: Page) => page.getByRole('textbox', { name: 'Texts', exact: true });
export const vectors = (page: Page) => page.getByRole('listbox', { name: 'Vectors' }).getByRole('option');
export const embed = (page: Page) => page.getByRole('button', { name: /^Embed \d/ });
export const map = (page: Page) => page.getByRole('application', { name: /^Map of/ });
export const patchState = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true });

/** Opens the panel, with a model selected. */
export async function openEmbeddings(page: Page, patchbay: Patchbay, model = 'demo-embed-small'): Promise<void> {
  await openAt(page, patchbay, { panel: 'embeddings', model });
  await expect(page.getByRole('heading', { level: 1, name: 'Embeddings' })).toBeAttached();
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(model);
}

export async function embedSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await expect(page.getByText('60 texts · CSV')).toBeVisible();
  await embed(page).click();
  await expect(patchState(page, '60 of 60')).toBeVisible();
  await mapIsThere(page);
}

/** The map is rendered. */
export async function mapIsThere(page: Page): Promise<void> {
  // Workers start and compute: on a busy machine that takes longer than rendering.
  await expect(map(page)).toBeVisible({ timeout: 20_000 });
}
