import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { routes } from '#shared/protocol/table.ts';
import { ask, chatBody, openGateway } from './demo-client.ts';
import { capture, collect, parseAnswer, requestText } from './raw-client.ts';

/** Resolves when a condition that only gateway events can change has become true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

test('listens on this machine only and reports its address', async () => {
  await using gateway = await openGateway();
  expect(gateway.url).toBe(`http://127.0.0.1:${gateway.port}`);
  expect((await ask(gateway, '/v1/models')).status).toBe(200);
});

test('a taken port rejects', async () => {
  await using gateway = await openGateway();
  await expect(openGateway({ port: gateway.port })).rejects.toThrow(/EADDRINUSE/);
});

test('every route of the interface is known: served, or 501 with the code for future routes', async () => {
  await using gateway = await openGateway();
  const unknown = 'Invalid URL';
  for (const route of Object.values(routes)) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'model' ? 'demo-chat' : 'task_1'));
    const { status, text, json } = await ask(gateway, path, route.method === 'POST' ? chatBody('Hi') : undefined);
    expect(text, route.id).not.toContain(unknown);
    if (status === 501) expect(json.error).toMatchObject({ code: 'api_not_implemented', type: 'new_api_error' });
    // A missing video is the only thing with this response.
    if (route.id !== 'videos.content') expect(status, route.id).not.toBe(404);
  }
});

test('every response has a unique request id and the version', async () => {
  await using gateway = await openGateway();
  const first = await ask(gateway, '/v1/models');
  const second = await ask(gateway, '/v1/nothing');
  expect(first.headers.get('x-oneapi-request-id')).toMatch(/^\d{17}\w{8}$/);
  expect(second.headers.get('x-oneapi-request-id')).not.toBe(first.headers.get('x-oneapi-request-id'));
  expect(second.headers.get('x-new-api-version')).toBe('demo');
});

test('an unknown path below /v1 is a 404 in JSON that names the request line', async () => {
  await using gateway = await openGateway();
  const { status, json } = await ask(gateway, '/v1/v1/chat/completions?x=1', chatBody('Hi'));
  expect(status).toBe(404);
  expect(json).toEqual({
    error: {
      message: 'Invalid URL (POST /v1/v1/chat/completions)',
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  });
  expect((await ask(gateway, '/v1/chat/completions')).status).toBe(404);
});

test('any other path shows the console page with status 200, compressed if the client accepts it', async () => {
  await using gateway = await openGateway();
  const page = await ask(gateway, '/chat/completions', chatBody('Hi'));
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(page.text).toContain('<title>Patchbay demo console</title>');
  const plain = parseAnswer(await capture(gateway, { method: 'GET', path: '//v1/models' }));
  expect(plain.body.toString()).toContain('<!doctype html>');
});

test('an extra slash is redirected, with the query kept', async () => {
  await using gateway = await openGateway();
  const { status, headers } = await ask(gateway, '/v1/models/?a=b');
  expect([status, headers.get('location')]).toEqual([301, '/v1/models?a=b']);
  expect((await ask(gateway, '/v1/chat/completions/', chatBody('Hi'))).status).toBe(307);
});

test('stubbed routes of the family respond with 501', async () => {
  await using gateway = await openGateway();
  for (const path of ['/v1/files', '/v1/images/variations', '/v1/fine-tunes', '/v1beta/models/demo-chat:countTokens']) {
    const { status, json } = await ask(gateway, path, {});
    expect([status, json.error.code], path).toEqual([501, 'api_not_implemented']);
  }
});

test('the log keeps what actually arrived, for 200 requests', async () => {
  await using gateway = await openGateway();
  await ask(gateway, '/v1/chat/completions?trace=1', chatBody('Grüß dich'), {
    authorization: 'Bearer demo-key',
    'x-mine': 'yes',
  });
  const [record] = gateway.requestLog();
  const body = JSON.stringify(chatBody('Grüß dich'));
  expect(record).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions?trace=1',
    headers: { authorization: 'Bearer demo-key', 'x-mine': 'yes' },
    body,
    bytes: Buffer.byteLength(body),
    response: { state: 'complete', status: 200 },
  });
  for (let count = 0; count < 210; count++) await ask(gateway, '/v1/nothing');
  expect(gateway.requests()).toBe(211);
  expect(gateway.requestLog()).toHaveLength(200);
});

test('only the first 64 KiB of a body are logged, all of it is counted', async () => {
  await using gateway = await openGateway();
  const content = '€'.repeat(60_000);
  expect((await ask(gateway, '/v1/chat/completions', chatBody(content))).status).toBe(200);
  const [record] = gateway.requestLog();
  expect(record?.bytes).toBe(Buffer.byteLength(JSON.stringify(chatBody(content))));
  expect(record?.body.length).toBeGreaterThan(21_000);
  expect(record?.body.length).toBeLessThan(22_000);
  expect(record?.body).not.toContain('\uFFFD');
});

test('compressed requests are read; undecodable ones get a 400 without a body', async () => {
  await using gateway = await openGateway();
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-key', 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    });
  const good = await send(Uint8Array.from(gzipSync(JSON.stringify(chatBody('Hi')))));
  expect(good.status).toBe(200);
  const bad = await send(new TextEncoder().encode('not gzip'));
  expect([bad.status, await bad.text()]).toEqual([400, '']);
});

test('a body is not requested from a client with a bad key', async () => {
  await using gateway = await openGateway();
  const socket = connect(gateway.port, '127.0.0.1');
  const request = { path: '/v1/chat/completions', headers: { expect: '100-continue', authorization: 'Bearer wrong' } };
  socket.write(requestText({ ...request, headers: { ...request.headers, 'content-length': '1000000' } }));
  const respond = await collect(socket);
  expect(respond.bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 401 /);
  expect(gateway.requestLog()[0]?.bytes).toBe(0);
});

test('a client that sends Expect gets 100 Continue when its key is good', async () => {
  await using gateway = await openGateway();
  const body = JSON.stringify(chatBody('Hi'));
  const socket = connect(gateway.port, '127.0.0.1');
  const [head = '', ...rest] = requestText({
    path: '/v1/chat/completions',
    headers: { expect: '100-continue' },
    body,
  }).split(/(?<=\r\n\r\n)/);
  socket.write(head);
  const [interim] = await once(socket, 'data');
  expect(String(interim)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(rest.join(''));
  expect((await collect(socket)).bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that disconnects stops the response', async () => {
  await using gateway = await openGateway({ paceTokensPerSecond: 200 });
  const request = { path: '/v1/chat/completions', body: chatBody('Go on', { model: 'demo-long', stream: true }) };
  await capture(gateway, request, (bytes) => bytes.length > 4000);
  const [record] = gateway.requestLog();
  await until(() => record?.response.state !== 'open');
  expect(record?.response.state).toBe('abandoned');
  // The whole response has megabytes: next to nothing of it was made.
  expect(record?.response.bytes).toBeLessThan(100_000);
});

test('a client that does not read pauses the response', async () => {
  await using gateway = await openGateway();
  const socket = connect(gateway.port, '127.0.0.1');
  socket.pause();
  socket.write(
    requestText({ path: '/v1/chat/completions', body: chatBody('Go on', { model: 'demo-long', stream: true }) }),
  );
  await until(() => (gateway.requestLog()[0]?.response.bytes ?? 0) > 0);
  // Other requests are served meanwhile, and the log shows a total that has stopped growing.
  let last = -1;
  for (let now = 0; now !== last; now = gateway.requestLog()[0]?.response.bytes ?? 0) {
    last = now;
    for (let turn = 0; turn < 20; turn++) await ask(gateway, '/v1/models');
  }
  expect(gateway.requestLog()[0]?.response.state ?? 'open').toBe('open');
  const respond = collect(socket);
  socket.resume();
  expect((await respond).bytes.toString('latin1')).toContain('data: [DONE]');
});

test('the pace can change during a response', async () => {
  await using gateway = await openGateway({ paceTokensPerSecond: 5 });
  const request = { path: '/v1/chat/completions', body: chatBody('Count to 900', { stream: true }) };
  let isFirst = true;
  const { bytes } = await capture(gateway, request, () => {
    if (isFirst) gateway.setPace(0);
    isFirst = false;
    return false;
  });
  expect(gateway.pace()).toBe(0);
  expect(bytes.toString('latin1')).toContain('data: [DONE]');
});

test('closing cuts open responses and leaves no connection behind', async () => {
  const gateway = await openGateway();
  const idle = connect(gateway.port, '127.0.0.1');
  const busy = connect(gateway.port, '127.0.0.1');
  const hanging = connect(gateway.port, '127.0.0.1');
  await Promise.all([idle, busy, hanging].map((socket) => once(socket, 'connect')));
  gateway.setPace(1);
  busy.write(requestText({ path: '/v1/chat/completions', body: chatBody('Hi', { stream: true }) }));
  hanging.write(
    requestText({ path: '/v1/chat/completions', body: chatBody('Hi', { model: 'faulty/hang-before-headers' }) }),
  );
  await once(busy, 'data');
  await until(() => gateway.requests() === 2);
  const closed = [idle, busy, hanging].map((socket) => collect(socket));
  await gateway.close();
  await Promise.all(closed);
  const late = connect(gateway.port, '127.0.0.1');
  const [error] = await once(late, 'error');
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
});

test('an unstreamed response sends its headers only when it is ready', async () => {
  await using gateway = await openGateway({ paceTokensPerSecond: 1 });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(requestText({ path: '/v1/chat/completions', body: chatBody('Hi') }));
  const respond = collect(socket);
  await until(() => gateway.requests() === 1);
  await ask(gateway, '/v1/nothing');
  expect(gateway.requestLog()[0]?.response).toEqual({ state: 'open', status: null, bytes: 0 });
  expect(socket.bytesRead).toBe(0);
  socket.destroy();
  expect((await respond).bytes).toHaveLength(0);
});
