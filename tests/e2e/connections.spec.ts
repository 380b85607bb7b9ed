import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { expect, isKept, openDemoChat, test } from './support/patchbay.ts';

const rows = (page: Page) => page.getByRole('navigation', { name: 'Connections' }).locator('[aria-current]');
const address = (page: Page) => page.getByRole('textbox', { name: 'Base URL' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function openConnections(page: Page, patchbay: Patchbay): Promise<void> {
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo gateway' })).toBeVisible();
}

/** Imports a connection from pasted text; the preview is open afterwards. */
async function pasteIntoImport(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import connections' }).click();
  const target = page.getByRole('textbox', { name: /^Paste cURL/ });
  await target.focus();
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('Control+v');
}

/** A port of this computer without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof found === 'object' && found ? found.port : 9;
}

test('limits, certificates and URLs of a connection are checked as they are edited', async ({ page, patchbay }) => {
  await openConnections(page, patchbay);
  await test.step('limits, retries and optional routes are saved with the connection', () => saveLimits(page));
  await test.step('a private key is rejected where a certificate belongs', () => pasteCertificate(page));
  await test.step('the URLs of all routes follow the base URL, and problems are reported immediately', () =>
    editAddress(page));
});

async function saveLimits(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Headers' }).fill('42');
  await page.getByRole('checkbox', { name: 'no limit' }).click();
  await page.getByRole('radio', { name: '2', exact: true }).click();
  await expect(page.getByText(/may be billed up to 3 times/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue('42');
  await page.getByRole('button', { name: 'Reset to default: Headers' }).click();
  await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue('');
}

async function pasteCertificate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste certificate' }).click();
  const field = page.getByRole('textbox', { name: 'Paste certificate' });
  await field.fill('-----BEGIN PRIVATE KEY-----\nMIIcanary\n-----END PRIVATE KEY-----');
  await expect(page.getByText(/This contains a private key/)).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill('no certificate at all');
  await page.getByRole('button', { name: 'Add certificate' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid input');
}

async function editAddress(page: Page): Promise<void> {
  await pasteIntoImport(page, 'https://gw.northwind.example');
  await page.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind' })).toBeVisible();
  await address(page).fill('https://gw.northwind.example/v1/v1');
  await expect(page.getByText(/The versions .* were removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(page.getByTitle('https://gw.northwind.example/v1/audio/translations')).toBeVisible();
  await address(page).fill('https://gw.northwind.example/api/paas/v4');
  await expect(page.getByText('Chats go to https://gw.northwind.example/api/paas/v4/chat/completions')).toBeVisible();
  await expect(page.getByTitle('https://gw.northwind.example/api/paas/v4/audio/translations')).toBeVisible();
  await address(page).fill('gw.northwind.example');
  await expect(page.getByText('The base URL must begin with https:// or http://.')).toBeVisible();
  await expect(page.getByText('invalid', { exact: true })).toBeVisible();
  await address(page).fill('http://gw.northwind.example');
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: /over HTTP$/ }).click();
  await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');
}

test('changes survive another window, leaving and a reload', async ({ page, patchbay }) => {
  await openConnections(page, patchbay);
  await test.step('changes saved in another window are reported before they are overwritten', () =>
    saveInBoth(page, patchbay));
  await test.step('unsaved changes survive leaving and a reload, without their secrets', () =>
    leaveUnsaved(page, patchbay));
});

async function saveInBoth(page: Page, patchbay: Patchbay): Promise<void> {
  await pasteIntoImport(page, 'https://gw.northwind.example');
  await page.getByRole('button', { name: 'Import 1' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
  const other = await page.context().newPage();
  await other.goto(patchbay.address());
  await other.getByRole('link', { name: 'Connections' }).click();
  await rows(other).filter({ hasText: 'Northwind' }).click();
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Theirs');
  await save(other).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
  await other.close();
  await expect(page.getByText('Changed in another window')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
}

async function leaveUnsaved(page: Page, patchbay: Patchbay): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed by hand');
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByRole('textbox', { name: 'Header name' }).fill('x-secret-token');
  await page.getByRole('textbox', { name: 'Value of x-secret-token' }).fill('canary-9f27c1');
  await expect(page.getByText(/looks like a secret/)).toBeVisible();
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('textbox', { name: 'Value of x-secret-token' })).toHaveValue('canary-9f27c1');
  await isKept(page, patchbay, async (tab) => {
    await tab.getByRole('link', { name: 'Connections' }).click();
    await rows(tab).filter({ hasText: 'Mine' }).click({ timeout: 2000 });
    const name = tab.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('Renamed by hand', { timeout: 2000 });
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Renamed by hand');
  await expect(page.getByRole('textbox', { name: 'Value of x-secret-token' })).toHaveValue('');
  await expect(page.getByText(/wasn’t kept when the page reloaded/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Value of x-secret-token' }).fill('canary-9f27c1');
  await save(page).click();
  await expect(rows(page).filter({ hasText: 'Renamed by hand' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
}

test('keys are managed, and exported encrypted with their connection', async ({ page, patchbay }) => {
  await openConnections(page, patchbay);
  await test.step('keys are checked, disabled, renamed and deleted', () => manageKeys(page));
  await test.step('connections are exported encrypted, and imported only with the passphrase', () => shareSealed(page));
});

async function manageKeys(page: Page): Promise<void> {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: 'Check demo', exact: true }).click();
  await expect(row('demo')).toContainText(/Works, [\d.]+ m?s/);
  await page.getByRole('button', { name: 'Add multiple' }).click();
  await page.evaluate(() =>
    navigator.clipboard.writeText('team-eval: sk-wrong-11112222\nCI_API_KEY=sk-wrong-33334444'),
  );
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('list', { name: 'Keys found' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'ci' }).click();
  await page.getByRole('button', { name: 'Save 1 key' }).click();
  await expect(row('team-eval')).toContainText('Key rejected');
  await expect(row('ci')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Use team-eval' }).click();
  await expect(page.getByRole('button', { name: 'Check team-eval' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Actions for team-eval' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Key name' }).fill('evaluation');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(row('evaluation')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for evaluation' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row('evaluation')).toHaveCount(0);
}

async function shareSealed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('radio', { name: 'With keys, encrypted' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill('four little words here');
  await expect(page.getByText('Strong.')).toBeVisible();
  await page.getByLabel('Confirm passphrase').fill('four little words there');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('The passphrases don’t match. Enter both again.')).toBeVisible();
  await page.getByLabel('Passphrase', { exact: true }).fill('four little words here');
  await page.getByLabel('Confirm passphrase').fill('four little words here');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Exported to')).toBeVisible();
  const written = (await page.getByText('Exported to').locator('span').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Import connections' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  await (await chooser).setFiles(written);
  await page.getByRole('checkbox', { name: 'Demo gateway' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill('not the right one');
  await page.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.getByLabel('Passphrase', { exact: true }).fill('four little words here');
  await page.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Demo gateway' })).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: 'demo' })).toBeVisible();
}

test('imports are previewed, an unreachable gateway is explained, and axe reports no violations', async ({
  page,
  patchbay,
}) => {
  await openConnections(page, patchbay);
  await test.step('axe reports no violations in a preview', () => previewUnreachable(page));
  await test.step('an unreachable gateway is explained in its own row', () => takeUnreachable(page));
  await test.step('axe reports no violations, whatever is open', () => openEverything(page));
  await page.keyboard.press('Escape');
  await test.step('a failed listing leads to its timeline', () => openTimeline(page));
  await page.getByRole('link', { name: 'Connections' }).click();
  await test.step('a file with several connections is previewed and selected before anything is saved', () =>
    selectFromFile(page, patchbay));
});

async function previewUnreachable(page: Page): Promise<void> {
  await pasteIntoImport(page, `BASE_URL=http://127.0.0.1:${await deadPort()}\nAPI_KEY=sk-some-11112222`);
  await expect(page.getByRole('list', { name: 'Connections found' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

async function takeUnreachable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import 1' }).click();
  const list = page.getByRole('navigation', { name: 'Connections' });
  await expect(list).toContainText(/Failed.*connection refused/, { timeout: 15_000 });
  await expect(list).toContainText('Connection refused');
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list).toContainText(/Start the gateway|correct the port/);
}

async function openEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('navigation', { name: 'Connections' })).toContainText('Connection refused');
  await page.getByRole('radio', { name: 'Custom' }).click();
  await page.getByRole('radio', { name: '?key=' }).click();
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByRole('textbox', { name: 'Header name' }).fill('Authorization');
  await page.getByRole('button', { name: 'Paste certificate' }).click();
  await page.getByRole('button', { name: 'Add key' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('radio', { name: 'With keys, encrypted' }).click();
  expect(await axeViolations(page)).toEqual([]);
}

async function openTimeline(page: Page): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Connections' });
  await list.getByRole('button', { name: 'View request' }).click();
  await expect(page.getByRole('tab', { name: 'Timing' })).toHaveAttribute('aria-selected', 'true');
}

async function selectFromFile(page: Page, patchbay: Patchbay): Promise<void> {
  const file = path.join(patchbay.dataFolder, 'gateways.env');
  writeFileSync(
    file,
    'NORTHWIND_BASE_URL=https://gw.northwind.example/v1\nNORTHWIND_API_KEY=sk-aaaa1111222\nLAB_BASE_URL=http://10.0.0.8:3000\n',
  );
  await page.getByRole('button', { name: 'Import connections' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  await (await chooser).setFiles(file);
  const found = page.getByRole('list', { name: 'Connections found' });
  await expect(found).toContainText('https://gw.northwind.example');
  await expect(found).toContainText('14 characters, hidden');
  await expect(found).not.toContainText('sk-aaaa');
  // A window that becomes narrow folds the list away, but not what was begun in it.
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(found).toContainText('https://gw.northwind.example');
  await page.setViewportSize({ width: 1280, height: 720 });
  const take = page.getByRole('button', { name: /^Import( \d+)?$/ });
  await expect(take).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: '10.0.0.8:3000', exact: true }).click();
  await take.click();
  await expect(rows(page).filter({ hasText: 'Northwind' })).toBeVisible();
  await expect(rows(page).filter({ hasText: '10.0.0.8' })).toHaveCount(0);
}
