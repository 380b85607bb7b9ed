import { expect, test } from 'vitest';
import { ask, chatBody, openGateway } from './demo-client.ts';

const chat = '/v1/chat/completions';
const native = '/v1beta/models/demo-chat:generateContent';
const contents = { contents: [{ parts: [{ text: 'Hi' }] }] };

test('a compatible route accepts Bearer in either case, the bare key and the sk- prefix', async () => {
  await using gateway = await openGateway();
  for (const authorization of ['Bearer demo-key', 'bearer demo-key', 'demo-key', 'Bearer sk-demo-key']) {
    expect((await ask(gateway, chat, chatBody('Hi'), { authorization })).status, authorization).toBe(200);
  }
});

test('a compatible route accepts the key nowhere else', async () => {
  await using gateway = await openGateway();
  for (const headers of [
    { 'x-goog-api-key': 'demo-key' },
    { 'x-vendor-api-key': 'demo-key' },
    { 'x-api-key': 'demo-key' },
  ]) {
    expect((await ask(gateway, chat, chatBody('Hi'), headers)).status, JSON.stringify(headers)).toBe(401);
  }
  expect((await ask(gateway, `${chat}?key=demo-key`, chatBody('Hi'), {})).status).toBe(401);
});

test('a native route accepts either header, the query and Bearer', async () => {
  await using gateway = await openGateway();
  const ways: [string, Record<string, string>][] = [
    [native, { 'x-vendor-api-key': 'demo-key' }],
    [native, { 'x-goog-api-key': 'demo-key' }],
    [`${native}?key=demo-key`, {}],
    [native, { authorization: 'Bearer demo-key' }],
    ['/v1beta/models', { 'x-vendor-api-key': 'demo-key' }],
  ];
  for (const [path, headers] of ways) {
    const { status } = await ask(gateway, path, path === '/v1beta/models' ? undefined : contents, headers);
    expect(status, JSON.stringify([path, headers])).toBe(200);
  }
});

test('on a native route the header takes precedence over the query, and both over Bearer', async () => {
  await using gateway = await openGateway();
  const good = { authorization: 'Bearer demo-key' };
  expect((await ask(gateway, `${native}?key=wrong`, contents, good)).status).toBe(401);
  expect((await ask(gateway, `${native}?key=demo-key`, contents, { 'x-goog-api-key': 'wrong' })).status).toBe(401);
});

test('a wrong or missing key is refused without a param, with the request id in the message', async () => {
  await using gateway = await openGateway();
  for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
    const { status, json, headers: got } = await ask(gateway, chat, chatBody('Hi'), headers);
    const id = got.get('x-oneapi-request-id');
    expect(status).toBe(401);
    expect(json).toEqual({ error: { message: `Invalid token (request id: ${id})`, type: 'new_api_error', code: '' } });
  }
});

test('a number after the key is taken for a channel', async () => {
  await using gateway = await openGateway();
  const { status, headers } = await ask(gateway, chat, chatBody('Hi'), { authorization: 'Bearer demo-key-12' });
  expect([status, headers.get('specific_channel_version')]).toEqual([403, 'demo']);
});

test('the special keys are refused as their names say', async () => {
  await using gateway = await openGateway({ key: 'mine' });
  const as = (name: string) => ({ authorization: `Bearer mine-${name}` });
  expect((await ask(gateway, '/v1/videos', { model: 'demo-video', prompt: 'x' }, as('no-video'))).status).toBe(403);
  expect((await ask(gateway, chat, chatBody('Hi'), as('no-video'))).status).toBe(200);
  const spent = await ask(gateway, chat, chatBody('Hi'), as('quota'));
  expect([spent.status, spent.json.error.code]).toEqual([403, 'insufficient_user_quota']);
  expect((await ask(gateway, '/v1/models', undefined, as('quota'))).status).toBe(200);
  const calls = [];
  for (let call = 0; call < 4; call++) calls.push(await ask(gateway, chat, chatBody('Hi'), as('limited')));
  expect(calls.map(({ status }) => status)).toEqual([200, 429, 200, 429]);
  expect(calls[1]?.headers.get('retry-after')).toBe('2');
  expect((await ask(gateway, chat, chatBody('Hi'), { authorization: 'Bearer demo-key' })).status).toBe(401);
});

test('unknown paths need no key', async () => {
  await using gateway = await openGateway();
  expect((await ask(gateway, '/v1/nothing', undefined, {})).status).toBe(404);
  expect((await ask(gateway, '/', undefined, {})).status).toBe(200);
});
