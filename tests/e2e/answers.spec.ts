import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { test as base, expect, panelIsThere } from './support/patchbay.ts';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const answer = {
  id: 'a1',
  object: 'chat.completion',
  model: 'painter',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: 'Drawn. How it works stands in [the guide](https://guide.example/pictures).',
        images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } }],
      },
    },
  ],
};

/** A gateway that answers everything with an image and a link. */
const test = base.extend<{ painter: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  painter: async ({}, use) => {
    const server: Server = createServer((request, response) => {
      request.resume().on('end', () => {
        const body =
          request.method === 'POST' ? answer : { object: 'list', data: [{ id: 'painter', object: 'model' }] };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Connects the image gateway and requests an image from it. */
async function draw(page: Page, patchbay: Patchbay, painter: string): Promise<void> {
  await page.goto(patchbay.address());
  const field = page.getByRole('textbox', { name: /^Base URL, API key/ });
  await field.focus();
  const command = `curl ${painter}/v1/chat/completions -H "Authorization: Bearer sk-painter-0123456789" -d '{"model":"painter"}'`;
  await page.evaluate((given) => navigator.clipboard.writeText(given), command);
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('painter');
  await page.getByRole('textbox', { name: 'Message' }).fill('Draw a dot');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveAttribute('aria-busy', 'false');
}

test('an image that a gateway generated is stored as a file, and survives a reload', async ({
  page,
  patchbay,
  painter,
}) => {
  await draw(page, patchbay, painter);
  const shownImage = page.getByRole('article', { name: /^Reply from/ }).getByRole('img');
  const isDrawn = () => shownImage.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(isDrawn).toBe(1);
  // It is loaded from the file store, not from the conversation.
  await expect(shownImage).toHaveAttribute('src', /\/files\//);
  await page.reload();
  await expect(shownImage).toHaveAttribute('src', /\/files\//);
  await expect.poll(isDrawn).toBe(1);
});

test('a link in a reply asks once for confirmation, showing the full host, and the page does not navigate', async ({
  page,
  patchbay,
  painter,
}) => {
  await draw(page, patchbay, painter);
  await page.getByRole('link', { name: 'the guide' }).click();
  const question = page.getByRole('dialog', { name: 'Open this link in your browser?' });
  await expect(question).toContainText('guide.example');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await panelIsThere(page, 'Chat');
  expect(page.context().pages()).toHaveLength(1);
});
