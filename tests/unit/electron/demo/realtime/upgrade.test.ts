import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startDemoGateway } from '#demo/gateway.ts';

async function gatewayUrl(): Promise<string> {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  onTestFinished(() => gateway.close());
  return gateway.url.replace('http', 'ws');
}

/** The first event of a session, or the status and body of the refusal. */
async function first(url: string, protocols: string[], headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, protocols, { headers });
  onTestFinished(() => socket.terminate());
  const refused = once(socket, 'unexpected-response').then(async ([, answer]) => {
    let body = '';
    for await (const piece of answer) body += piece;
    return { status: answer.statusCode as number, body, protocol: '' };
  });
  const opened = once(socket, 'message').then(([data]) => ({
    status: 101,
    body: String(data),
    protocol: socket.protocol,
  }));
  socket.on('error', () => {});
  return Promise.race([refused.catch(() => opened), opened.catch(() => refused)]);
}

const key = { Authorization: 'Bearer demo-key' };

test('the key by header, by subprotocol, and the trap of a list without a key', async () => {
  const url = `${await gatewayUrl()}/v1/realtime?model=demo-realtime`;
  expect(await first(url, [], key)).toMatchObject({
    status: 101,
    protocol: '',
    body: expect.stringContaining('session.created'),
  });
  const listed = await first(url, ['realtime', 'openai-insecure-api-key.demo-key']);
  expect(listed).toMatchObject({ status: 101, protocol: 'realtime' });
  // The list replaces the header, so a good key in the header does not help.
  expect(await first(url, ['realtime'], key)).toMatchObject({
    status: 401,
    body: expect.stringContaining('Invalid token'),
  });
  expect((await first(url, [])).status).toBe(401);
});

test('the dialect follows the beta header and the beta subprotocol', async () => {
  const url = `${await gatewayUrl()}/v1/realtime?model=demo-realtime`;
  const beta = [
    await first(url, [], { ...key, 'OpenAI-Beta': 'realtime=v1' }),
    await first(url, ['realtime', 'openai-insecure-api-key.demo-key', 'openai-beta.realtime-v1']),
  ];
  for (const { body } of beta) expect(body).toContain('"modalities"');
  expect((await first(url, [], key)).body).toContain('"output_modalities"');
});

test('a refusal before the upgrade is the same as over HTTP', async () => {
  const base = await gatewayUrl();
  expect(await first(`${base}/v1/realtime?model=nobody`, [], key)).toMatchObject({
    status: 503,
    body: expect.stringContaining('model_not_found'),
  });
  expect(await first(`${base}/v1/realtime`, [], key)).toMatchObject({ status: 400 });
  expect(await first(`${base}/v1/realtime?model=demo-chat`, [], key)).toMatchObject({
    status: 400,
    body: expect.stringContaining('model_not_supported'),
  });
  expect((await first(`${base}/v1/nothing`, [], key)).status).toBe(404);
  expect(await first(`${base}/realtime`, [], key)).toMatchObject({ status: 200, body: expect.stringContaining('<') });
});
