import type { Page, WebSocketRoute } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { expect, openDemoChat, panelIsThere, test, unsentIsKept } from './support/patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answer = (page: Page) => page.getByRole('article', { name: /^Reply from/ });
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? 'system');
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const find = (page: Page) => page.getByRole('combobox', { name: /^Search panels/ });

/** Opens the palette, and waits for its field as a user does. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(find(page)).toBeFocused();
}

test('the palette and the listed shortcuts work by keyboard alone', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await test.step('the sheet lists every shortcut, and the listed ones work', () => useShortcuts(page));
  await message(page).fill('');
  await test.step('a model found in the palette is selected in the chat', () => findModel(page));
  await test.step('the palette is opened, searched and used by keyboard alone', () => usePalette(page));
});

async function useShortcuts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Open command palette');
  await expect(sheet).toContainText('Open Settings');
  // Keys are changed by pressing new ones; those of another action are not taken without a question.
  await sheet.getByRole('button', { name: 'Edit shortcuts' }).click();
  await sheet.getByRole('button', { name: /^Toggle list: / }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(sheet.getByRole('alert')).toContainText('is used by “Open command palette”');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: /^Toggle list: / }).click();
  await page.keyboard.press('ControlOrMeta+y');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toContainText(/Toggle list.*Y/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'New chat' })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await panelIsThere(page, 'Settings');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await panelIsThere(page, 'Chat');
  // In a field the same letters are text.
  await message(page).pressSequentially('g s?');
  await expect(message(page)).toHaveValue('g s?');
  await expect(sheet).toBeHidden();
}

async function findModel(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.type('@demo-reasoner');
  await expect(page.getByRole('option', { selected: true })).toContainText('demo-reasoner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-reasoner');
}

async function usePalette(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.type('theme dark');
  await expect(page.getByRole('option', { selected: true })).toContainText('Theme: dark');
  await page.keyboard.press('Enter');
  await expect(find(page)).toBeHidden();
  expect(await theme(page)).toBe('dark');

  await openPalette(page);
  await page.keyboard.type('open settings');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await panelIsThere(page, 'Settings');

  // The settings have no list. When the search for one ends, two seconds later, the focus stays where it is by then.
  await openPalette(page);
  await page.keyboard.type('nothing is called like this', { delay: 90 });
  await expect(find(page)).toHaveValue('nothing is called like this');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('status')).toContainText(
    'No results for',
  );
  await page.keyboard.press('Escape');
  await expect(find(page)).toBeHidden();
  await panelIsThere(page, 'Settings');
}

test('light, dark and system theme take effect at once and are stored; the licenses are readable', async ({
  page,
  patchbay,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Settings' }).click();
  await panelIsThere(page, 'Settings');
  await page.getByRole('button', { name: 'Third-party notices' }).click();
  await expect(page.getByRole('dialog', { name: 'Third-party notices' })).toContainText('SIL OPEN FONT LICENSE');
  await page.keyboard.press('Escape');
  const light = await ground(page);
  const choice = (name: string) =>
    page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name, exact: true });
  await choice('Dark').click();
  await expect.poll(() => ground(page)).not.toBe(light);
  const dark = await ground(page);
  await page.keyboard.press('ArrowLeft');
  await expect(choice('Light')).toBeChecked();
  await expect(choice('Light')).toBeFocused();
  await expect.poll(() => ground(page)).toBe(light);
  await choice('Dark').click();
  // Stored by the core: a tab that opens later shows it from its first paint.
  const other = await page.context().newPage();
  await expect(async () => {
    await other.goto(patchbay.address());
    await panelIsThere(other, 'Settings');
    expect(await ground(other)).toBe(dark);
  }).toPass();
  await other.close();
  await choice('System').click();
  await expect.poll(() => ground(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).toBe(dark);
});

test('a page with a wrong token, or over the limit of windows, says so and shows nothing else', async ({
  page,
  patchbay,
  consoleErrors,
}) => {
  await page.goto(patchbay.address().replace(/token=.*/, 'token=wrong'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // The same tab with the right link works.
  await page.goto(patchbay.address());
  await expect(page.getByRole('heading', { level: 1, name: 'Connect a gateway' })).toBeVisible();
  // The browser itself reports the rejected connection.
  consoleErrors.length = 0;
  await page.goto('about:blank');
  await test.step('a window over the limit opens automatically when a slot is free', () =>
    exceedWindows(page, patchbay));
});

async function exceedWindows(page: Page, patchbay: Patchbay): Promise<void> {
  const others = await Promise.all(Array.from({ length: 64 }, () => openClient(patchbay.address())));
  await page.goto(patchbay.address());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too many open windows');
  others[0]?.close();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect a gateway' })).toBeVisible();
  for (const other of others) other.close();
}

