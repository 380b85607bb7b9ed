import { readFile } from 'node:fs/promises';
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
  await page.getByRole('menuitem', { name: 'Paste or type…' }).click();
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
  await page.getByRole('tab', { name: 'Request', exact: true }).click();
  await expect(page.getByRole('tabpanel').getByText('how long does delivery take').first()).toBeVisible();

  await isKept(page, patchbay, async (tab) => {
    await tab.getByRole('radio', { name: 'Queries' }).click();
    await expect(queries(tab).getByText('Completed')).toHaveCount(3);
    await expect(query(tab)).toHaveValue('how long does delivery take');
  });
});

const corpus = [
  { _id: 'd1', title: 'Refunds', text: 'are paid to the original card within 5 to 10 working days.' },
  { _id: 'd2', title: '', text: 'Our office is closed on public holidays.' },
  { _id: 'd3', title: '', text: 'Delivery takes 2 to 4 working days inside the country.' },
  { _id: 'd4', title: '', text: 'Invoices are available as PDF and CSV.' },
];
const topics = [
  { _id: 'q1', text: 'delivery days' },
  { _id: 'q2', text: 'invoice as csv' },
];
const qrels = 'q1 0 d3 1\nq1 0 d9 1\nq2 0 d4 2\nq7 0 d1 1\nq2 0 d4\n';
const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a test set is imported, measured beside the local baseline, and exported as a run', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'rerank', model: 'demo-rerank' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import test set…' }).click();
  await (await chooser).setFiles([
    file('test.qrels', qrels),
    file('corpus.jsonl', jsonl(corpus)),
    file('queries.jsonl', jsonl(topics)),
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import test set' });
  await expect(dialog.getByText('Adds 4 documents and 2 queries.')).toBeVisible();
  await expect(dialog.getByText('Line 5: 3 columns instead of 4.')).toBeVisible();
  await expect(dialog.getByText('2 judgments matched.')).toBeVisible();
  await expect(dialog.getByText('1 judgment refers to documents that are not in the list.')).toBeVisible();
  await expect(dialog.getByText('1 judgment refers to queries that are not in the list')).toBeVisible();
  expect(await axeViolations(page), 'the import').toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Metrics' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Rerank 2 queries' }).click();
  await expect(queries(page).getByText('Completed')).toHaveCount(2);

  // q1: the first of two relevant documents is at the top, the other is not in the list. q2: all at the top.
  const metrics = page.getByRole('region', { name: 'Metrics' });
  const row = (name: RegExp) => metrics.getByRole('row', { name }).getByRole('cell');
  await expect(metrics.getByText('Mean of 2 queries')).toBeVisible();
  await expect(row(/^demo-rerank/)).toHaveText(['0.807', '1.000', '0.750', '0.750', '0.200', '1']);
  await expect(row(/^BM25 \(local baseline\)/)).toHaveText(['0.807', '1.000', '0.750', '0.750', '0.200', '1']);
  await expect(row(/^Original order/)).toHaveText(['0.369', '0.292', '0.208', '0.750', '0.200', '3.5']);
  expect(await axeViolations(page), 'the metrics').toEqual([]);

  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  const run = await save('TREC run: demo-rerank');
  expect(run.split('\n').filter((line) => line.startsWith('q2 '))).toHaveLength(4);
  expect(run).toMatch(/^q1 Q0 d3 1 \d\S* demo-rerank$/m);
  expect(await save('TREC run: BM25 (local baseline)')).toMatch(/^q2 Q0 d4 1 \d\S* bm25-local-baseline$/m);
  expect(await save('Metrics (CSV)')).toMatch(/^all,,demo-rerank,0\.80\d+,1,0\.75,/m);

  await queries(page).press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 relevant document of the judgments is not in the list')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ranking' }).getByText('BM25 (local baseline)')).toBeVisible();
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
  await page.getByRole('menuitem', { name: 'Paste or type…' }).click();
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
