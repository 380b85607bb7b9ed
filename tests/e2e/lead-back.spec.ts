import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createCore } from '#core/index.ts';
import type { Destination } from '#shared/contract/destination.ts';
import { createFileLinks } from '../../electron/browser/file-links.ts';
import { startLoopback } from '../../electron/browser/serve.ts';
import { createDestinations } from '../../electron/desktop/destinations.ts';
import { openBuiltPage } from '../../electron/hosting/built-page.ts';
import { createHostServices } from '../support/core/create-host-services.ts';
import { openClient } from '../support/open-client.ts';

const root = path.join(import.meta.dirname, '../..');

/** The page on a host that navigates it, as the desktop app does when a notification is clicked. */
async function openLed() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'patchbay-led-'));
  const startDemo = async () => (await import('#demo/gateway.ts')).startDemoGateway();
  const core = await createCore(createHostServices({ dataFolder, startDemo }));
  const destinations = createDestinations();
  const page = {} as Parameters<typeof destinations.send>[0];
  const handlers: typeof core.handlers = {
    ...core.handlers,
    host: {
      ...core.handlers.host,
      destinations: (_input, { signal }) => destinations.listen(page, signal),
    },
  };
  const host = await startLoopback({
    handlers,
    files: core.files,
    links: createFileLinks(),
    page: await openBuiltPage(path.join(root, 'dist/renderer')),
  });
  const { client, close } = await openClient(host.address);
  return {
    address: host.address,
    client,
    lead: (to: Destination) => destinations.send(page, to),
    async close() {
      close();
      await host.close();
      await core.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

test('a notification links to the check, exchange, corpus or panel it is about', async ({ page }) => {
  const led = await openLed();
  const { client, lead } = led;
  try {
    const { connectionId } = await client.demo.start({});
    if (!connectionId) throw new Error('the demo has no connection');
    const check = async (name: string) => {
      const { runId } = await client.checks.start({ input: { connectionId, routeIds: ['models'], name } });
      for await (const _news of client.checks.watch({ runId }));
      return runId;
    };
    const older = await check('The older one');
    await check('The newer one');
    let exchangeId = '';
    const body = { kind: 'json' as const, text: '{"model":"demo-chat","messages":[{"role":"user","content":"Hi"}]}' };
    for await (const part of client.exchanges.run({ connectionId, routeId: 'chat.completions', body }))
      if (part.type === 'run-start') exchangeId = part.exchangeId;
    await client.library.save({
      id: 'corpus-1',
      panel: 'embeddings',
      title: 'Rivers',
      model: null,
      content: JSON.stringify({
        version: 1,
        id: 'corpus-1',
        name: 'Rivers',
        source: 'The Danube\nThe Rhine',
        kind: 'lines',
        column: null,
        runs: [],
      }),
      revision: 0,
    });

    // Clicked before the page is loaded, as with a window that has to be opened first.
    lead({ kind: 'check', connectionId, id: older });
    await page.goto(led.address);
    await expect(page).toHaveURL(/#\/checks$/);
    await expect(page.getByRole('heading', { name: 'The older one' })).toBeVisible();

    lead({ kind: 'exchange', id: exchangeId });
    await expect(page).toHaveURL(/#\/wire$/);
    await expect(page.getByText(exchangeId.slice(0, 8)).or(page.getByText('demo-chat')).first()).toBeVisible();

    lead({ kind: 'document', panel: 'embeddings', id: 'corpus-1' });
    await expect(page).toHaveURL(/#\/embeddings$/);
    await expect(page.getByText('The Danube').first()).toBeVisible();

    lead({ kind: 'panel', id: 'settings' });
    await expect(page).toHaveURL(/#\/settings$/);
  } finally {
    await page.goto('about:blank');
    await led.close();
  }
});
