import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { leaveOut, parameter, sendParameter } from './support/parameters.ts';
import { expect, openDemoChat, test, unsentIsKept } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';
import { showRequest } from './support/wire-acts.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answers = (page: Page) => page.getByRole('article', { name: /^Reply from/ });

/** Types the next turn and sends it. */
async function say(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await message(page).press('Enter');
}

/** Types a model id into the model socket. */
async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill(id);
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}

/** Begins another conversation in the same page. */
const startNew = (page: Page) => page.getByRole('button', { name: 'New chat' }).click();

async function pickRoute(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: /^Route/ }).click();
  await page.getByRole('menuitemradio', { name: path }).click();
}

const routes = {
  '/v1/chat/completions': '"messages"',
  '/v1/responses': '"input"',
  '/v1beta/models/{model}:generateContent': '"contents"',
};

test('a message in each route gets a reply, and the wire shows what was sent', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  await test.step('a selected parameter is in the body, any other is not', () => tickParameter(page));
  for (const [path, sent] of Object.entries(routes))
    await test.step(path, async () => {
      await startNew(page);
      await sendIn(page, path, sent);
    });
});

async function tickParameter(page: Page): Promise<void> {
  await page.keyboard.press('Control+j');
  await showRequest(page, 'Preview');
  await expect(page.getByRole('tabpanel')).toContainText('"stream"');
  await expect(page.getByRole('tabpanel')).not.toContainText('temperature');
  await sendParameter(page, 'temperature');
  await expect(page.getByRole('textbox', { name: 'temperature' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('"temperature"');
  await savePreset(page);
  await leaveOut(page, 'temperature');
  await expect(page.getByRole('tabpanel')).not.toContainText('temperature');
  // Its row stays under the pointer until that leaves, and then joins the names of the others.
  await expect(parameter(page, 'temperature')).toContainText('not sent');
  await message(page).click();
  await expect(parameter(page, 'temperature')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Sampling/ })).toContainText('temperature');
}

/** The head names the preset whose parameters are sent; a preset brings them back after a reset. */
async function savePreset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save as preset…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Warm');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('button', { name: 'Preset Warm' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Reset parameters' }).click();
  await expect(page.getByRole('tabpanel')).not.toContainText('temperature');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitemradio', { name: 'Warm' }).click();
  await expect(menu).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('"temperature"');
}

async function sendIn(page: Page, path: string, sent: string): Promise<void> {
  await pickRoute(page, path);
  await showRequest(page, 'Preview');
  await message(page).fill('Count to 5 please');
  await expect(page.getByRole('tabpanel')).toContainText(sent);
  await message(page).press('Enter');
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await expect(answers(page).first()).toContainText('5');
  await expect(answers(page).first()).toContainText('TTFT');
  await showRequest(page, 'Sent');
  await expect(page.getByRole('tabpanel')).toContainText('[redacted key]');
  await page.getByRole('tab', { name: /Events/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/text-delta|finish/);
  await page.getByRole('tab', { name: 'Timing' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Waiting for headers');
}

test('a stream that is cut off keeps its text, and a rejected parameter is offered for removal', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await test.step('a stream that is cut off says so, and continues on request', () => continueCut(page));
  await startNew(page);
  await test.step('a rejected parameter is offered for removal', () => removeRejected(page));
});

async function continueCut(page: Page): Promise<void> {
  await pickModel(page, 'faulty/cut-mid-stream');
  await say(page, 'Explain what a stream is');
  const cut = answers(page).first();
  await expect(cut).toContainText('Reply interrupted', { timeout: 20_000 });
  const kept = (await cut.textContent()) ?? '';
  expect(kept.length).toBeGreaterThan(60);
  await pickModel(page, 'demo-chat');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).nth(1)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await expect(cut).toContainText('Reply interrupted');
}

async function removeRejected(page: Page): Promise<void> {
  await pickModel(page, 'demo-reasoner');
  await sendParameter(page, 'temperature');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.5');
  await say(page, 'Think about it');
  await page.getByRole('button', { name: 'Send without temperature' }).click({ timeout: 20_000 });
  await expect(answers(page).last()).toContainText('Reasoned for', { timeout: 20_000 });
}

test('a reply survives a reload and the end of the host', async ({ page, patchbay, consoleErrors }) => {
  await openDemoChat(page, patchbay);
  // A fault needs a pace at which a user could press something.
  await pickModel(page, 'demo-long');
  await test.step('a reload in the middle of a reply loses none of it', () => reloadMidway(page));
  await startNew(page);
  await test.step('after the host was killed the text is still there, marked as interrupted', () =>
    killMidway(page, patchbay));
  // The old page reported its lost connection while the host was gone.
  consoleErrors.length = 0;
});

async function reloadMidway(page: Page): Promise<void> {
  await say(page, 'Write a long story');
  await expect(answers(page).first()).toContainText(/\w{3,}/);
  await page.reload();
  await expect(answers(page).first()).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answers(page).first()).toContainText('Stopped');
}

