import type { Page } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import { test } from './support/gateway.ts';
import { expect, openDemoChat } from './support/patchbay.ts';
import { showRequest } from './support/wire-acts.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answers = (page: Page) => page.getByRole('article', { name: /^Reply from/ });
const connection = (page: Page) => page.getByRole('button', { name: /^Connection:/ });
const rows = (page: Page) => page.getByRole('navigation', { name: 'Chats' });

/** Sends a message; `replies` are there with its own. */
async function say(page: Page, text: string, replies = 1): Promise<void> {
  await message(page).fill(text);
  await message(page).press('Enter');
  await expect(answers(page)).toHaveCount(replies);
  await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

async function select(page: Page, name: string): Promise<void> {
  await connection(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(connection(page)).toContainText(name);
}

test('a conversation stays at its gateway until the user moves it', async ({ page, patchbay, gateway }) => {
  await openDemoChat(page, patchbay);
  await say(page, 'Meant for the demo gateway');
  await expect(answers(page).first()).toContainText(/demo-chat\s*Chat completions/);
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'Second gateway', baseAddress: gateway.url });
  await client.keys.put({ connectionId: id, alias: 'ci', secret: gateway.key });
  const third = await client.connections.save({ name: 'Third gateway', baseAddress: gateway.url });
  const demoId = (await client.connections.list({})).find(({ isDemo }) => isDemo)?.id ?? '';
  const chatsSent = () => gateway.requestLog().filter(({ path }) => path.includes('completions')).length;

  await select(page, 'Second gateway');
  const line = page.getByRole('status').filter({ hasText: 'Started on Demo gateway.' });
  await expect(line).toBeVisible();
  await expect(rows(page)).toContainText('demo-chat');
  await expect(page.getByRole('img', { name: 'Changed since the last request' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toHaveCount(0);
  await message(page).fill('Not yet');
  await message(page).press('Enter');
  await expect(page.getByText('Select a connection and key first').first()).toBeVisible();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(answers(page)).toHaveCount(1);
  await expect(message(page)).toHaveValue('Not yet');

  await line.getByRole('button', { name: 'Switch back' }).click();
  await expect(line).toHaveCount(0);
  await expect(connection(page)).toContainText('Demo gateway');
  await say(page, 'Back on the demo gateway', 2);
  expect(chatsSent()).toBe(0);

  // A new chat is created for the current selection, and opening the old one selects its own gateway again.
  await select(page, 'Second gateway');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(line).toHaveCount(0);
  await rows(page)
    .getByRole('button', { name: /Meant for the demo/ })
    .click();
  await expect(connection(page)).toContainText('Demo gateway');
  await expect(line).toHaveCount(0);

  await select(page, 'Second gateway');
  await line.getByRole('button', { name: 'Use Second gateway from here' }).click();
  await expect(line).toHaveCount(0);
  await say(page, 'Now for the second gateway', 3);
  expect(chatsSent()).toBe(1);
  await expect(answers(page).last()).toContainText('Second gateway');
  await expect(answers(page).first()).toContainText('Demo gateway');

  // A deleted connection cannot be selected again, and opening what was made with it selects nothing else.
  await client.connections.remove({ id });
  await expect(
    page.getByRole('status').filter({ hasText: 'Started on Second gateway, which was deleted.' }),
  ).toBeVisible();
  await client.connections.remove({ id: demoId });
  await client.connections.save({ name: 'Fourth gateway', baseAddress: gateway.url });
  await select(page, 'Fourth gateway');
  await page.getByRole('button', { name: 'New chat' }).click();
  await rows(page)
    .getByRole('button', { name: /Meant for the demo/ })
    .click();
  await expect(page.getByRole('button', { name: 'Use Fourth gateway from here' })).toBeVisible();
  await client.connections.remove({ id: third.id });
  close();
});

test('a message without a reply is left out of the next request, and sent with it once it is included', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill('faulty/rate-limit');
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await say(page, 'This one is refused');
  await page.keyboard.press('Control+j');
  await showRequest(page, 'Preview');
  await message(page).fill('The next one');
  const preview = page.getByRole('tabpanel');
  await expect(preview).toContainText('The next one');
  await expect(preview).not.toContainText('This one is refused');
  const prompt = page.getByRole('article', { name: 'You' }).first();
  await expect(prompt).toContainText('Not in context');
  await prompt.getByRole('button', { name: 'Include' }).click();
  await expect(preview).toContainText('This one is refused');
});
