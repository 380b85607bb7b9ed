import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { openAt } from './support/open-at.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

/** A model that accepts a request and never responds: a run with it continues until it is stopped or times out. */
const silentModel = 'faulty/hang-before-headers';

const matrix = (page: Page) => page.getByRole('grid', { name: /^Verdicts/ });
const cellOf = (page: Page, route: string, key: string) =>
  matrix(page).getByRole('gridcell', { name: new RegExp(`^${route.replace(/[{}.]/g, '\\$&')}, ${key}, `) });
const startButton = (page: Page) => page.getByRole('button', { name: /^Check \d+ cells?, \d+ calls?$/ });
const chosenCell = (page: Page) => matrix(page).getByRole('gridcell', { selected: true });

async function openChecks(page: Page, patchbay: Patchbay): Promise<void> {
  await openAt(page, patchbay, { panel: 'checks' });
  await expect(page.getByRole('heading', { name: 'Find out what your keys can access' })).toBeVisible();
}

async function addKey(page: Page, alias: string, secret: string): Promise<void> {
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByRole('textbox', { name: 'Key name' }).fill(alias);
  await page.getByLabel('API key', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByRole('button', { name: 'Save key' })).toHaveCount(0);
}

/** Starts a run at level free over every route and key, and waits for its end. */
async function checkFree(page: Page): Promise<void> {
  await page.getByRole('button', { name: /What can this key access/ }).click();
  await expect(startButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Starts a run whose first cell does not end by itself for a while. */
async function startSilentRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Smallest real requests/ }).click();
  await page.getByRole('radio', { name: 'Selected models' }).click();
  await page.getByRole('button', { name: 'Add model' }).click();
  await page.getByRole('combobox', { name: /model/i }).fill(silentModel);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /routes that a model does not declare/ }).click();
  await page.getByRole('textbox', { name: 'Concurrency' }).fill('1');
  await page.getByRole('textbox', { name: 'Name' }).fill('Silent back end');
  await expect(startButton(page)).toBeEnabled();
  await startButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Silent back end' })).toBeVisible();
}

test('a free check distinguishes a valid key from an invalid one, and failed cells are run again', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await addKey(page, 'bad', 'not-a-key-of-this-gateway');
  await page.getByRole('link', { name: 'Checks' }).click();
  await checkFree(page);
  await test.step('each key has its own verdicts, with the exchange behind them', () => readVerdicts(page));
  await test.step('only the failed cells are run again, as a new run', () => sendFailingAgain(page));
});

async function readVerdicts(page: Page): Promise<void> {
  await expect(cellOf(page, 'models', 'demo').first()).toHaveAccessibleName(/: \d+(\.\d)? m?s$/);
  await expect(cellOf(page, 'models', 'bad').first()).toHaveAccessibleName(/: key rejected$/);
  await expect(cellOf(page, 'chat/completions', 'bad')).toHaveAccessibleName(/: key rejected$/);
  await expect(cellOf(page, 'chat/completions', 'demo')).toHaveAccessibleName(/: exists$/);

  await cellOf(page, 'models', 'bad').first().click();
  const side = page.getByRole('complementary', { name: 'Details' });
  await expect(side.getByText('key rejected')).toBeVisible();
  await expect(side.getByText('401', { exact: true })).toBeVisible();
  await side.getByRole('button', { name: 'View request' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Invalid token');
}

async function sendFailingAgain(page: Page): Promise<void> {
  const list = page.getByRole('listbox', { name: 'Checks' });
  await expect(list.getByRole('option')).toHaveCount(1);
  const works = await cellOf(page, 'models', 'demo').first().getAttribute('aria-label');
  await page.getByRole('button', { name: /^Re-run \d+ failed$/ }).click();
  await expect(list.getByRole('option')).toHaveCount(2);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(cellOf(page, 'models', 'bad').first()).toHaveAccessibleName(/: key rejected$/);
  expect(await cellOf(page, 'models', 'demo').first().getAttribute('aria-label')).toBe(works);
}

test('a run survives a reload and a crash, and continues with the cells that were not tested', async ({
  page,
  patchbay,
}) => {
  await openChecks(page, patchbay);
  await test.step('a reload shows the same run in progress, and Stop keeps the results so far', () =>
    reloadAndStop(page));
  await test.step('a run interrupted by a crash says so, and continues', () => crashAndContinue(page, patchbay));
});

async function reloadAndStop(page: Page): Promise<void> {
  await startSilentRun(page);
  await expect(matrix(page).getByRole('gridcell', { name: /: running$/ })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /Checks/ })).toContainText('1');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Silent back end' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Completed cells' })).toBeVisible();
  await expect(matrix(page).getByRole('gridcell', { name: /: running$/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^You stopped this run/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resume \d+ cells?$/ })).toBeVisible();
  await expect(matrix(page).getByRole('gridcell', { name: /: (running|queued)$/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Checks/ })).not.toContainText('1');
}

