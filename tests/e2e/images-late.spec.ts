import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { openClient } from '../support/open-client.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { cards, isDrawn, pngOf, send, stage, stands } from './support/image-steps.ts';
import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

const png = pngOf(64, 48);

/** A gateway whose files are missing at first, and which makes a task of the model `slow`. */
async function startGateway() {
  let isUp = false;
  let isDrawing = true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const json = (value: object, status = 200) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      };
      const { url = '', headers } = request;
      if (url === '/v1/models') return json({ data: [{ id: 'painter' }, { id: 'slow' }] });
      if (url === '/v1/images/generations')
        return String(Buffer.concat(chunks)).includes('slow')
          ? json({ code: 200, data: [{ status: 'submitted', task_id: 'task_77' }] })
          : json({ created: 1, data: [{ url: '/out/hat.png' }] });
      if (url === '/v1/tasks/task_77')
        return isDrawing
          ? json({ task_id: 'task_77', status: 'running', progress: 40 })
          : json({ task_id: 'task_77', status: 'completed', data: [{ url: `http://${headers.host}/out/hat.png` }] });
      if (url === '/out/hat.png' && isUp && headers.authorization === 'Bearer sk-late')
        return response.writeHead(200, { 'content-type': 'image/png' }).end(png);
      return json({ error: { message: 'not there' } }, 404);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    gateway: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'sk-late' },
    finish: () => {
      isDrawing = false;
    },
    restore: () => {
      isUp = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Turns on the path that the task is polled at. */
async function exposeTasks(patchbay: Patchbay): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  const [connection] = await client.connections.list({});
  if (connection) {
    const { id, name, baseAddress } = connection;
    await client.connections.save({ id, name, baseAddress, exposedRoutes: ['/v1/tasks'] });
  }
  close();
}

const image = (page: Page, name: string) => stage(page).getByRole('img', { name });

test('an image whose download failed is downloaded again, and a task brings its image later', async ({
  page,
  patchbay,
}) => {
  const { gateway, restore, finish, close } = await startGateway();
  await openAt(page, patchbay, { panel: 'images', model: 'painter', gateway });
  await send(page, 'A hat');
  await stands(page, 'Completed with warnings');
  const retry = stage(page).getByRole('button', { name: 'Retry download' });
  await retry.click();
  await expect(stage(page).getByRole('alert')).toContainText('404');
  restore();
  await retry.click();
  await isDrawn(image(page, 'A hat'));
  await expect(stage(page).getByText(/could not be downloaded/)).toHaveCount(0);

  await exposeTasks(patchbay);
  await send(page, 'A slow hat');
  await expect(stage(page).getByText(/Accepted as task task_77, following/)).toBeVisible();
  const card = cards(page)
    .filter({ hasText: /A slow hat|Generating/ })
    .first();
  await expect(card).toContainText('Generating 40%', { timeout: 20_000 });
  await expect(card).not.toContainText('No image');
  finish();
  await isDrawn(image(page, 'A slow hat'));
  await expect(card).not.toContainText('Generating');
  await expect(stage(page).getByText(/Accepted as task/)).toHaveCount(0);
  await close();
});
