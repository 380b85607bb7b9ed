import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { expect, isKept, openDemoChat, test } from './support/patchbay.ts';
import {
  clipboard,
  detail,
  list,
  openTab,
  openWire,
  pickRoute,
  press,
  row,
  section,
  showRequest,
} from './support/wire-acts.ts';

const require = createRequire(import.meta.url);

test('a request is sent again, compared with the first, edited, and survives a reload', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await test.step('a replay is a new exchange beside the first, and the two are compared', () => replay(page));
  await test.step('the drawer opens a request in the editor', () => editFromDrawer(page));
  await test.step('a request is edited, previewed and sent', () => editAndSend(page));
  await test.step('an edited request survives a reload', () => reloadEdited(page, patchbay));
});

async function replay(page: Page): Promise<void> {
  await press(page, row(page, /Model not found/), 'r');
  await expect(list(page).getByRole('option', { name: /Model not found/ })).toHaveCount(2);
  await expect(detail(page)).toContainText('Replay of the request at');
  await expect(section(page, /^Replays/)).toBeVisible();
  await detail(page).getByRole('button', { name: 'Compare with original' }).click();
  const comparison = page.getByRole('region', { name: 'Compare two requests' });
  await expect(comparison).toContainText('Duration');
  await comparison.getByRole('tab', { name: 'Request body' }).click();
  await expect(comparison).toContainText('The bodies are identical.');
  await page.keyboard.press('Escape');
  await row(page, /200.*Completed/).click();
  await row(page, /chat\/completions.*200/).click();
  await row(page, /Model not found/).click({ modifiers: ['Control'] });
  await page.keyboard.press('d');
  await comparison.getByRole('tab', { name: 'Request body' }).click();
  await expect(comparison.locator('mark').first()).toBeVisible();
  await expect(comparison).toContainText('no-such-model');
  await comparison.getByRole('tab', { name: 'Headers' }).click();
  await expect(comparison).toContainText('changed');
  await page.keyboard.press('Escape');
}

const editor = (page: Page) => page.getByRole('main', { name: 'Request' });
const body = (page: Page) => editor(page).getByRole('textbox', { name: 'JSON body' });

async function editFromDrawer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByRole('button', { name: 'Edit and send' }).click();
  await expect(body(page)).toContainText('"messages"');
  await page.getByRole('link', { name: 'Wire' }).click();
}

