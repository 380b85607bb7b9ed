import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { cards, gallery, isDrawn, openImages, pickModel, send, stage, stands } from './support/image-steps.ts';
import { openAt } from './support/open-at.ts';
import { expect, openDemoChat, panelIsThere, test } from './support/patchbay.ts';

interface Dropped {
  name: string;
  text: string;
}

/** Drops files on the rail, outside every field, as the system delivers them. */
async function dropOnWindow(page: Page, ...files: Dropped[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dropped-'));
  const places = files.map(({ name, text }) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  });
  const { x, y } = (await page.getByRole('navigation', { name: 'Panels' }).boundingBox()) ?? { x: 0, y: 0 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: places, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 4, y: y + 4, data });
  await session.detach();
}

/** A file as Patchbay writes it, for a connection that no longer exists. */
async function exportNorth(patchbay: Patchbay): Promise<{ name: string; text: string }> {
  const { client, close } = await openClient(patchbay.address());
  const { id } = await client.connections.save({ name: 'North', baseAddress: 'https://north.test' });
  const file = await client.connections.exportPlain({ ids: [id] });
  const answer = await fetch(new URL(await client.files.link({ id: file.id }), patchbay.address()));
  await client.connections.remove({ id });
  close();
  return { name: file.name, text: await answer.text() };
}

const har = (address: string) =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'Shark', version: '1' },
      entries: [
        {
          startedDateTime: '2026-11-20T10:00:00.000Z',
          time: 20,
          request: { method: 'GET', url: 'https://elsewhere.test/logo.png', headers: [] },
          response: { status: 200 },
        },
        {
          startedDateTime: '2026-11-20T10:00:01.000Z',
          time: 412,
          request: {
            method: 'POST',
            url: `${address}/v1/chat/completions`,
            headers: [{ name: 'Authorization', value: 'Bearer sk-CANARY-from-a-har' }],
            postData: {
              mimeType: 'application/json',
              text: '{"model":"demo-chat","messages":[{"role":"user","content":"from the file"}]}',
            },
          },
          response: { status: 429 },
        },
      ],
    },
  });

test('a connection file is previewed before any of it is imported', async ({ page, patchbay }) => {
  const north = await exportNorth(patchbay);
  expect(north.name).toBe('North.patchbay');
  await openAt(page, patchbay, { panel: 'settings' });
  await panelIsThere(page, 'Settings');
  await dropOnWindow(page, north);
  const dialog = page.getByRole('dialog', { name: 'Import connections from North.patchbay' });
  await expect(dialog.getByText('https://north.test')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  const connections = page.getByRole('navigation', { name: 'Connections' });
  await expect(connections).toBeVisible();
  await expect(connections.getByText('North')).toHaveCount(0);

  // Under the name that earlier versions gave it.
  await dropOnWindow(page, { ...north, name: 'North.patchbay.json' });
  const again = page.getByRole('dialog', { name: 'Import connections from North.patchbay.json' });
  await again.getByRole('button', { name: 'Import 1' }).click();
  await expect(connections.getByText('North')).toBeVisible();
});

test('damaged files and files of other types report why they are not opened', async ({ page, patchbay }) => {
  const { text } = await exportNorth(patchbay);
  await openDemoChat(page, patchbay);
  const dialog = page.getByRole('dialog');
  await dropOnWindow(page, { name: 'cut.patchbay', text: text.slice(0, 60) });
  await expect(dialog.getByRole('heading', { name: /patchbay/ })).toBeVisible();
  await expect(dialog.getByText(/^This file doesn't contain connections/)).toBeVisible();
  await page.keyboard.press('Escape');
  await dropOnWindow(page, { name: 'words.patchbay', text: 'nothing' });
  await expect(dialog.getByText(/^words.patchbay contains no connection, or is damaged/)).toBeVisible();
  await page.keyboard.press('Escape');
  await dropOnWindow(page, { name: 'cut.har', text: '{"log":{"entr' });
  await expect(dialog.getByText('cut.har is damaged, or is not a HAR file. Nothing was imported.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dropOnWindow(page, { name: 'notes', text: 'x' });
  await expect(page.getByText('This file can’t be opened here').first()).toBeVisible();
});

test('a request from a HAR file opens in the editor, and its key is used only on request', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  const { client, close } = await openClient(patchbay.address());
  const [demo] = await client.connections.list({});
  const before = (await client.exchanges.list({ limit: 500 })).length;
  await dropOnWindow(page, { name: 'day.har', text: har(demo?.origin ?? '') });
  const dialog = page.getByRole('dialog', { name: 'Requests in day.har' });
  await expect(dialog.getByRole('option')).toHaveCount(2);
  await expect(dialog).toContainText('2 requests, recorded by Shark');
  // The first request that a connection serves is selected; another URL names what is missing.
  await expect(dialog).toContainText('POST /v1/chat/completions on');
  await dialog.getByRole('option', { name: /logo.png/ }).click();
  await expect(dialog).toContainText('https://elsewhere.test');
  await expect(dialog.getByRole('button', { name: 'Open in editor' })).toBeDisabled();
  await dialog.getByRole('option', { name: /completions/ }).click();
  await expect(dialog).toContainText('The file contains a key.');
  await expect(dialog.getByRole('button', { name: 'Open in editor' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Open in editor' }).click();
  const editor = page.getByRole('main', { name: 'Request' });
  await expect(editor.getByRole('textbox', { name: 'JSON body' })).toContainText('from the file');
  expect((await client.exchanges.list({ limit: 500 })).length).toBe(before);
  close();
  const stored = readdirSync(patchbay.dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(stored.filter((file) => readFileSync(file).includes('CANARY-from-a-har'))).toEqual([]);
});

/** What the browser would get if the user dragged it to another program, and the bytes behind it. */
async function dragged(page: Page, target: Locator): Promise<{ type: string; name: string; bytes: number }> {
  const transfer = await page.evaluateHandle(() => new DataTransfer());
  const told = async () => {
    await target.dispatchEvent('pointerdown', { button: 0, pointerType: 'mouse' });
    await target.dispatchEvent('dragstart', { dataTransfer: transfer });
    return transfer.evaluate((data) => data.getData('DownloadURL'));
  };
  await expect.poll(told).toMatch(/^[^:]+:[^:]+:http/);
  const [, type = '', name = '', address = ''] = /^([^:]+):([^:]+):(.*)$/.exec(await told()) ?? [];
  const bytes = await page.evaluate(async (from) => (await (await fetch(from)).arrayBuffer()).byteLength, address);
  return { type, name, bytes };
}

test('an image is dragged out of the gallery and off the stage as its file', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image-small');
  await send(page, 'a boat on a lake');
  await stands(page, 'Completed');
  const shown = stage(page).getByRole('img', { name: 'a boat on a lake' });
  await isDrawn(shown);
  const large = await dragged(page, shown);
  expect(large.type).toMatch(/^image\//);
  expect(large.name).toMatch(/\.(png|webp|jpe?g)$/);
  expect(large.bytes).toBeGreaterThan(100);
  await expect(gallery(page)).toBeVisible();
  expect(await dragged(page, cards(page).first().locator('[draggable=true]'))).toEqual(large);
});
