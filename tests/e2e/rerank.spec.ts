import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { embedSample } from './support/embeddings-lab.ts';
import { openAt } from './support/open-at.ts';
import { expect, isKept, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';
import { showRequest } from './support/wire-acts.ts';

const board = (page: Page) => page.getByRole('list', { name: 'Ranking' });
const rows = (page: Page) => board(page).getByRole('listitem');
const rank = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Rerank( \d+ documents?)?( |$)/ });
const table = (page: Page) => page.getByRole('list', { name: 'Documents' });

async function chooseModel(page: Page, model: string): Promise<void> {
  await page.getByRole('combobox', { name: /model/i }).fill(model);
  await page.keyboard.press('Enter');
}

/** Opens the panel, with a model selected. */
async function openRerank(page: Page, patchbay: Patchbay): Promise<void> {
  await openAt(page, patchbay, { panel: 'rerank', model: 'demo-rerank' });
  await expect(page.getByRole('heading', { level: 1, name: 'Rerank' })).toBeAttached();
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-rerank');
}

/** Selects a failure that the demo simulates, by its name, from the palette; `null` clears it. */
async function simulate(page: Page, name: string | null): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search panels' }).fill('simulate a failure');
  await page.getByRole('option', { name: 'Simulate a failure' }).click();
  const menu = page.getByRole('dialog', { name: 'Simulate a failure' });
  if (name !== null) await menu.getByRole('combobox', { name: 'Search failures' }).fill(name);
  else await menu.getByRole('listbox').press('Home');
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
}

test('pasted lines are ranked with the right document first, measured, exported and restored after a reload', async ({
  page,
  patchbay,
}) => {
  await openRerank(page, patchbay);
  await page.getByRole('button', { name: 'Paste or type…' }).click();
  await page
    .getByRole('textbox', { name: 'Documents', exact: true })
    .fill('Parking is free.\nInvoices come by mail.\nReset a password with the link on the sign-in page.');
  await expect(page.getByText('3 documents · Plain lines')).toBeVisible();
  await page.getByRole('button', { name: 'Add 3 documents' }).click();
  await page.getByRole('textbox', { name: 'Query' }).fill('How do I reset my password?');
  await rank(page).click();
  await expect(rows(page).first()).toContainText('Reset a password');
  await expect(rows(page).first()).toContainText('up 2 places');

  await page.getByRole('checkbox', { name: 'Document 3 is relevant' }).check();
  const measures = page.getByRole('region', { name: 'Metrics' });
  const row = (name: string) => measures.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(row('Original order')).toHaveText(['0.500', '0.333', '0.333', '1.000', '0.200', '3']);
  await expect(row('demo-rerank')).toHaveText(['1.000', '1.000', '1.000', '1.000', '0.200', '1']);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('rank demo-rerank,score demo-rerank,given,relevance,document');
  expect(csv.split('\r\n')[1]).toMatch(/^1,0\.\d+,3,1,Reset a password/);

  await isKept(page, patchbay, async (tab) => {
    await tab.getByRole('link', { name: 'Rerank' }).click();
    await expect(rows(tab).first()).toContainText('Reset a password');
    await expect(tab.getByRole('checkbox', { name: 'Document 3 is relevant' })).toBeChecked();
    await expect(tab.getByRole('textbox', { name: 'Query' })).toHaveValue('How do I reset my password?');
  });

  await page.getByRole('button', { name: 'View request, demo-rerank' }).click();
  await expect(page.getByRole('tab', { name: 'Response' })).toHaveAttribute('aria-selected', 'true');
  await showRequest(page, 'Preview');
  await expect(page.getByText(/top_n/).last()).toBeVisible();
});

test('a table column becomes documents, and typed input survives a rejection', async ({ page, patchbay }) => {
  await openRerank(page, patchbay);
  await page.getByRole('button', { name: 'Paste or type…' }).click();
  await page
    .getByRole('textbox', { name: 'Documents', exact: true })
    .fill('id,title,body\n1,Refund,The refund takes five days\n2,Parcel,"The parcel, it is torn"\n');
  await expect(page.getByText('2 documents · CSV')).toBeVisible();
  await page.getByRole('button', { name: 'title', exact: true }).click();
  await page.getByRole('button', { name: 'Add 2 documents' }).click();
  await expect(page.getByRole('textbox', { name: 'Document 2' })).toHaveValue('Parcel');
  await page.getByRole('textbox', { name: 'Query' }).fill('refund');

  await simulate(page, '429-empty');
  await expect(page.getByRole('button', { name: 'Simulating: 429 Without a body' })).toBeVisible();
  await rank(page).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await simulate(page, null);
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('2 of 2 returned')).toBeVisible();
  await expect(rows(page).first()).toContainText('Refund');
});

const irregularResponses: Record<string, string> = {
  'rerank-bad-index': 'indexes of no document: 9999',
  'rerank-empty': 'Empty response',
  'rerank-one-only': 'did not return 8 documents',
  'cut-mid-stream': 'The previous ranking is kept.',
};

