import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, openDemoChat, test } from './patchbay.ts';

const require = createRequire(import.meta.url);

const list = (page: Page) => page.getByRole('listbox', { name: 'Exchanges' });
const row = (page: Page, words: RegExp) => list(page).getByRole('option', { name: words }).first();
const detail = (page: Page) => page.getByRole('region', { name: 'Chosen exchange' });
const section = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'Show' }).getByRole('option', { name }).first();
const openTab = (page: Page, name: string) =>
  detail(page)
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** What axe finds wrong, as `rule: place`. */
async function complaints(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules(['heading-order']).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Types a model id into the model socket. */
async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill(id);
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}

/** Sends a message in the chat and waits for the end of its answer. */
async function say(page: Page, model: string, text: string): Promise<void> {
  const before = await page.getByRole('article', { name: /^Answer of/ }).count();
  await pickModel(page, model);
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('article', { name: /^Answer of/ })).toHaveCount(before + 1);
  await expect(page.getByRole('article', { name: /^Answer of/ }).last()).toHaveAttribute('aria-busy', 'false', {
    timeout: 20_000,
  });
}

/** The Wire panel, with an answer that works and one whose model is unknown. */
async function openWire(page: Page): Promise<void> {
  await say(page, 'demo-chat', 'Count to 5 please');
  await say(page, 'no-such-model', 'ping');
  await page.getByRole('link', { name: 'Wire' }).click();
  await expect(row(page, /model unknown/)).toBeVisible();
}

/** Presses a key of the table, with the focus where a press on a row leaves it. */
async function press(page: Page, chosen: Locator, key: string): Promise<void> {
  await chosen.click();
  await page.keyboard.press(key);
}

test('an exchange is found by typed filters, and the list at the left narrows it', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  const filter = page.getByRole('textbox', { name: 'Filter exchanges' });
  await filter.fill('status:5xx');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(row(page, /503/)).toBeVisible();
  await filter.fill('verdict:works route:chat');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(row(page, /200.*works/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove verdict:works' }).click();
  await expect(list(page).getByRole('option')).toHaveCount(2);
  await filter.fill('status:nonsense');
  await expect(page.getByText('status:nonsense means nothing')).toBeVisible();
  await filter.fill('nothing-holds-this-word');
  await expect(page.getByRole('heading', { name: 'No exchange fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await section(page, /^Not working/).click();
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await section(page, /^chat\.completions/).click();
  await expect(list(page).getByRole('option')).toHaveCount(2);
});

test('a chosen exchange shows what it means and what it was, in every tab', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await row(page, /model unknown/).click();
  await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText('Model unknown on this gateway');
  await expect(detail(page)).toContainText('503');
  await openTab(page, 'Response');
  await expect(detail(page).getByRole('tree')).toContainText('model_not_found');
  await openTab(page, 'Raw');
  await expect(detail(page)).toContainText(/HTTP\/1\.1 503/);
  await openTab(page, 'Sent');
  await expect(detail(page)).toContainText('1 masked');
  await expect(detail(page)).toContainText('[redacted key]');
  await expect(detail(page)).toContainText('no-such-model');
  await openTab(page, 'Headers');
  await expect(detail(page)).toContainText(/content-type/i);
  await openTab(page, 'Timeline');
  await expect(detail(page)).toContainText('Limits in force');
  await expect(detail(page)).toContainText('no proxy');
  await row(page, /200.*works/).click();
  await row(page, /chat\/completions.*200/).click();
  await openTab(page, 'Response');
  await expect(detail(page).getByRole('listbox', { name: 'Events' })).toContainText('text-delta');
  await openTab(page, 'Chunks');
  await expect(detail(page)).toContainText('tokens a second');
  await page.getByRole('radio', { name: 'Waterfall' }).click();
  await expect(list(page)).toContainText('/v1/chat/completions');
  await expect(page.getByText('Receive')).toBeVisible();
});

test('arrows move through the list, and the way back leads to the answer', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await list(page).focus();
  await page.keyboard.press('Home');
  await expect(detail(page)).toContainText('Model unknown');
  await page.keyboard.press('ArrowDown');
  await expect(detail(page)).not.toContainText('Model unknown');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('2 chosen')).toBeVisible();
  await row(page, /model unknown/).click();
  await detail(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Go to where it was made' }).click();
  await expect(page.getByRole('article', { name: /^Answer of/ }).last()).toContainText(/unknown/i);
});

test('a replay is a new exchange beside the first, and the two can be compared', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /model unknown/), 'r');
  await expect(list(page).getByRole('option', { name: /model unknown/ })).toHaveCount(2);
  await expect(detail(page)).toContainText('Sent again from');
  await expect(section(page, /^Replays/)).toBeVisible();
  await detail(page).getByRole('button', { name: 'Compare with the first' }).click();
  const comparison = page.getByRole('region', { name: 'Compare two exchanges' });
  await expect(comparison).toContainText('Took');
  await comparison.getByRole('tab', { name: 'Request body' }).click();
  await expect(comparison).toContainText('Both bodies are the same.');
  await page.keyboard.press('Escape');
  await row(page, /200.*works/).click();
  await row(page, /chat\/completions.*200/).click();
  await row(page, /model unknown/).click({ modifiers: ['Control'] });
  await page.keyboard.press('d');
  await comparison.getByRole('tab', { name: 'Request body' }).click();
  await expect(comparison.locator('mark').first()).toBeVisible();
  await expect(comparison).toContainText('no-such-model');
  await comparison.getByRole('tab', { name: 'Headers' }).click();
  await expect(comparison).toContainText('changed');
});

