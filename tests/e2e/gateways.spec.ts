import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/patchbay.ts';

/** A gateway at `/api/paas/v4` that reads the key in the header `api-key`, and tells the balance of a key. */
async function startGateway() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    heard.push(`${request.method} ${path}`);
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!path.startsWith('/api/paas/v4/')) return answer(404, { detail: 'Not Found' });
    if (request.headers['api-key'] !== 'ollama')
      return answer(401, { error: { message: 'Missing required header: api-key', type: 'invalid_request_error' } });
    if (path.endsWith('/models')) return answer(200, { object: 'list', data: [{ id: 'm-1', object: 'model' }] });
    if (path.endsWith('/credits')) return answer(200, { data: { total_credits: 20.5, total_usage: 5.25 } });
    return answer(404, { detail: 'Not Found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, heard, close: () => server.close() };
}

test('a pasted route of another version connects, in the header that the refusal names, and its key has a balance', async ({
  page,
  patchbay,
}) => {
  const gateway = await startGateway();
  await page.goto(patchbay.address());
  const field = page.getByRole('textbox', { name: /^Base URL, API key/ });
  await field.fill(`${gateway.url}/api/paas/v4/chat/completions ollama`);
  await field.blur();
  await expect(page.getByText('/v4/chat/completions').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await expect(page.getByText('Missing required header: api-key')).toBeVisible();
  expect(gateway.heard.filter((line) => line.endsWith('/models'))).toContain('GET /api/paas/v4/models');
  await page.getByRole('button', { name: 'Send key as api-key' }).click();
  await expect(page.getByRole('textbox', { name: 'First message' })).toBeVisible();
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`${gateway.url}/api/paas/v4`);
  await expect(page.getByRole('combobox', { name: 'Key header' })).toContainText('api-key');
  expect(gateway.heard.filter((line) => line.endsWith('/credits'))).toEqual([]);
  await page.getByRole('button', { name: 'Show balance of default' }).click();
  await expect(page.getByText('15.25 credits left, 5.25 used of 20.5')).toBeVisible();
  await page.getByRole('button', { name: 'Add path' }).click();
  await page.getByRole('textbox', { name: 'Path of rerank' }).fill('/rerank');
  await expect(page.getByTitle(`${gateway.url}/api/paas/rerank`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Prefix', exact: true }).fill('v5');
  await page.keyboard.press('Control+s');
  await expect(page.getByTitle(`${gateway.url}/api/paas/v5/chat/completions`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`${gateway.url}/api/paas/v5`);
  const tag = (name: string) => page.getByRole('textbox', { name, exact: true });
  await tag('Opening tag').fill('<thought>');
  await tag('Closing tag').fill('</thought>');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await tag('Opening tag 2').fill('[THINK]');
  await tag('Closing tag 2').fill('[/THINK]');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await page.reload();
  await expect(tag('Closing tag 2')).toHaveValue('[/THINK]');
  await page.getByRole('button', { name: 'Remove tags 1' }).click();
  await expect(tag('Opening tag')).toHaveValue('[THINK]');
  // A new request begins where this gateway lists its models.
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await page.goto(`${new URL(patchbay.address()).origin}/#/request`);
  await expect(page.getByRole('textbox', { name: 'Path', exact: true })).toHaveValue('/v5/models');
  gateway.close();
});

test('routes without a version are found with one press, and another URL is then used as it is', async ({
  page,
  patchbay,
}) => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    heard.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(patchbay.address());
  const field = page.getByRole('textbox', { name: /^Base URL, API key/ });
  await field.fill(`${url} none`);
  await field.blur();
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('button', { name: 'Try without /v1' }).click();
  await expect(page.getByRole('button', { name: 'Try with /v1' })).toBeVisible();
  expect(heard.filter((path) => !path.startsWith('/v1beta'))).toEqual(['/v1/models', '/models']);
  await field.fill(`${url}/v7`);
  await expect(page.getByText('/v7/chat/completions')).toBeVisible();
  server.close();
});
