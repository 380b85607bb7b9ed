import { expect, type Page } from '@playwright/test';
import type { Client } from '#shared/contract/index.ts';
import { openClient } from './open-client.ts';
import type { Patchbay } from './patchbay.ts';

interface Place {
  /** Default: the chat. */
  panel?: string;
  /** The model that this panel used last. */
  model?: string;
  /** Default: the demo gateway inside of Patchbay. */
  gateway?: { url: string; key: string };
}

/**
 * Opens the page as a person finds it who was there before: a gateway is plugged in, the panel is open, and its model is
 * chosen. What leads there by hand is shown by the journeys of the first run, of the keyboard and of each panel's keys.
 */
export async function openAt(page: Page, patchbay: Patchbay, place: Place = {}): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  const connectionId = place.gateway ? await plugIn(client, place.gateway) : await startDemo(client);
  const panel = place.panel ?? 'chat';
  // Who started the demo from the first screen has this model in the chat.
  const chosen = { ...(!place.gateway && { chat: 'demo-chat' }), ...(place.model && { [panel]: place.model }) };
  await client.settings.put({ name: 'active', value: { connectionId, keys: {}, models: { [connectionId]: chosen } } });
  await client.settings.put({ name: 'panel', value: { id: panel } });
  close();
  // Over a page that is open already, the address alone would load nothing.
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