test('a request is edited, previewed and sent', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /model unknown/), 'e');
  const editor = page.getByRole('region', { name: 'Edit and send' });
  const body = editor.getByRole('textbox', { name: 'JSON body' });
  const text = await body.textContent();
  expect(text).toContain('no-such-model');
  await body.fill('{ "model": ');
  await expect(editor.getByText('It would not be sent.')).toBeVisible();
  await expect(editor.getByRole('button', { name: /^Send/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await press(page, row(page, /model unknown/), 'e');
  await expect(body).toContainText('{ "model":');
  await body.fill('{ "model": "demo-chat", "messages": [{ "role": "user", "content": "edited words" }] }');
  await editor.getByRole('tab', { name: 'Headers' }).click();
  await editor.getByRole('button', { name: 'Add' }).click();
  await editor.getByRole('textbox', { name: 'Headers 1: Name' }).fill('X-Trace');
  await editor.getByRole('textbox', { name: 'Headers 1: Value' }).fill('by hand');
  await expect(editor.getByRole('region', { name: 'As it would leave' })).toContainText('X-Trace');
  await page.keyboard.press('Control+Enter');
  await expect(detail(page)).toContainText('Answered as it should');
  await openTab(page, 'Sent');
  await expect(detail(page)).toContainText('from the request');
  await expect(detail(page)).toContainText('edited words');
});

test('a request is copied as a command and as other programs, without its key', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /model unknown/), 'c');
  await expect(page.getByText(/Command copied/)).toBeVisible();
  expect(await clipboard(page)).toMatch(/^curl [\s\S]*no-such-model/);
  await detail(page).getByRole('button', { name: 'Copy as another program' }).click();
  await page.getByRole('menuitem', { name: 'fetch', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy as a program' });
  await expect(dialog).toContainText('fetch(');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => clipboard(page)).toContain('fetch(');
  expect(await clipboard(page)).toContain('PATCHBAY_API_KEY');
  await dialog.getByRole('radio', { name: 'Python openai' }).click();
  await expect(dialog).toContainText('from openai import OpenAI');
});

test('a pin survives a restart, and what is forgotten is gone', async ({ page, patchbay, consoleErrors }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /model unknown/), 'p');
  await expect(row(page, /model unknown/).getByLabel('pinned')).toBeVisible();
  await patchbay.kill();
  await patchbay.start();
  await page.goto(patchbay.address());
  // The old page reported its lost line while the host was gone.
  consoleErrors.length = 0;
  await page.getByRole('link', { name: 'Wire' }).click();
  await section(page, /^Pinned/).click();
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await press(page, row(page, /model unknown/), 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('One of them is pinned.');
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(row(page, /model unknown/)).toBeVisible();
  await press(page, row(page, /model unknown/), 'Delete');
  await question.getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByRole('heading', { name: 'No exchange fits' })).toBeVisible();
  await page.reload();
  await expect(section(page, /^Not working/)).toContainText('0');
});

test('what is shown is saved as HAR', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await section(page, /^chat\.completions/).click();
  await expect(list(page).getByRole('option')).toHaveCount(2);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HAR' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.har$/);
  const har = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(har.log.version).toBe('1.2');
  expect(har.log.entries).toHaveLength(2);
  expect(har.log.entries[1].response.status).toBe(503);
  await expect(page.getByText(/2 exchanges saved as/)).toBeVisible();
  expect(await drawnRows(page, har)).toEqual([
    expect.stringMatching(/chat\/completions/),
    expect.stringMatching(/chat\/completions/),
  ]);
});

