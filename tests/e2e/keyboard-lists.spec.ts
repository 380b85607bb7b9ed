import type { Page } from '@playwright/test';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const row = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Chats' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Starts a chat by its shortcut, and sends one message. */
async function startChat(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+o');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(row(page, text)).toBeVisible();
  // A reply that ends later would move its chat in the list.
  await expect(page.getByRole('contentinfo')).toContainText('Idle');
}

test('a list is one tab stop, is moved through by arrows and letters, and keeps the focus', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  for (const name of ['Apples', 'Bananas', 'Cherries']) await startChat(page, name);
  await row(page, 'Cherries').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Bananas')).toBeFocused();
  await page.keyboard.press('End');
  await expect(row(page, 'Apples')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row(page, 'Cherries')).toBeFocused();
  await page.keyboard.press('b');
  await expect(row(page, 'Bananas')).toBeFocused();
  await test.step('Tab leaves the list and comes back to the same row', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('navigation', { name: 'Chats' }).locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(row(page, 'Bananas')).toBeFocused();
  });
  await test.step('the menu of a row is to its right', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator(':focus')).toHaveAttribute('aria-haspopup', 'menu');
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Bananas')).toBeFocused();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bananas' }).first()).toBeAttached();
});

test('a panel opened by its shortcut has the focus in its list, and the palette leads to fields', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await startChat(page, 'Retry budget');
  await page.getByRole('button', { name: 'New chat' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await panelIsThere(page, 'Wire');
  await expect(page.locator('#work').getByRole('listbox')).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await panelIsThere(page, 'Models');
  await expect(page.locator('#work').getByRole('listbox')).toBeFocused();
  const choose = async (typed: string, shown: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search panels/ })).toBeFocused();
    await page.keyboard.type(typed);
    await expect(page.getByRole('option', { selected: true })).toContainText(shown);
    await page.keyboard.press('Enter');
  };
  await choose('#retry', 'Retry budget');
  await panelIsThere(page, 'Chat');
  await expect(message(page)).toBeFocused();
  await choose('new chat', 'New chat');
  await expect(message(page)).toBeFocused();
  await choose('temperature', 'temperature');
  await expect(page.getByRole('dialog', { name: 'Sampling' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await test.step('what sends is listed, but is not selected by itself', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('replay last');
    await expect(page.getByRole('option', { name: /Replay last request/ })).toBeVisible();
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toContainText('Replay last request');
  });
});

test('what is typed right behind the press that opens the search of a list is searched', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  for (const name of ['Apples', 'Bananas']) await startChat(page, name);
  await expect(row(page, 'Apples')).toBeVisible();
  await page.getByRole('button', { name: 'Search chats' }).press('Enter');
  await page.keyboard.type('app');
  const field = page
    .getByRole('searchbox', { name: 'Search chats' })
    .or(page.getByRole('textbox', { name: 'Search chats' }));
  await expect(field).toBeFocused();
  await page.keyboard.type('les');
  await expect(field).toHaveValue('apples');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});
