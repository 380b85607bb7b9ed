import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { openAt } from './support/open-at.ts';
import { expect, isKept, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';

const queries = (page: Page) => page.getByRole('listbox', { name: 'Queries' });
const query = (page: Page) => page.getByRole('textbox', { name: 'Query', exact: true });

/** Opens the panel with the sample documents and these queries after that of the sample. */
async function openWithQueries(page: Page, patchbay: Patchbay, added: readonly string[]): Promise<void> {
  await openAt(page, patchbay, { panel: 'rerank', model: 'demo-rerank' });
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByRole('radio', { name: 'Queries' }).click();
  await page.getByRole('button', { name: 'Add queries' }).click();
  await page.getByRole('textbox', { name: 'Queries' }).fill(added.join('\n'));
  await page.getByRole('button', { name: /^Add \d+ quer/ }).click();
  await expect(queries(page).getByRole('option')).toHaveCount(added.filter(Boolean).length + 1);
}

test('several queries rank the same documents, each with its own request, and are opened by keyboard', async ({
  page,
  patchbay,
}) => {
  await openWithQueries(page, patchbay, ['how long does delivery take', '', 'invoice as csv']);
  await page.getByRole('button', { name: 'Rerank 3 queries' }).click();
  await expect(queries(page).getByText('Completed')).toHaveCount(3);
  expect(await axeViolations(page), 'the queries').toEqual([]);

  await queries(page).press('End');
  await expect(query(page)).toHaveValue('invoice as csv');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Invoices are available as PDF and CSV.');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(query(page)).toHaveValue('how long does delivery take');
  await expect(rows.first()).toContainText('Delivery takes 2 to 4 working days');
  await page.getByRole('button', { name: 'View request, demo-rerank' }).click();
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect(page.getByRole('tabpanel').getByText('how long does delivery take').first()).toBeVisible();

  await isKept(page, patchbay, async (tab) => {
    await tab.getByRole('radio', { name: 'Queries' }).click();
    await expect(queries(tab).getByText('Completed')).toHaveCount(3);
    await expect(query(tab)).toHaveValue('how long does delivery take');
  });
});

test('failed queries are retried alone, and a large run asks first', async ({ page, patchbay }) => {
  await openWithQueries(page, patchbay, ['how long does delivery take']);
  await setDemo(patchbay, { scenario: '429-empty' });
  await page.getByRole('button', { name: 'Rerank 2 queries' }).click();
  await expect(queries(page).getByText('Failed')).toHaveCount(2);
  await setDemo(patchbay, { scenario: null });
  await query(page).press('Enter');
  await expect(queries(page).getByText('Completed')).toHaveCount(1);
  await page.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(queries(page).getByText('Completed')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Retry \d+ failed/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add queries' }).click();
  const many = Array.from({ length: 50 }, (_, at) => `question ${at}`);
  await page.getByRole('textbox', { name: 'Queries' }).fill(many.join('\n'));
  await page.getByRole('button', { name: 'Add 50 queries' }).click();
  await page.getByRole('button', { name: 'Rerank 52 queries' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send 52 requests?' });
  await expect(question).toContainText('52 queries × 1 model, each with 9 documents.');
  await expect(question).toContainText('tokens in');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Rerank 50 remaining' }).click();
  await expect(queries(page).getByText('Completed').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rerank 50 remaining' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rerank 52 queries' })).toBeVisible();
});
