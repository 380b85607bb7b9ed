import type { Page } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import { expect, panelIsThere, test } from './support/patchbay.ts';

/** Holds every connection of the page to its host, until the returned function is called. */
async function holdConnections(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, async (line) => {
    const unsent: (string | Buffer)[] = [];
    line.onMessage((message) => void unsent.push(message));
    await released.promise;
    const server = line.connectToServer();
    line.onMessage((message) => server.send(message));
    for (const message of unsent) server.send(message);
  });
  return released.resolve;
}

const fetchedScripts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => /([^/]+)-[\w-]{8}\.js$/.exec(name)?.[1]),
  );

const place = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });

test('the frame is drawn before the host responds, and nothing of it moves when it does', async ({
  page,
  patchbay,
}) => {
  const { client, close } = await openClient(patchbay.address());
  await client.demo.start({});
  const [demo] = await client.connections.list({});
  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  await client.settings.put({ name: 'language', value: { choice: 'zh-CN', shown: 'zh-CN' } });
  await client.settings.put({ name: 'panel', value: { id: 'compare' } });
  await client.settings.put({ name: 'layout', value: { listPx: 310, wireOpen: true, wirePx: 300 } });
  close();
  const release = await holdConnections(page);
  await page.goto(patchbay.address());
  const rail = page.getByRole('navigation', { name: '面板' });
  await expect(rail.getByRole('link', { name: '聊天', exact: true })).toBeVisible();
  await expect(page.getByRole('main', { name: '对比', exact: true })).toHaveAttribute('aria-busy', 'true');
  expect(
    await page.evaluate(() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang })),
  ).toMatchObject({
    theme: 'dark',
    lang: 'zh-CN',
  });
  // The code of the panel is on its way, too.
  await expect.poll(() => fetchedScripts(page)).toEqual(expect.arrayContaining(['words-zh-CN', 'panel-compare']));
  // Nothing is said about connections while they are unknown.
  await expect(page.getByRole('banner').first()).not.toContainText('无连接');
  const parts = ['nav', 'header', 'main', 'footer', 'nav a[href="#/models"]'];
  const before = await Promise.all(parts.map((part) => place(page, part)));
  expect(before[2]?.x).toBe((before[0]?.width ?? 0) + 310);
  release();
  await panelIsThere(page, '对比');
  await expect(page.getByRole('banner').first()).toContainText(String(demo?.name));
  expect(await Promise.all(parts.map((part) => place(page, part)))).toEqual(before);
});

test('what the user changes before the host responds is kept', async ({ page, patchbay }) => {
  const { client, close } = await openClient(patchbay.address());
  await client.demo.start({});
  await client.settings.put({ name: 'layout', value: { listPx: 310 } });
  const release = await holdConnections(page);
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: 'Toggle list' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Images' }).click();
  await expect(page.getByRole('main', { name: 'Images' })).toHaveAttribute('aria-busy', 'true');
  release();
  await panelIsThere(page, 'Images');
  await expect.poll(() => client.settings.get({ name: 'layout' })).toMatchObject({ listOpen: false, listPx: 310 });
  expect(await client.settings.get({ name: 'panel' })).toEqual({ id: 'images' });
  close();
});

test('a page whose connections changed while it was loading goes to the right first screen', async ({
  page,
  patchbay,
}) => {
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'Mine', baseAddress: 'http://127.0.0.1:9/v1' });
  const release = await holdConnections(page);
  await page.goto(patchbay.address());
  await expect(page.getByRole('main', { name: 'Chat' })).toHaveAttribute('aria-busy', 'true');
  await client.connections.remove({ id });
  release();
  await panelIsThere(page, 'Get started');

  await page.goto('about:blank');
  const releaseAgain = await holdConnections(page);
  await page.goto(patchbay.address());
  await expect(page.getByRole('main', { name: 'Get started' })).toHaveAttribute('aria-busy', 'true');
  await client.connections.save({ name: 'Mine', baseAddress: 'http://127.0.0.1:9/v1' });
  releaseAgain();
  await panelIsThere(page, 'Chat');
  close();
});

test('the document contains nothing of a connection', async ({ page, patchbay }) => {
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'CANARY name', baseAddress: 'http://127.0.0.1:9/CANARY' });
  await client.keys.put({ connectionId: id, alias: 'CANARY-alias', secret: 'CANARY-secret' });
  close();
  const response = await page.goto(patchbay.address());
  const text = (await response?.text()) ?? '';
  expect(text).toContain('data-frame=');
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain(id);
});
