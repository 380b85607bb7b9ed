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
import { emptyAnswer } from '../../renderer/panels/chat/model/answer.ts';
import { newConversation, type Turn } from '../../renderer/panels/chat/model/conversation.ts';
import { rowOf } from '../../renderer/panels/chat/model/stored-conversation.ts';
import { createHostServices } from '../support/core/create-host-services.ts';
import { openClient } from '../support/open-client.ts';

const root = path.join(import.meta.dirname, '../..');

type Led = Awaited<ReturnType<typeof openLed>>;

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

test('a notification links to the check, exchange, corpus, chat or panel it is about', async ({ page }) => {
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

    // What is sent while earlier messages load waits for them.
    await saveLongChat(client, connectionId);
    lead({ kind: 'document', panel: 'chat', id: 'long-chat' });
    await expect(page.getByRole('heading', { name: 'A long chat' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('And now?');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('And now?');
    await expect(page.getByRole('article').last()).toHaveAttribute('aria-busy', 'false');
    const [newest] = await client.exchanges.list({ routeId: 'chat.completions', limit: 1 });
    const { base64 } = await client.exchanges.body({ id: newest?.id ?? '', side: 'request' });
    expect(
      Buffer.from(base64, 'base64')
        .toString()
        .match(/"role": "user"/g),
    ).toHaveLength(301);

    lead({ kind: 'panel', id: 'settings' });
    await expect(page).toHaveURL(/#\/settings$/);
  } finally {
    await page.goto('about:blank');
    await led.close();
  }
});

/** Stores a chat of 300 prompts with replies. */
async function saveLongChat(client: Led['client'], connectionId: string): Promise<void> {
  const place = { routeId: 'chat.completions', connectionId, model: 'demo-chat' } as const;
  const turns = Array.from({ length: 600 }, (_, at): Turn => {
    const node = { id: `t${at}`, parentId: at === 0 ? null : `t${at - 1}`, createdAt: at };
    if (at % 2 === 0) return { ...node, role: 'user', text: `Question ${at}`, attachments: [] };
    const answer = { ...emptyAnswer, state: 'done' as const, text: `Reply ${at}` };
    return { ...node, ...place, role: 'assistant', exchangeId: null, answer };
  });
  const long = {
    ...newConversation('long-chat', 0, { ...place, connectionName: 'Demo gateway', title: 'A long chat' }),
    turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])),
  };
  const { parts = [], ...row } = rowOf(long);
  await client.library.save({
    ...row,
    parts: parts.map(({ id, write }) => ({ id, content: write().content })),
    revision: 0,
  });
}
