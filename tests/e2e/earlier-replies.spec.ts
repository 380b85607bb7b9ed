import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const details = [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', index: 0 }];

/** A gateway that rejects `stream_options`, and replies with an image and a sealed reasoning. */
async function startGateway() {
  const bodies: Record<string, unknown>[] = [];
  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const bytes: Buffer[] = [];
    for await (const piece of request) bytes.push(piece as Buffer);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json').end('{"object":"list","data":[{"id":"painter"}]}');
      return;
    }
    const body = JSON.parse(Buffer.concat(bytes).toString()) as Record<string, unknown>;
    bodies.push(body);
    if (body.stream_options) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: { message: "Unknown parameter: 'stream_options'.", param: 'stream_options' } }),
      );
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null = null) =>
      response.write(`data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
    send({ reasoning_details: details });
    send({
      content: 'Here is a dot.',
      images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } }],
    });
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
  const server = http.createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test('what a chat sends besides the text is shown, and can be left out', async ({ page, patchbay }) => {
  const gateway = await startGateway();
  await openAt(page, patchbay, { gateway: { url: gateway.url, key: 'sk-earlier-0123456789' }, model: 'painter' });
  const say = async (text: string, count: number) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveCount(count);
    await expect(page.getByRole('article', { name: /^Reply from/ }).last()).toContainText('Here is a dot.');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  };
  const added = page.getByRole('group', { name: 'stream_options.include_usage' });
  await expect(added).toContainText('Added by Patchbay');
  const ticks = page.getByRole('group', { name: 'Of earlier replies, this chat sends' });
  await expect(ticks).toHaveCount(0);

  await say('Draw a dot', 1);
  expect(gateway.bodies.map(({ stream_options }) => stream_options)).toEqual([{ include_usage: true }, undefined]);
  await page.getByText('1 warning').click();
  await expect(page.getByRole('article', { name: /^Reply from/ })).toContainText(
    'The request was sent again without it',
  );
  await expect(added.getByRole('checkbox', { name: 'stream_options.include_usage' })).not.toBeChecked();
  await expect(added).toContainText('stream_options');

  await expect(ticks.getByRole('checkbox', { name: '1 image' })).toBeChecked();
  await say('Make it blue', 2);
  expect(gateway.bodies).toHaveLength(3);
  expect(gateway.bodies[2]?.messages).toEqual([
    { role: 'user', content: 'Draw a dot' },
    { role: 'assistant', reasoning_details: details, content: 'Here is a dot.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Make it blue' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } },
      ],
    },
  ]);

  await ticks.getByRole('checkbox', { name: '2 images' }).uncheck();
  await ticks.getByRole('checkbox', { name: 'reasoning and signatures' }).uncheck();
  await say('Larger', 3);
  expect(JSON.stringify(gateway.bodies[3])).not.toMatch(/image_url|reasoning_details/);
  await gateway.close();
});
