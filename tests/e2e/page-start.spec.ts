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

const place = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });

test('the page is drawn once, in its language, theme and sizes, and nothing of it moves', async ({
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
  await page.addInitScript(() => {
    const seen: { moved: number; places: string[] } = { moved: 0, places: [] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    // Where the parts of the frame are in every frame that is drawn.
    const look = () => {
      const parts = [...document.querySelectorAll('nav[aria-label="面板"], header, main, footer')];
      const at = parts.map((part) => JSON.stringify(part.getBoundingClientRect())).join();
      if (document.querySelector('nav') && seen.places.at(-1) !== at) seen.places.push(at);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const release = await holdConnections(page);
  await page.goto(patchbay.address());
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  // The background is right from the beginning.
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  release();
  await panelIsThere(page, '对比');
  await expect(page.getByRole('banner').first()).toContainText(String(demo?.name));
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  const [rail, main] = [await place(page, 'nav'), await place(page, 'main')];
  expect(main.x).toBe(rail.width + 310);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { moved: number; places: string[] } }).seen);
  expect(new Set(seen.places).size).toBe(1);
  expect(seen.moved).toBeLessThan(0.005);
});

test('a page without connections begins with the first run, whatever panel was open last', async ({
  page,
  patchbay,
}) => {
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'Mine', baseAddress: 'http://127.0.0.1:9/v1' });
  const release = await holdConnections(page);
  await page.goto(patchbay.address());
  await client.connections.remove({ id });
  release();
  await panelIsThere(page, 'Get started');

  await page.goto('about:blank');
  const releaseAgain = await holdConnections(page);
  await page.goto(patchbay.address());
  await client.connections.save({ name: 'Mine', baseAddress: 'http://127.0.0.1:9/v1' });
  releaseAgain();
  await panelIsThere(page, 'Chat');
  close();
});

test('the document contains nothing of a connection', async ({ page, patchbay }) => {
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'CANARY name', baseAddress: 'http://127.0.0.1:9/CANARY' });
  await client.keys.put({ connectionId: id, alias: 'CANARY-alias', secret: 'CANARY-secret' });
  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  close();
  const response = await page.goto(patchbay.address());
  const text = (await response?.text()) ?? '';
  expect(text).toContain('data-theme="dark"');
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain(id);
});