async function editAndSend(page: Page): Promise<void> {
  await press(page, row(page, /Model not found/), 'e');
  // As a user does it: when filled programmatically, Chromium keeps the color of what it replaces, which the page's policy
  // forbids.
  const write = async (words: string) => {
    await body(page).press('Control+a');
    await page.keyboard.insertText(words);
  };
  await expect(body(page)).toContainText('no-such-model');
  await expect(editor(page).getByRole('textbox', { name: 'Path' })).toHaveValue('/v1/chat/completions');
  await write('{ "model": ');
  await expect(editor(page).getByRole('button', { name: /^Send/ })).toHaveAttribute('aria-disabled', 'true');
  await write('{ "model": "demo-chat" }');
  await expect(editor(page).getByText(/messages/)).toBeVisible();
  await expect(editor(page).getByRole('button', { name: /^Send/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Wire' }).click();
  await page.getByRole('link', { name: 'Request', exact: true }).click();
  await expect(body(page)).toContainText('{ "model":');
  await write('{ "model": "demo-chat", "messages": [{ "role": "user", "content": "edited words" }] }');
  await editor(page).getByRole('button', { name: 'Add' }).last().click();
  await editor(page).getByRole('textbox', { name: 'Headers 1: Name' }).fill('X-Trace');
  await editor(page).getByRole('textbox', { name: 'Headers 1: Value' }).fill('by hand');
  await showRequest(page, 'Preview');
  await expect(page.getByRole('tabpanel')).toContainText('X-Trace');
  await page.keyboard.press('Control+Enter');
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('200', { exact: true }).first()).toBeVisible();
  await expect(response).toContainText('chat.completion');
  await page.getByRole('link', { name: 'Wire' }).click();
  // The newest one, as soon as it is listed.
  await expect(async () => {
    await row(page, /200/).click();
    await expect(detail(page)).toContainText('Replay of the request at', { timeout: 2000 });
  }).toPass();
  await expect(detail(page)).toContainText('Completed');
  await openTab(page, 'Request');
  await expect(detail(page)).toContainText('from the request');
  await expect(detail(page)).toContainText('edited words');
}

async function reloadEdited(page: Page, patchbay: Patchbay): Promise<void> {
  await row(page, /200.*Completed/).click();
  await page.keyboard.press('e');
  await body(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('half a thought ');
  await isKept(page, patchbay, async (tab) => {
    await tab.getByRole('link', { name: 'Request', exact: true }).click();
    await expect(body(tab)).toContainText('half a thought', { timeout: 2000 });
  });
  await page.reload();
  await expect(body(page)).toContainText('half a thought');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(body(page)).not.toContainText('half a thought');
}

test('exchanges are saved as HAR, copied as commands and pasted back', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await test.step('the visible exchanges are saved as HAR', () => saveHar(page));
  await page.getByRole('textbox', { name: 'Filter requests' }).fill('');
  await test.step('a request is copied as cURL and as code, without its key', () => copyAsCode(page));
  await page.keyboard.press('Escape');
  await test.step('a pasted command becomes a request; its key is stored as a key or discarded', () =>
    pasteCommand(page));
  await test.step('text that cannot become a request reports what is missing', () => pasteUnusable(page));
});

async function copyAsCode(page: Page): Promise<void> {
  await press(page, row(page, /Model not found/), 'c');
  await expect(page.getByText(/Command copied/).last()).toBeVisible();
  expect(await clipboard(page)).toMatch(/^curl [\s\S]*no-such-model/);

  // Where the clipboard is denied the command is not lost, and there is no other message about it.
  await page.evaluate(() => {
    const { clipboard: real } = navigator;
    const allowed = real.writeText.bind(real);
    const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    real.writeText = (text) => (document.body.dataset.refusal === 'off' ? allowed(text) : refuse());
  });
  await press(page, row(page, /Model not found/), 'c');
  const refused = page.getByRole('textbox', { name: 'Text to copy' });
  await expect(refused).toHaveValue(/^curl [\s\S]*no-such-model/);
  await expect(refused).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString().slice(0, 5))).toBe('curl ');
  await expect(page.getByText(/went wrong|permission denied/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    document.body.dataset.refusal = 'off';
  });
  await detail(page).getByRole('button', { name: 'Copy as code' }).click();
  await page.getByRole('menuitem', { name: 'fetch', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy as code' });
  await expect(dialog).toContainText('fetch(');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => clipboard(page)).toContain('fetch(');
  expect(await clipboard(page)).toContain('PATCHBAY_API_KEY');
  await dialog.getByRole('radio', { name: 'Python openai' }).click();
  await expect(dialog).toContainText('from openai import OpenAI');
}

async function saveHar(page: Page): Promise<void> {
  await pickRoute(page, 'chat.completions');
  await expect(list(page).getByRole('option')).toHaveCount(2);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export HAR' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.har$/);
  const har = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(har.log.version).toBe('1.2');
  expect(har.log.entries).toHaveLength(2);
  expect(har.log.entries[1].response.status).toBe(503);
  await expect(page.getByText(/2 requests saved as/)).toBeVisible();
  expect(await drawnRows(page, har)).toEqual([
    expect.stringMatching(/chat\/completions/),
    expect.stringMatching(/chat\/completions/),
  ]);
}

/** The row names that a HAR viewer renders, in its own page: nothing of it may run in ours. */
async function drawnRows(page: Page, har: unknown): Promise<string[]> {
  const viewer = await page.context().newPage();
  await viewer.addScriptTag({ path: require.resolve('perf-cascade/dist/perf-cascade.min.js') });
  const rows = await viewer.evaluate((file) => {
    const { perfCascade } = globalThis as unknown as { perfCascade: { fromHar(har: unknown): SVGElement } };
    document.body.append(perfCascade.fromHar(file));
    return [...document.querySelectorAll('.row-item')].map((row) => row.textContent ?? '');
  }, har);
  await viewer.close();
  return rows;
}

async function pasteCommand(page: Page): Promise<void> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await press(page, row(page, /Model not found/), 'c');
  await expect.poll(() => clipboard(page)).toContain('$PATCHBAY_API_KEY');
  const command = (await clipboard(page)).replace('$PATCHBAY_API_KEY', 'sk-pasted-1234567890');
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Paste a cURL');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Paste cURL command' });
  await dialog.getByRole('button', { name: 'Paste from clipboard' }).click();
  await expect(dialog).toContainText('POST /v1/chat/completions on Demo gateway');
  await expect(dialog.getByRole('textbox', { name: 'Command' })).not.toHaveValue(/sk-pasted/);
  await expect(dialog).toContainText('The command contains a key.');
  await expect(dialog.getByRole('button', { name: 'Open in editor' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Open in editor' }).click();
  await expect(body(page)).toContainText('no-such-model');
  await editor(page).getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('model_not_found');
  await page.getByRole('link', { name: 'Wire' }).click();
  await expect(list(page).getByRole('option', { name: /Model not found/ })).toHaveCount(2);
}

async function pasteUnusable(page: Page): Promise<void> {
  // Like the desktop app: there is no button that could only fail.
  await page.evaluate(() => {
    navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus;
  });
  await page.getByRole('button', { name: 'Paste cURL' }).click();
  await expect(page.getByRole('button', { name: 'Paste from clipboard' })).toBeHidden();
  const command = page.getByRole('textbox', { name: 'Command' });
  await command.fill('curl https://elsewhere.example/v1/models');
  await expect(page.getByText('No connection uses https://elsewhere.example.')).toBeVisible();
  await command.fill('wget https://elsewhere.example');
  await expect(page.getByText('This is not a cURL command')).toBeVisible();
}

test('a pin survives a restart, and deleted exchanges stay deleted', async ({ page, patchbay, consoleErrors }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /Model not found/), 'p');
  await expect(row(page, /Model not found/).getByLabel('pinned')).toBeVisible();
  await patchbay.kill();
  await patchbay.start();
  await page.goto(patchbay.address());
  // The old page reported its lost connection while the host was gone.
  consoleErrors.length = 0;
  await page.getByRole('link', { name: 'Wire' }).click();
  await section(page, /^Pinned/).click();
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await press(page, row(page, /Model not found/), 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 request is pinned.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, /Model not found/)).toBeVisible();
  await press(page, row(page, /Model not found/), 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible();
  await page.reload();
  await expect(section(page, /^Failed/)).toContainText('0');
});
