import type { Page } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import { embedSample, openEmbeddings, vectors } from './support/embeddings-lab.ts';
import { test } from './support/gateway.ts';
import { expect } from './support/patchbay.ts';

const connection = (page: Page) => page.getByRole('button', { name: /^Connection:/ });

async function select(page: Page, name: string): Promise<void> {
  await connection(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(connection(page)).toContainText(name);
}

test('vectors and rankings stay at their gateway until the user moves them', async ({ page, patchbay, gateway }) => {
  await openEmbeddings(page, patchbay);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('main').getByText('Add texts or load the sample data first.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Texts', exact: true })).toBeFocused();
  await embedSample(page);
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'Second gateway', baseAddress: gateway.url });
  await client.keys.put({ connectionId: id, alias: 'ci', secret: gateway.key });
  close();
  await expect(connection(page)).toContainText('Demo gateway');

  await select(page, 'Second gateway');
  const line = page.getByRole('status').filter({ hasText: 'Started on Demo gateway.' });
  await expect(line).toBeVisible();
  await expect(page.getByRole('img', { name: 'Changed since the last request' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-embed-small');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('main').getByText('Select a connection and key first').first()).toBeVisible();
  await expect(line.getByRole('button', { name: 'Switch back' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search the map' }).fill('late parcel');
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByRole('main')
      .getByText(/^These vectors are from Demo gateway\./)
      .first(),
  ).toBeVisible();
  await expect(line.getByRole('button', { name: 'Switch back' })).toBeFocused();
  expect(gateway.requestLog().filter(({ path }) => path.includes('embeddings'))).toEqual([]);

  // Reopening an item selects where it was made.
  await page.getByRole('button', { name: 'New texts' }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Saved texts' }).click();
  await page.getByRole('menuitemcheckbox', { name: /demo-embed-small/ }).click();
  await expect(connection(page)).toContainText('Demo gateway');
  await expect(vectors(page)).not.toHaveCount(0);
  await expect(line).toHaveCount(0);

  await page.getByRole('link', { name: 'Rerank' }).click();
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('main').getByText('Select a model first')).toBeVisible();
  // What is missing opens at once.
  const models = page.getByRole('combobox', { name: /model/i });
  await expect(models).toBeFocused();
  await models.fill('demo-rerank');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('main').getByText('9 of 9 returned')).toBeVisible();
  await select(page, 'Second gateway');
  await expect(line).toBeVisible();
  await page.getByRole('textbox', { name: 'Query' }).press('Enter');
  await expect(page.getByRole('main').getByText('Select a connection and key first').first()).toBeVisible();
  expect(gateway.requestLog().filter(({ path }) => path.includes('rerank'))).toEqual([]);
  await line.getByRole('button', { name: 'Switch back' }).click();
  await expect(line).toHaveCount(0);
  await expect(connection(page)).toContainText('Demo gateway');
});
