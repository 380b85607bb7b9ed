import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { canariesIn, canaryKey } from '../support/exchange/canary.ts';
import { test as base, expect, openDemoChat, panelIsThere } from './support/patchbay.ts';

/** A gateway that echoes the key in all it sends, and every byte that a host sent to the page. */
const test = base.extend<{ echoing: string; arrived: Buffer[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  echoing: async ({}, use) => {
    const server = createServer((request, response) => {
      const key = String(request.headers.authorization ?? request.headers['x-vendor-api-key'] ?? '');
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-echo', key);
      const entries = [{ id: 'echo-1', object: 'model', owned_by: key }];
      if (request.url?.startsWith('/v1/models')) response.end(JSON.stringify({ object: 'list', data: entries }));
      else {
        response.statusCode = 401;
        response.end(JSON.stringify({ error: { message: `Wrong key: ${key} ${btoa(key)}`, code: 'invalid_api_key' } }));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
  arrived: async ({ page }, use) => {
    const arrived: Buffer[] = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => void arrived.push(Buffer.from(payload)));
    });
    page.on('response', (response) => {
      response.body().then(
        (body) => void arrived.push(body),
        // A redirect, or a closed page, has none.
        () => {},
      );
    });
    await use(arrived);
  },
});

const sentinel = 'held-by-the-page-on-purpose';

/** Everything that scripts of the page reference, as text. */
async function heapOf(page: Page): Promise<string> {
  await page.evaluate((text) => Object.assign(globalThis, { sentinel: text }), sentinel);
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

/** Everything that a page can store in its browser. */
const storedIn = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookies: document.cookie,
    title: document.title,
    address: location.href,
    history: history.state,
  }));

/** The key is in no form in the page: not in script memory, not in what it shows, not in what it stores. */
async function expectNoKeyIn(page: Page): Promise<void> {
  const heap = await heapOf(page);
  // Compared here: an assertion report with the whole heap helps nobody.
  expect({ sentinel: heap.includes(sentinel), key: canariesIn(heap) }).toEqual({ sentinel: true, key: [] });
  expect(canariesIn(await page.content())).toEqual([]);
  expect(canariesIn(JSON.stringify(await storedIn(page)))).toEqual([]);
}

const welcomeField = (page: Page) => page.getByRole('textbox', { name: /^Base URL, API key/ });
const heldKey = (page: Page) => page.getByText(`API key, ${canaryKey.length} characters`);

async function paste(page: Page, text: string): Promise<void> {
  await welcomeField(page).focus();
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('Control+v');
}

test('a key field stores nothing, shows nothing, and leaves only a name and six digits', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add key' }).click();
  const field = page.getByLabel('API key', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'off');
  // Browsers remember what was entered by the name or id of a field.
  await expect(field).not.toHaveAttribute('name');
  await expect(page.getByRole('button', { name: /show|reveal|copy/i }).and(page.getByText(/key/i))).toHaveCount(0);
  await field.focus();
  await page.keyboard.insertText(canaryKey);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'default' });
  await expect(row).toContainText('Key rejected');
  await expect(row).toContainText(createHash('sha256').update(canaryKey).digest('hex').slice(0, 6));

  // Replacing it begins with an empty field.
  await page.getByRole('button', { name: 'Actions for default' }).click();
  await expect(page.getByRole('menuitem', { name: /show|reveal|copy/i })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Replace key' }).click();
  await expect(page.getByLabel('New API key', { exact: true })).toHaveValue('');
  await expectNoKeyIn(page);
});

test('a key pasted on the first screen appears nowhere in the page, whatever the gateway returns', async ({
  page,
  patchbay,
  echoing,
  arrived,
}) => {
  await page.goto(patchbay.address());
  await paste(page, echoing);
  await paste(page, canaryKey);
  await expect(heldKey(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await panelIsThere(page, 'Chat');
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /Search models/ }).fill('echo-1');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('article', { name: /^Reply from/ })).toContainText('[redacted key]');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await expectNoKeyIn(page);
  expect(arrived.length).toBeGreaterThan(10);
  expect(arrived.some((frame) => frame.includes('[redacted key]'))).toBe(true);
  expect(arrived.flatMap((frame) => canariesIn(frame))).toEqual([]);
});

test('a key typed on the first screen is masked, removed, and appears nowhere afterwards', async ({
  page,
  patchbay,
  echoing,
}) => {
  await page.goto(patchbay.address());
  await welcomeField(page).focus();
  await page.keyboard.type(canaryKey);
  await expect(page.locator('form input').first()).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await expect(heldKey(page)).toBeVisible();
  await expect(welcomeField(page)).toHaveValue('');
  await welcomeField(page).fill(echoing);
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await panelIsThere(page, 'Chat');
  await expectNoKeyIn(page);
});
