import { expect, type Page } from '@playwright/test';
import type { Client } from '#shared/contract/index.ts';
import { openClient } from '../../support/open-client.ts';
import type { Patchbay } from '../../support/patchbay-process.ts';

interface Place {
  /** Default: the chat. */
  panel?: string;
  /** The model that this panel used last. */
  model?: string;
  /** Default: the built-in demo gateway. */
  gateway?: { url: string; key: string };
}

/**
 * Opens the page as a returning user finds it: a gateway is connected, the panel is open, and its model is selected. The
 * manual way there is covered by the e2e tests of the first run, of the keyboard and of each panel's keys.
 */
export async function openAt(page: Page, patchbay: Patchbay, place: Place = {}): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  const connectionId = place.gateway ? await plugIn(client, place.gateway) : await startDemo(client);
  const panel = place.panel ?? 'chat';
  // Starting the demo from the first screen selects this model in the chat.
  const chosen = { ...(!place.gateway && { chat: 'demo-chat' }), ...(place.model && { [panel]: place.model }) };
  await client.settings.put({ name: 'active', value: { connectionId, keys: {}, models: { [connectionId]: chosen } } });
  await client.settings.put({ name: 'panel', value: { id: panel } });
  close();
  // On a page that is already open, the URL alone would load nothing.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(patchbay.address());
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function startDemo(client: Client): Promise<string> {
  const { connectionId } = await client.demo.start({});
  if (!connectionId) throw new Error('the demo gateway started without its connection');
  return connectionId;
}

async function plugIn(client: Client, gateway: { url: string; key: string }): Promise<string> {
  const { id } = await client.connections.save({ name: 'Gateway of the journey', baseAddress: gateway.url });
  await client.keys.put({ connectionId: id, alias: 'default', secret: gateway.key });
  return id;
}
