import type { Page } from '@playwright/test';
import { type CountedUser, countedUser } from './support/counted-acts.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';
import { clipboard } from './support/wire-acts.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const replies = (page: Page) => page.getByRole('article', { name: /^Reply from/ });

/** The newest reply has ended. */
async function ended(page: Page, count: number): Promise<void> {
  await expect(replies(page)).toHaveCount(count);
  await expect(replies(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

test('the frequent jobs of a chat take few clicks and keys', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  const user = countedUser(page);
  await test.step('an example and Enter is a first reply', () => tryExample(page, user));
  await test.step('another model is 3 acts, and the next message can be typed', () => switchModel(page, user));
  await test.step('the same prompt over another protocol is 2 acts', () => retryOnAnotherRoute(page, user));
  await test.step('the last prompt, edited, is 2 acts and the edit', () => recallAndEdit(page, user));
  await test.step('a recorded request, edited, is 2 acts and the edit', () => editRecorded(page, user));
  await test.step('a cURL command of any reply is 2 acts', () => copyAsCurl(page, user));
  await test.step('the title is changed in 2 acts and the new title', () => rename(page, user));
  await test.step('a report of a failed request is 1 act', () => reportFailure(page, user));
});

test('a chat is used from the message box by keys alone', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 40 });
  const user = countedUser(page);
  await test.step('Escape stops a reply', async () => {
    await user.type('Count to 400 please');
    await user.press('Enter');
    await expect(replies(page)).toContainText('1, 2, 3');
    await user.press('Escape');
    await expect(replies(page)).toContainText('Stopped by you');
    await expect(message(page)).toBeFocused();
  });
  await setDemo(patchbay, { pace: 0 });
  await test.step('the last reply is requested again, as another version', async () => {
    await user.press('Control+Shift+Enter');
    await ended(page, 1);
    await expect(replies(page)).toContainText('2/2');
    await expect(message(page)).toBeFocused();
  });
  await test.step('another route is selected, and the focus returns', async () => {
    await user.press('Control+i');
    await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
    const responses = page.getByRole('menuitemradio', { name: '/v1/responses' });
    await user.press('ArrowDown');
    await expect(responses).toBeFocused();
    await user.press('Enter');
    await expect(page.getByRole('button', { name: /^Route/ })).toContainText('/v1/responses');
    await expect(message(page)).toBeFocused();
  });
  await test.step('the shortcut sheet lists them', async () => {
    await message(page).blur();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const title of ['New chat', 'Retry last reply', 'Stop reply', 'Recall last prompt'])
      await expect(sheet.getByText(title, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('a new chat is ready for its first message', async () => {
    await user.press('Control+Shift+o');
    await expect(replies(page)).toHaveCount(0);
    await expect(message(page)).toBeFocused();
  });
});

async function tryExample(page: Page, user: CountedUser): Promise<void> {
  await user.click(page.getByRole('button', { name: /^Compare in a table/ }));
  await user.press('Enter');
  expect(user.acts()).toBe(2);
  await ended(page, 1);
  await expect(message(page)).toBeFocused();
}

async function switchModel(page: Page, user: CountedUser): Promise<void> {
  await user.press('Control+m');
  await expect(page.getByRole('combobox', { name: /models/i })).toBeFocused();
  await user.type('demo-echo');
  await user.press('Enter');
  expect(user.acts()).toBe(3);
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-echo');
  await expect(message(page)).toBeFocused();
  await user.type('Say this again');
  await user.press('Enter');
  await ended(page, 2);
  user.acts();
}

async function retryOnAnotherRoute(page: Page, user: CountedUser): Promise<void> {
  const reply = replies(page).last();
  await expect(reply).toContainText('Chat completions');
  await user.click(reply.getByRole('button', { name: 'Retry with…' }));
  await user.click(page.getByRole('button', { name: /^Responses/ }));
  expect(user.acts()).toBe(2);
  await expect(reply).toContainText(/demo-echo\s*Responses/);
  await ended(page, 2);
  await expect(reply).toContainText('2/2');
  await expect(message(page)).toBeFocused();
  // The first version keeps what it was made with.
  await reply.getByRole('button', { name: 'Older version' }).click();
  await expect(reply).toContainText(/demo-echo\s*Chat completions/);
  await reply.getByRole('button', { name: 'Newer version' }).click();
}

async function recallAndEdit(page: Page, user: CountedUser): Promise<void> {
  await message(page).focus();
  await user.press('ArrowUp');
  await expect(message(page)).toHaveValue('Say this again');
  await user.type(', louder');
  await user.press('Enter');
  expect(user.acts()).toBe(3);
  await ended(page, 3);
  await expect(replies(page).last()).toContainText('Say this again, louder');
  // What was typed is never replaced by an earlier prompt, and the way back leads to the empty field.
  await user.type('half');
  await user.press('ArrowUp');
  await expect(message(page)).toHaveValue('half');
  await message(page).fill('');
  await user.press('ArrowUp');
  await user.press('ArrowDown');
  await expect(message(page)).toHaveValue('');
  user.acts();
}

async function editRecorded(page: Page, user: CountedUser): Promise<void> {
  await user.click(page.getByRole('button', { name: 'Edit and send' }));
  const editor = page.getByRole('main', { name: 'Request' });
  const body = editor.getByRole('textbox', { name: 'JSON body' });
  await expect(body).toContainText('demo-echo');
  await body.press('Control+a');
  const edited = { model: 'demo-echo', messages: [{ role: 'user', content: 'Say this softer' }] };
  await page.keyboard.insertText(JSON.stringify(edited));
  await user.press('Control+Enter');
  expect(user.acts()).toBe(2);
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('Say this softer');
  await page.getByRole('link', { name: 'Chat' }).click();
  await expect(replies(page).last()).toBeVisible();
}

async function copyAsCurl(page: Page, user: CountedUser): Promise<void> {
  const reply = replies(page).last();
  await user.click(reply.getByRole('button', { name: 'More actions' }));
  await user.click(page.getByRole('menuitem', { name: 'Copy as cURL' }));
  expect(user.acts()).toBe(2);
  await expect.poll(() => clipboard(page)).toContain('curl ');
  expect(await clipboard(page)).toContain('louder');
}

async function rename(page: Page, user: CountedUser): Promise<void> {
  await user.click(page.getByRole('button', { name: 'Rename chat' }));
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await user.type('Ways to stream');
  await user.press('Enter');
  expect(user.acts()).toBe(3);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Ways to stream');
  await expect(page.getByRole('navigation').getByText('Ways to stream')).toBeVisible();
}

async function reportFailure(page: Page, user: CountedUser): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.keyboard.type('no-such-model');
  await page.keyboard.press('Enter');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Is anybody there?');
  await page.keyboard.press('Enter');
  await ended(page, 4);
  await user.click(replies(page).last().getByRole('button', { name: 'Copy report' }));
  expect(user.acts()).toBe(1);
  await expect.poll(() => clipboard(page)).toContain('Request: POST ');
  expect(await clipboard(page)).toContain('no-such-model');
  expect(await clipboard(page)).not.toContain('Is anybody there?');
}