async function crashAndContinue(page: Page, patchbay: Patchbay): Promise<void> {
  await page.getByRole('button', { name: /^Resume \d+ cells?$/ }).click();
  await expect(matrix(page).getByRole('gridcell', { name: /: running$/ })).toHaveCount(1);
  // A page that sees its host die would report the lost connection as an error.
  await page.goto('about:blank');
  await patchbay.kill();
  await patchbay.start();
  await page.goto(patchbay.address());
  await page.getByRole('link', { name: 'Checks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Silent back end' })).toBeVisible();
  await expect(page.getByText(/^Patchbay quit during this run/)).toBeVisible();
  await page.getByRole('button', { name: /^Resume \d+ cells?$/ }).click();
  await expect(page.getByRole('listbox', { name: 'Checks' }).getByRole('option')).toHaveCount(3);
}

test('a preset is saved, run, compared with its baseline, and a report is exported', async ({ page, patchbay }) => {
  await openChecks(page, patchbay);
  await page.getByRole('button', { name: /What can this key access/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Release gate');
  await page.getByRole('button', { name: 'Save as preset' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Release gate' })).toBeVisible();
  await startButton(page).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
  const more = page.getByRole('button', { name: 'More actions for this run' });
  await more.click();
  await page.getByRole('menuitem', { name: /Set as baseline/ }).click();
  const list = page.getByRole('listbox', { name: 'Checks' });
  await expect(list.getByText('baseline')).toBeVisible();

  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(list.getByText('History of this preset')).toBeVisible();
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('radio', { name: 'Change' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('compared with the baseline');

  await more.click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /report \(HTML\)/ }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.html$/);
  const report = readFileSync(await download.path(), 'utf8');
  expect(report).toContain('Release gate');
  expect(report).toContain('/v1/chat/completions');
});

test('axe reports no violations, and a finished run is read by pointer and by keyboard', async ({ page, patchbay }) => {
  await openChecks(page, patchbay);
  await test.step('axe reports no violations in any state of the panel', () => lookAtEachState(page));
  await page.getByRole('radio', { name: 'Verdict' }).click();
  await page.getByRole('button', { name: /not found/ }).click();
  await test.step('a cell links to its panel, and the key shows whether a check or a listing came last', () =>
    followCell(page));
  await page.getByRole('link', { name: 'Checks' }).click();
  await test.step('the whole matrix is reachable by keyboard', () => walkMatrix(page));
  await test.step('the palette opens the plan of a check without sending anything', () => openPlan(page));
});

async function lookAtEachState(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /Smallest real requests/ }).click();
  await expect(startButton(page)).toBeEnabled();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('radio', { name: /^Free/ }).check();
  await expect(startButton(page)).toBeEnabled();
  await startButton(page).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await cellOf(page, 'models', 'demo').first().click();
  for (const mode of ['Verdict', 'Latency', 'Change']) {
    await page.getByRole('radio', { name: mode }).click();
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: /not found/ }).click();
  expect(await axeViolations(page)).toEqual([]);
}

async function followCell(page: Page): Promise<void> {
  await cellOf(page, 'responses', 'demo').click();
  await page.getByRole('button', { name: 'Open in Chat' }).click();
  await expect(page.getByRole('main', { name: 'Chat', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Route/ })).toContainText('/v1/responses');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-');

  await page.getByRole('link', { name: 'Connections' }).click();
  const seen = page.getByRole('row').filter({ hasText: 'demo' });
  await expect(seen.getByRole('button', { name: /passed.*check$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Check demo', exact: true }).click();
  await expect(seen.getByRole('button', { name: /^Works.*list$/ })).toBeVisible();
}

async function walkMatrix(page: Page): Promise<void> {
  await chosenCell(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(chosenCell(page)).toHaveAccessibleName(/^chat\/completions, /);
  await page.keyboard.press('ArrowDown');
  await expect(chosenCell(page)).toBeFocused();
  await expect(chosenCell(page)).toHaveAccessibleName(/^responses, /);
  await page.keyboard.press('Control+End');
  await expect(chosenCell(page)).toHaveAccessibleName(/GenerateContent, /i);
  await page.keyboard.press('Control+Home');
  await expect(chosenCell(page)).toHaveAccessibleName(/^chat\/completions, /);
  await page.keyboard.press('Control+Shift+b');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('/v1/chat/completions');
  await expect(chosenCell(page)).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('listbox', { name: 'Checks' }).getByRole('option')).toHaveCount(2);
}

async function openPlan(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('check this connection');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New check' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Free/ })).toBeChecked();
  await page.getByRole('checkbox', { name: 'All routes' }).click();
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled();
  await expect(page.getByText('Select at least one route.').first()).toBeVisible();
}