async function killMidway(page: Page, patchbay: Patchbay): Promise<void> {
  await say(page, 'Write a long story');
  // Far more than is expected afterwards: the record is a quarter of a second behind the display.
  await expect(answers(page).first()).toContainText(/(\w+\W+){60}/, { timeout: 15_000 });
  await patchbay.kill();
  await patchbay.start();
  await page.goto(patchbay.address());
  await expect(answers(page).first()).toContainText('Reply interrupted', { timeout: 15_000 });
  await expect(answers(page).first()).toContainText(/(\w+\W+){20}/);
}

test('conversations are found, edited and deleted, and unsent text survives', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  await test.step('conversations are searched by content, renamed, and deleted', () => tidyConversations(page));
  await test.step('an edited turn becomes a branch beside the first one', () => editTurn(page));
  await test.step('an unsent message survives a reload', () => reloadUnsent(page, patchbay));
});

async function tidyConversations(page: Page): Promise<void> {
  await say(page, 'Tell me about xylophones');
  await expect(answers(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByText('Send a message, or try an example')).toBeVisible();
  await page.getByRole('button', { name: 'Search chats' }).click();
  await page.getByRole('textbox', { name: 'Search chats' }).fill('xyloph');
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('button').first().click();
  await expect(page.getByRole('article', { name: 'You' }).first()).toContainText('xylophones');
  await page.getByRole('button', { name: 'Search chats' }).click();
  const row = page.getByRole('navigation', { name: 'Chats' });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Instruments');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('Instruments');
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row).not.toContainText('Instruments');
}

async function editTurn(page: Page): Promise<void> {
  await say(page, 'First wording');
  await expect(answers(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  const turn = page.getByRole('article', { name: 'You' });
  await turn.hover();
  await turn.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Second wording');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(turn).toContainText('Second wording');
  await expect(turn).toContainText('2/2');
  await turn.getByRole('button', { name: 'Older version' }).click();
  await expect(turn).toContainText('First wording');
}

async function reloadUnsent(page: Page, patchbay: Patchbay): Promise<void> {
  await message(page).fill('half a thought');
  await unsentIsKept(page, patchbay);
  await page.reload();
  await expect(message(page)).toHaveValue('half a thought');
}

test('tools, images and files reach the model, and unreadable files are rejected', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  await test.step('a file that no model can read is rejected, and nothing is sent without it', () => rejectFiles(page));
  await startNew(page);
  await test.step('an image is attached and reaches the model', () => attachImage(page));
  await startNew(page);
  await test.step('a tool is called, its output is entered, and the reply uses it', () => callTool(page));
});

async function rejectFiles(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'lying.png', mimeType: 'image/png', buffer: Buffer.from('<html><title>Sign in</title>') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('apples and pears') },
  ]);
  const list = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(list.filter({ hasText: 'nothing.txt is empty' })).toBeVisible();
  await expect(list.filter({ hasText: 'lying.png is a web page' })).toBeVisible();
  await message(page).fill('What is in these?');
  await message(page).press('Enter');
  await expect(page.getByText('Remove the failed file, or retry it').first()).toBeVisible();
  await expect(answers(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove nothing.txt' }).click();
  await page.getByRole('button', { name: 'Remove lying.png' }).click();
  await message(page).press('Enter');
  await expect(answers(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await expect(page.getByText('notes.txt').first()).toBeVisible();
  const needsText = page
    .getByRole('main')
    .getByRole('paragraph')
    .filter({ hasText: 'Write a message or attach a file' });
  await message(page).press('Enter');
  await expect(needsText).toBeVisible();
  await message(page).fill('Say it again');
  await message(page).press('Enter');
  await expect(answers(page).nth(1)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  // Once a turn was sent, nothing tries to send the empty composer.
  await expect(needsText).toHaveCount(0);
}

async function attachImage(page: Page): Promise<void> {
  await pickModel(page, 'demo-vision');
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
  await expect(page.getByText('dot.png')).toBeVisible();
  await message(page).fill('What is this?');
  // Nothing is sent while a file is still being read.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await message(page).press('Enter');
  await expect(answers(page).first()).toContainText(/1\s?[x×]\s?1/, { timeout: 20_000 });
}

async function callTool(page: Page): Promise<void> {
  await pickModel(page, 'demo-tools');
  await sendParameter(page, 'tools');
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'get_weather' }).click();
  await say(page, 'What is the weather in Utrecht?');
  await expect(page.getByRole('region', { name: 'Tool call: get_weather' })).toContainText('Utrecht', {
    timeout: 20_000,
  });
  await page.getByRole('textbox', { name: 'Output of get_weather to send' }).fill('{"degrees": 17}');
  await page.getByRole('button', { name: 'Send outputs' }).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).nth(1)).toContainText('17', { timeout: 20_000 });
}