// Regular shapes reach the page as the same ranking: the unit test of these routes compares each of them.
test('every document stays in the list, whatever an irregular response omits', async ({ page, patchbay }) => {
  await openRerank(page, patchbay);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  for (const [scenario, words] of Object.entries({ 'rerank-jina': '9 of 9 returned', ...irregularResponses }))
    await test.step(scenario, async () => {
      await setDemo(patchbay, { scenario });
      await page.getByRole('textbox', { name: 'Query' }).fill(`My refund has not arrived, ${scenario}`);
      await rank(page).click();
      await expect(page.getByText('have changed since')).toHaveCount(0);
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
      await expect(rows(page)).toHaveCount(9);
    });
});

test('two models are compared, and documents are retrieved with embeddings before they are ranked', async ({
  page,
  patchbay,
}) => {
  await openRerank(page, patchbay);
  await test.step('documents are retrieved and then reranked, with the cost shown', () => retrieveFirst(page));
  await page.getByRole('button', { name: 'New ranking' }).click();
  await test.step('two models are side by side, and their disagreements are listed', () => compareModels(page));
});

async function compareModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare with another model' }).click();
  await chooseModel(page, 'demo-rerank-letters');
  await page.getByRole('button', { name: 'Paste or type…' }).click();
  await page
    .getByRole('textbox', { name: 'Documents', exact: true })
    .fill(
      'Arriving guests are welcome, late or early\nA refund that arrives later than expected\nThe refunded sum arrived\nLate parcels\nParking is free',
    );
  await page.getByRole('button', { name: 'Add 5 documents' }).click();
  await page.getByRole('textbox', { name: 'Query' }).fill('refunds arriving late');
  await rank(page).click();
  await expect(page.getByText('5 of 5 returned')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Disagreements' }).click();
  const apart = page.getByRole('list', { name: 'Largest rank differences' }).getByRole('listitem');
  await expect(apart).toHaveCount(4);
  await expect(apart.first()).toContainText('Arriving guests are welcome');
  await expect(apart.first()).toContainText('211 place apart');
}

async function retrieveFirst(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Retrieve, then rerank' }).click();
  await page.getByRole('button', { name: 'Select an embedding model' }).click();
  await chooseModel(page, 'demo-embed-small');
  await page.getByRole('textbox', { name: 'Top k to rerank' }).fill('4');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await rank(page).click();
  await expect(page.getByText('top 4 of 9')).toBeVisible();
  await expect(page.getByText('4 of 4 returned')).toBeVisible();
  await expect(page.getByText('1 request', { exact: true })).toBeVisible();
  await expect(rows(page).first()).toContainText('retrieved');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).last()).toContainText('5 documents not ranked');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).last()).toContainText('not retrieved');
  await page.getByRole('button', { name: 'View request, demo-embed-small' }).click();
  await expect(page.getByText('/v1/embeddings').first()).toBeVisible();
}

test('axe reports no violations in both themes, and documents are ranked by keyboard alone', async ({
  page,
  patchbay,
}) => {
  await openRerank(page, patchbay);
  await page.getByRole('button', { name: 'Load sample data' }).press('Enter');
  await expect(table(page).getByRole('listitem').first()).toBeVisible();
  expect(await axeViolations(page), 'the document list').toEqual([]);
  await page.getByRole('button', { name: 'Add documents' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Paste or type…' }).press('Enter');
  await page.getByRole('textbox', { name: 'Documents', exact: true }).fill('id,body\n1,one\n2,');
  await expect(page.getByText('Line 3: Column “body” is empty here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 1 document' })).toBeEnabled();
  expect(await axeViolations(page), 'the import settings').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Document 9' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Document 10' })).toBeFocused();
  await page.keyboard.type('A refund is paid within ten days.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('10 of 10 returned')).toBeVisible();
  await page.getByRole('textbox', { name: 'top_n' }).fill('4');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('6 documents not returned because of top_n.')).toBeVisible();
  await expect(rows(page).last()).toContainText('not returned');
  expect(await axeViolations(page), 'a ranking').toEqual([]);
});

test('rankings are searched, starred, copied for another query and deleted; an embedded corpus becomes documents', async ({
  page,
  patchbay,
}) => {
  await openRerank(page, patchbay);
  await test.step('the most recently embedded corpus becomes documents', () => takeCorpus(page));
  const list = page.getByRole('navigation', { name: 'Rankings' });
  const kept = list.getByRole('button', { name: /documents/ });
  await expect(kept).toHaveCount(1);
  const more = list.getByRole('button', { name: 'More' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Star' }).click();
  await expect(list.getByRole('region', { name: 'Starred' })).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Duplicate with new query' }).click();
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Query' }).fill('opening hours');
  await expect(kept).toHaveCount(2);
  await page.getByRole('button', { name: 'Search rankings' }).click();
  await page.getByRole('searchbox', { name: 'Search rankings' }).fill('opening');
  await list
    .getByRole('button', { name: /^opening hours/ })
    .first()
    .press('Enter');
  await page.getByRole('searchbox', { name: 'Search rankings' }).press('Escape');
  await list.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(kept).toHaveCount(1);
});

async function takeCorpus(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Embeddings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Embeddings' })).toBeAttached();
  await page.getByRole('button', { name: /^Model/ }).click();
  await chooseModel(page, 'demo-embed-small');
  await embedSample(page);
  await page.getByRole('link', { name: 'Rerank' }).click();
  await page.getByRole('button', { name: 'Use texts from Embeddings' }).click();
  await expect(page.getByRole('main').getByText('60 documents', { exact: true })).toBeVisible();
}
