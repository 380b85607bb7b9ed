import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' });
const answers = (page: Page) => page.getByRole('article');

/** Sends a message and waits for its reply. Turns far above are not in the page, so the list's own count is read. */
async function ask(page: Page, text: string): Promise<void> {
  const turns = page.getByRole('main').locator('[role="listitem"][aria-setsize]');
  const count = async () => Number((await turns.count()) && (await turns.last().getAttribute('aria-setsize')));
  const before = await count();
  await message(page).fill(text);
  await message(page).press('Enter');
  await expect.poll(count).toBe(before + 2);
  await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false');
}

async function openAnother(page: Page, patchbay: Patchbay): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(patchbay.address());
  await panelIsThere(other, 'Chat');
  return other;
}

test('a conversation open in two windows stays in sync, and sending in either makes no copy', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  const other = await openAnother(page, patchbay);
  await ask(page, 'Tell me about marimbas');
  // The other window is notified of a conversation that was created after it was opened, and shows the same reply.
  await chats(other).getByText('Tell me about marimbas').click();
  await expect(other.getByRole('main')).toContainText('Tell me about marimbas');
  const reply = (tab: Page) => tab.getByRole('article', { name: /^Reply from/ });
  await expect(reply(other)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  expect(await reply(other).textContent()).toBe(await reply(page).textContent());
  await ask(page, 'And xylophones?');
  await expect(other.getByRole('main')).toContainText('And xylophones?');
  await ask(other, 'And vibraphones?');
  await expect(page.getByRole('main')).toContainText('And vibraphones?');
  await expect(chats(page).getByText('marimbas')).toHaveCount(1);
  await expect(chats(page).getByText('copy')).toHaveCount(0);
  await other.close();
  await ask(page, 'And glockenspiels?');
});

test('drafts in two windows survive both, and both share one theme', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await ask(page, 'Tell me about marimbas');
  await page.getByRole('button', { name: 'New chat' }).click();
  await ask(page, 'Tell me about harps');
  const other = await openAnother(page, patchbay);
  await chats(other).getByText('Tell me about marimbas').click();
  await expect(other.getByRole('main')).toContainText('Tell me about marimbas');
  await message(page).fill('half a thought on harps');
  await message(other).fill('half a thought on marimbas');
  const theme = () => other.locator('html').getAttribute('data-theme');
  expect(await theme()).toBeNull();
  await page.keyboard.press('Control+Shift+L');
  await expect.poll(theme).toBe('light');
  // Both are saved by now: the theme was changed after them, through the same channel.
  for (const [text, value] of [
    ['Tell me about harps', 'half a thought on harps'],
    ['Tell me about marimbas', 'half a thought on marimbas'],
  ] as const) {
    const later = await openAnother(page, patchbay);
    await chats(later).getByText(text).click();
    await expect(message(later)).toHaveValue(value);
    await later.close();
  }
  await other.close();
});