/** The names of the rows that a HAR viewer draws, in a page of its own: nothing of it may run in ours. */
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

test('a pasted command becomes a request; its key goes to the keys or nowhere', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await press(page, row(page, /model unknown/), 'c');
  await expect(page.getByText(/Command copied/)).toBeVisible();
  const command = (await clipboard(page)).replace('$PATCHBAY_API_KEY', 'sk-pasted-1234567890');
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Paste a cURL');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Paste a cURL command' });
  await dialog.getByRole('button', { name: 'Paste from the clipboard' }).click();
  await expect(dialog).toContainText('POST /v1/chat/completions on Demo gateway');
  await expect(dialog.getByRole('textbox', { name: 'Command' })).not.toHaveValue(/sk-pasted/);
  await expect(dialog).toContainText('The command holds a key.');
  await expect(dialog.getByRole('button', { name: 'Open in the editor' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Leave it out' }).click();
  await dialog.getByRole('button', { name: 'Open in the editor' }).click();
  const editor = page.getByRole('region', { name: 'Edit and send' });
  await expect(editor.getByRole('textbox', { name: 'JSON body' })).toContainText('no-such-model');
  await expect(editor.getByText('It can be sent like this.')).toBeVisible();
  await editor.getByRole('button', { name: /^Send/ }).click();
  await expect(list(page).getByRole('option', { name: /model unknown/ })).toHaveCount(2);
});

test('a command for an unknown gateway, and one that is none, say what is missing', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Wire' }).click();
  await page.getByRole('button', { name: 'Paste cURL' }).click();
  const command = page.getByRole('textbox', { name: 'Command' });
  await command.fill('curl https://elsewhere.example/v1/models');
  await expect(page.getByText('No connection goes to https://elsewhere.example.')).toBeVisible();
  await command.fill('wget https://elsewhere.example');
  await expect(page.getByText('This is no cURL command')).toBeVisible();
});

test('what a refusal taught is a hint beside the field, and can be forgotten', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await pickModel(page, 'demo-reasoner');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.5');
  await page.getByRole('textbox', { name: 'Message' }).fill('Think about it');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByText(/Learned .*temperature is not known here/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'See the exchange' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('unsupported_parameter');
  await page.getByRole('link', { name: 'Wire' }).click();
  await row(page, /field refused/).click();
  await expect(detail(page)).toContainText('temperature is not known here, seen 1 time');
  await detail(page).getByRole('button', { name: 'Forget this limit' }).click();
  await expect(detail(page)).not.toContainText('seen 1 time');
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ])
    test.describe(`${colorScheme}, ${viewport.width} wide`, () => {
      // Colours in the middle of a transition are nobody's contrast.
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('axe objects to nothing in the list and in the detail', async ({ page, patchbay }) => {
        await openDemoChat(page, patchbay);
        await openWire(page);
        await row(page, /model unknown/).click();
        for (const tab of ['Response', 'Raw', 'Sent', 'Headers', 'Timeline', 'Chunks']) {
          await openTab(page, tab);
          expect(await complaints(page)).toEqual([]);
        }
        await page.getByRole('textbox', { name: 'Filter exchanges' }).fill('status:5xx status:zz');
        await expect(page.getByText('status:zz means nothing')).toBeVisible();
        expect(await complaints(page)).toEqual([]);
      });

      test('axe objects to nothing in the other views', async ({ page, patchbay }) => {
        await openDemoChat(page, patchbay);
        await openWire(page);
        await page.getByRole('radio', { name: 'Waterfall' }).click();
        expect(await complaints(page)).toEqual([]);
        await press(page, row(page, /503/), 'e');
        await expect(page.getByRole('textbox', { name: 'JSON body' })).toBeVisible();
        expect(await complaints(page)).toEqual([]);
        await page.getByRole('button', { name: 'Back to the list' }).click();
        await row(page, /503/).click();
        await row(page, /chat\/completions.*200/).click({ modifiers: ['Control'] });
        await page.keyboard.press('d');
        await page.getByRole('tab', { name: 'Request body' }).click();
        await expect(page.locator('mark').first()).toBeVisible();
        expect(await complaints(page)).toEqual([]);
      });
    });