test('when the host has quit the page says so, keeps what was typed, and resumes with the next link', async ({
  page,
  patchbay,
  consoleErrors,
}) => {
  await page.clock.install();
  await openDemoChat(page, patchbay);
  await message(page).fill('half a thought');
  await unsentIsKept(page, patchbay);
  await patchbay.kill();
  await expect(page.getByText(/^Connection to Patchbay lost/)).toBeVisible();
  await expect(page.getByTestId('status-connection')).toHaveText('Status unknown');
  const title = page.getByRole('heading', { level: 1, name: 'Patchbay has quit' });
  // Each attempt must fail before waiting for the next one.
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(title).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(title).toBeFocused();
  await expect(page.getByLabel('Message')).toHaveValue('half a thought');
  await page.getByRole('alert').getByRole('button', { name: 'Reconnect' }).click();
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(title).toBeVisible({ timeout: 200 });
  }).toPass();
  // What was typed can be read and copied, although the host does not respond.
  await page.getByRole('button', { name: 'Show this page anyway' }).click();
  await expect(title).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'has quit' })).toBeVisible();
  await message(page).fill('half a thought, and more');
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible();
  await message(page).fill('half a thought');
  await patchbay.start();
  await page.goto(patchbay.address());
  await expect(message(page)).toHaveValue('half a thought');
  consoleErrors.length = 0;
});

test('a broken connection is restored, and the running reply continues', async ({ page, patchbay, consoleErrors }) => {
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket(/./, (line) => {
    lines.push(line.connectToServer(), line);
  });
  await openDemoChat(page, patchbay);
  await message(page).fill('Count to 200 please');
  await message(page).press('Enter');
  await expect(answer(page)).toContainText(/Counting to 200:\s*1, 2, 3/);
  const before = lines.length;
  for (const end of lines) await end.close();
  await expect.poll(() => lines.length).toBeGreaterThan(before);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await answer(page).getByRole('button', { name: 'All details' }).click();
  await expect(page.getByRole('dialog', { name: 'All details' })).toContainText(/Finish reason\s*stop/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Connection to Patchbay lost/)).toBeHidden();
  // The browser itself reports what was sent into the closing connection.
  consoleErrors.length = 0;
});

test('what had not been fetched when the connection broke loads after the reconnect, correctly styled', async ({
  page,
  patchbay,
  consoleErrors,
}) => {
  const lines: WebSocketRoute[] = [];
  let isCut = false;
  const reconnected = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, async (line) => {
    // From the page's view, a connection that cannot be opened.
    if (isCut) await reconnected.promise;
    lines.push(line.connectToServer(), line);
  });
  await page.route(/\.(?:js|css)$/, (route) => (isCut ? route.abort() : route.fallback()));
  await openDemoChat(page, patchbay);
  // What is cut off in flight is missing until the page is reloaded; here nothing is in flight any more, including what the
  // page fetches when idle.
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  await expect
    .poll(async () => {
      const before = await fetched();
      await page.waitForTimeout(1500);
      return (await fetched()) - before;
    })
    .toBe(0);
  isCut = true;
  for (const end of lines) await end.close();
  await expect(page.getByText(/^Connection to Patchbay lost/)).toBeVisible();
  await page.getByRole('tab', { name: 'Timing' }).click();
  await page.getByRole('navigation').getByText('Video', { exact: true }).click();
  const waiting = page.getByText(/^This panel will load/);
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Timing' })).toBeVisible();
  isCut = false;
  reconnected.resolve();
  await panelIsThere(page, 'Video');
  await expect(waiting).toHaveCount(0);
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  await expect(composer).toBeVisible();
  // Everything in the page has its style sheets: each of them arrived.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => 'sheet' in link && link.sheet),
      ),
    )
    .toBe(true);
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).not.toHaveCSS('border-radius', '0px');
  // The browser reports failed requests.
  consoleErrors.length = 0;
});

test('a part that failed to load while connected is named, and loads after a page reload', async ({
  page,
  patchbay,
  consoleErrors,
}) => {
  let isFailing = false;
  await page.route(/\.js$/, (route) => (isFailing ? route.abort() : route.fallback()));
  await openDemoChat(page, patchbay);
  await message(page).fill('half a thought');
  isFailing = true;
  await page.getByRole('navigation').getByText('Rerank', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This panel crashed' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Part of this page failed to load' })).toBeVisible();
  isFailing = false;
  await page.getByRole('alert').getByRole('button', { name: 'Reload page' }).click();
  await panelIsThere(page, 'Rerank');
  await page.getByRole('navigation').getByText('Chat', { exact: true }).click();
  await expect(message(page)).toHaveValue('half a thought');
  consoleErrors.length = 0;
});
