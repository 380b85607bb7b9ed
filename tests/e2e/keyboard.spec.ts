import type { Page } from '@playwright/test';
import { expectFocusKept, startDemo, tabTo } from './support/keys-alone.ts';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';
import { cutOff, overlapping } from './support/seen.ts';
import { setDemo } from './support/set-demo.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answers = (page: Page) => page.getByRole('article', { name: /^Reply from/ });

test('a chat is edited, inspected and set up by keyboard alone', async ({ page, patchbay }) => {
  await startDemo(page, patchbay);
  await page.keyboard.type('Count to 2');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await test.step('a turn is edited and its versions are browsed', () => editTurn(page));
  await test.step('a conversation is renamed and its wire inspected', () => renameAndInspect(page));
  await page.getByRole('button', { name: 'New chat' }).press('Enter');
  await test.step('parameters are set', () => setParameters(page));
  await test.step('a model is selected, a turn is sent and stopped', () => sendAndStop(page));
});

async function editTurn(page: Page): Promise<void> {
  // Saving creates a new version, and moves the focus to where the next turn is written.
  await tabTo(page, page.getByRole('button', { name: 'Edit' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Count to 3');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('2/2');
  await expect(answers(page).first()).toContainText(/\w{3,}/);
  await expect(message(page)).toBeFocused();
  const older = page.getByRole('button', { name: 'Older version' });
  await tabTo(page, older, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('1/2');
  await expect(older).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Newer version' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('2/2');
}

async function renameAndInspect(page: Page): Promise<void> {
  // The list is one tab stop; the menu of a row is to its right. The focus returns to where it was.
  const chats = page.getByRole('navigation', { name: 'Chats' });
  const more = chats.getByRole('button', { name: 'More actions' });
  await tabTo(page, chats.getByRole('button', { name: /^Count to 2/ }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(chats).toContainText('By keyboard');
  await expectFocusKept(page);

  // The wire behind the reply.
  await page.keyboard.press('Control+j');
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Response' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText('demo-chat');
}

async function setParameters(page: Page): Promise<void> {
  // Found among those that are not sent, and moved with an arrow key.
  await tabTo(page, page.getByRole('button', { name: /^Sampling/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search parameters' })).toBeFocused();
  await page.keyboard.type('temp');
  await page.keyboard.press('Enter');
  const temperature = page.getByRole('group', { name: 'temperature', exact: true });
  await expect(temperature.getByRole('checkbox')).toBeChecked();
  await expect(temperature.getByRole('textbox')).toBeFocused();
  await expect(temperature.getByRole('slider')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(temperature.getByRole('slider')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(temperature.getByRole('textbox')).toHaveValue('0.95');

  // A choice from a list, and one of a few.
  await tabTo(page, page.getByRole('button', { name: /^Reasoning/ }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const effort = page.getByRole('combobox', { name: 'reasoning_effort' });
  await expect(effort).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(effort).toContainText('high');
  await expect(effort).toBeFocused();
}

async function sendAndStop(page: Page): Promise<void> {
  // Leaving a list that is typed into.
  await tabTo(page, page.getByRole('button', { name: /^Model/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /model/i })).toBeFocused();
  await page.keyboard.type('demo-long');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-long');
  // Work continues in the message: selected, sent, and stopped in the middle, without moving the focus by hand.
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Write a long story');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toContainText(/(\w+\W+){5}/);
  await page.keyboard.press('Escape');
  await expect(answers(page)).toContainText('Stopped');
  await expect(message(page)).toBeFocused();
}

test('keys typed right behind the shortcut of the palette belong to the palette', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('setx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('tings');
  await page.keyboard.press('Enter');
  await panelIsThere(page, 'Settings');
  await page.goBack();
  await expect(message(page)).toHaveValue('');
  await expect(answers(page)).toHaveCount(0);
});

test('hints are shown on focus, distinct from names, and dismissed with Escape', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  const attach = page.getByRole('button', { name: 'Attach files' });
  const hint = page.getByText('Attach files', { exact: true });
  await tabTo(page, attach);
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  // A press is rejected for a reason, and the reason can be read.
  const send = page.getByRole('button', { name: 'Send' });
  await tabTo(page, send);
  await expect(send).toHaveAttribute('aria-description', 'Write a message or attach a file');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveCount(0);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves while a reply streams', async ({ page, patchbay }) => {
    await openDemoChat(page, patchbay);
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // The reply outlasts everything that follows, on a slow computer too.
    await setDemo(patchbay, { pace: 8 });
    await message(page).fill('Explain tables, code and math');
    await message(page).press('Enter');
    await expect(answers(page)).toContainText(/(\w+\W+){3}/);
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
    await expect(answers(page)).toHaveAttribute('aria-busy', 'true');
  });
});

test.describe('at 200% zoom on a small screen', () => {
  test.use({ viewport: { width: 512, height: 350 }, deviceScaleFactor: 2 });

  test('no control is cut off', async ({ page, patchbay }) => {
    await page.goto(patchbay.address());
    await expect(page.getByRole('button', { name: /Start demo gateway/ })).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
    await openDemoChat(page, patchbay);
    expect(await cutOff(page)).toEqual([]);
    await message(page).fill('Explain tables, code and math');
    await message(page).press('Enter');
    await expect(answers(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
    expect(await cutOff(page)).toEqual([]);
    expect(await overlapping(page)).toEqual([]);
    await page.getByRole('button', { name: 'Toggle parameters' }).click();
    expect(await cutOff(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await panelIsThere(page, 'Settings');
    expect(await cutOff(page)).toEqual([]);
  });
});
