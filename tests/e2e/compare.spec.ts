import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

const lane = (page: Page, letter: string) => page.getByRole('article', { name: new RegExp(`^Lane ${letter}:`) });
/** The bold words of every reply of the demo gateway. */
const replied = (page: Page, letter: string) => lane(page, letter).locator('strong', { hasText: 'demo gateway' });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt for all lanes' });
const done = (page: Page) => expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();

test('three demo models reply side by side to one prompt, by keyboard alone, and a sheet counts what passes', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'compare' });
  expect(await axeViolations(page), 'the empty panel').toEqual([]);
  await page.getByRole('button', { name: 'Try 3 demo models' }).press('Enter');
  await expect(prompt(page)).toBeFocused();
  await prompt(page).press('Enter');

  // All lanes stream at the same time, before the first one has ended.
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible();
  await expect(page.getByRole('article').getByText('Running', { exact: true })).toHaveCount(3);
  await expect(replied(page, 'A')).toBeVisible();
  await done(page);
  const figures = page.getByRole('table', { name: 'Figures by lane' });
  await expect(figures.getByRole('row')).toHaveCount(4);
  await page.getByRole('switch', { name: 'Diff' }).press('Space');
  await expect(lane(page, 'C').getByText(/^Diff to A: \+\d+ −\d+ words$/)).toBeVisible();
  expect(await axeViolations(page), 'replies with their differences').toEqual([]);

  // The run belongs to the core: a reload shows the same replies, and each leads to its request.
  await page.reload();
  await expect(replied(page, 'A')).toBeVisible();
  await lane(page, 'B').getByRole('button', { name: 'View request' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Response', selected: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions of lane A' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Same model, three protocols' }).press('Enter');
  await expect(page.getByRole('article', { name: /^Lane/ })).toHaveCount(5);
  await page.getByRole('radio', { name: 'Lanes' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(lane(page, 'E').getByText('In the address')).toBeVisible();
  expect(await axeViolations(page), 'request bodies').toEqual([]);

  await page.keyboard.press('ArrowLeft');
  await prompt(page).fill('Repeat the word {{word}}.');
  await page.getByRole('button', { name: 'Import rows' }).press('Enter');
  await page.getByRole('textbox', { name: 'Rows' }).fill('word,expected\noak,oak\nelm,nothing of the kind');
  await page.getByRole('button', { name: 'Add 2 rows' }).press('Enter');
  await page.getByRole('button', { name: 'Add assertion' }).press('Enter');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('{{expected}}');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await prompt(page).press('Enter');
  await page.getByRole('button', { name: 'Send 10 requests' }).press('Enter');
  await expect(page.getByText('10 of 10 done')).toBeVisible();
  await expect(page.getByText('50% 1 of 2')).toHaveCount(5);
  await page.getByRole('option').nth(1).click();
  await expect(page.getByRole('region', { name: 'Row 2' }).getByText('Does not contain').first()).toBeVisible();
  expect(await axeViolations(page), 'a sheet with an open row').toEqual([]);
});

test('a model grades replies in both orders, each of its requests opens, and a capped sheet resumes after a reload', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'compare' });
  await page.getByRole('button', { name: 'Try 3 demo models' }).press('Enter');
  await expect(prompt(page)).toBeFocused();
  await prompt(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible();
  await done(page);
  await page.getByRole('radio', { name: 'Judge' }).click();
  await page.getByRole('button', { name: 'Grade replies…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Grade replies' });
  await dialog.getByRole('button', { name: 'Select a model' }).press('Enter');
  await page.getByRole('combobox', { name: 'Model' }).fill('demo-json');
  await page.getByRole('combobox', { name: 'Model' }).press('Enter');
  await expect(dialog.getByText(/^2 requests, about [\d,]+ tokens\./)).toBeVisible();
  expect(await axeViolations(page), 'the plan of the judge').toEqual([]);
  await dialog.getByRole('button', { name: 'Send 2 requests' }).press('Enter');
  const scores = page.getByRole('table', { name: 'Scores by lane' });
  await expect(scores.getByRole('row', { name: /demo-chat \d+\.\d 1 [01]$/ })).toBeVisible();
  await expect(page.getByText('Model’s opinion')).toBeVisible();
  expect(await axeViolations(page), 'grades').toEqual([]);
  await page.reload();
  await expect(scores.getByRole('row', { name: /demo-chat \d+\.\d 1 [01]$/ })).toBeVisible();
  const graded = page.getByRole('article', { name: 'A demo-chat' });
  await graded
    .getByRole('button', { name: /View request/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('tab', { name: 'Response', selected: true })).toBeVisible();

  await page.getByRole('radio', { name: 'Sheet' }).first().click();
  await prompt(page).fill('Repeat the word {{word}}.');
  await page.getByRole('button', { name: 'Import rows' }).press('Enter');
  await page.getByRole('textbox', { name: 'Rows' }).fill('word,kind\noak,tree\nelm,tree');
  await page.getByRole('button', { name: 'Add 2 rows' }).press('Enter');
  await prompt(page).press('Enter');
  await page.getByRole('textbox', { name: 'Max requests', exact: true }).fill('4');
  await page.getByRole('button', { name: 'Send 6 requests' }).press('Enter');
  await expect(page.getByText('Limit reached. Raise it to resume.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Resume 2' }).press('Enter');
  await page.getByRole('textbox', { name: 'Max requests', exact: true }).fill('10');
  await page.getByRole('button', { name: 'Send 2 requests' }).press('Enter');
  await expect(page.getByText('6 of 6 done')).toBeVisible();
});

test('a sheet shows its regressions from an earlier run, and an edited row is marked until it runs again', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'compare' });
  await page.getByRole('button', { name: 'Try 3 demo models' }).press('Enter');
  await expect(prompt(page)).toBeFocused();
  await page.getByRole('radio', { name: 'Sheet' }).click();
  await prompt(page).fill('Repeat the word {{word}}.');
  await page.getByRole('button', { name: 'Import rows' }).press('Enter');
  await page.getByRole('textbox', { name: 'Rows' }).fill('word,kind\noak,tree\nelm,tree');
  await page.getByRole('button', { name: 'Add 2 rows' }).press('Enter');
  const addAssertion = async (text: string) => {
    await page.getByRole('button', { name: 'Add assertion' }).press('Enter');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  };
  const runSheet = async () => {
    await prompt(page).press('Enter');
    await page.getByRole('button', { name: 'Send 6 requests' }).press('Enter');
    await expect(page.getByText('6 of 6 done')).toBeVisible();
  };
  await addAssertion('{{word}}');
  await runSheet();
  await addAssertion('oak');
  await expect(page.getByText('Prompt, lanes or assertions changed since this run.')).toBeVisible();
  await runSheet();
  await page.getByRole('combobox', { name: 'Compare with an earlier run' }).press('Enter');
  await page.getByRole('option', { name: /^Run of/ }).click();
  await expect(page.getByText('1 regression', { exact: true })).toHaveCount(3);

  await page.getByRole('option').nth(1).click();
  const row = page.getByRole('region', { name: 'Row 2' });
  await row.getByRole('textbox').first().fill('oak again');
  await expect(row.getByText('Edited since this run. The replies are to the earlier values.')).toBeVisible();
  expect(await axeViolations(page), 'regressions and an edited row').toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Re-run 1 edited row' }).press('Enter');
  await expect(page.getByText('100% 2 of 2')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Re-run 1 edited row' })).toBeHidden();
});
