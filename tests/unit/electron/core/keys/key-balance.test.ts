import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '#core/keys/read-balance.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const secret = 'sk-good-key-4711';

/** A gateway that answers some paths and refuses the others. */
async function open(answers: Record<string, unknown>, { base = '', status = 404, isHtml = false } = {}) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    heard.push(`${request.method} ${path} ${request.headers.authorization === `Bearer ${secret}`}`);
    const found = answers[path];
    if (found === undefined && isHtml)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Console');
    response.writeHead(found === undefined ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: { message: `no such path, key ${secret}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { client } = await openCore({ dataFolder: tempFolder() });
  const baseAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  const { id: connectionId } = await client.connections.save({ name: 'gate', baseAddress });
  const { id } = await client.keys.put({ connectionId, alias: 'k', secret });
  return { client, heard, balance: () => client.keys.balance({ id }) };
}

test.each<[what: string, base: string, answers: Record<string, unknown>, path: string, amounts: unknown]>([
  [
    'a subscription and its usage',
    '',
    {
      '/v1/dashboard/billing/subscription': {
        object: 'billing_subscription',
        soft_limit_usd: 20,
        hard_limit_usd: 20.5,
      },
      '/v1/dashboard/billing/usage': { object: 'list', total_usage: 525.25 },
    },
    '/v1/dashboard/billing/subscription',
    [{ remaining: '15.2475', used: '5.2525', limit: '20.5', unit: 'USD' }],
  ],
  [
    'a subscription without /v1',
    '',
    { '/dashboard/billing/subscription': { hard_limit_usd: 3 } },
    '/dashboard/billing/subscription',
    [{ remaining: null, used: null, limit: '3', unit: 'USD' }],
  ],
  [
    'credits',
    '/api/v1',
    { '/api/v1/credits': { data: { total_credits: 100.5, total_usage: 25.75 } } },
    '/v1/credits',
    [{ remaining: '74.75', used: '25.75', limit: '100.5', unit: 'credits' }],
  ],
  [
    'a key without a limit',
    '/api/v1',
    { '/api/v1/key': { data: { label: 'k', usage: 2.5, limit: null, limit_remaining: null } } },
    '/v1/key',
    [{ remaining: null, used: '2.5', limit: null, unit: null }],
  ],
  [
    'one amount per currency',
    '',
    {
      '/user/balance': {
        is_available: true,
        balance_infos: [
          { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00' },
          { currency: 'USD', total_balance: '0.50' },
        ],
      },
    },
    '/user/balance',
    [
      { remaining: '110.00', used: null, limit: null, unit: 'CNY' },
      { remaining: '0.50', used: null, limit: null, unit: 'USD' },
    ],
  ],
  [
    'the balance of an account, in no named currency',
    '/v4',
    { '/v4/user/info': { code: 20000, status: true, data: { id: 'u', balance: '0.88', totalBalance: '88.88' } } },
    '/v4/user/info',
    [{ remaining: '88.88', used: null, limit: null, unit: null }],
  ],
  [
    'a balance with vouchers',
    '',
    {
      '/v1/users/me/balance': {
        code: 0,
        data: { available_balance: 49.58894, voucher_balance: 46.5, cash_balance: 3.1 },
      },
    },
    '/v1/users/me/balance',
    [{ remaining: '49.58894', used: null, limit: null, unit: null }],
  ],
])('%s is the balance of the key', async (_, base, answers, path, amounts) => {
  const { client, heard, balance } = await open(answers, { base });
  expect(heard).toEqual([]);
  const told = await balance();
  expect(told).toMatchObject({ state: 'reported', path, amounts });
  expect(heard.every((line) => line.startsWith('GET ') && line.endsWith(' true'))).toBe(true);
  // Each request is in Wire, without the key.
  expect(told.exchangeIds).toHaveLength(heard.length);
  for (const id of told.exchangeIds) expect(JSON.stringify(await client.exchanges.get({ id }))).not.toContain(secret);
});

test.each([
  ['refuses every path', {}],
  ['shows its console for every path', { isHtml: true }],
])('a gateway that %s tells no balance', async (_, options) => {
  const { balance, heard } = await open({ '/v1/key': { data: [], limit: 20, offset: 0 } }, options);
  expect(await balance()).toMatchObject({ state: 'not-reported' });
  expect(new Set(heard).size).toBe(heard.length);
});

test('a refused key and an unreachable gateway are failures', async () => {
  const refusing = await open({}, { status: 401 });
  expect(await refusing.balance()).toMatchObject({ state: 'failed', failure: { code: 'auth' } });
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { id: connectionId } = await client.connections.save({ name: 'gone', baseAddress: 'http://127.0.0.1:9' });
  const { id } = await client.keys.put({ connectionId, alias: 'k', secret });
  const gone = await client.keys.balance({ id });
  expect(gone).toMatchObject({ state: 'failed' });
  expect(gone.exchangeIds).toHaveLength(1);
});

test.each([
  [{ usage: { prompt_tokens: 3 } }],
  [{ object: 'list', data: [{ id: 'm' }], limit: 20 }],
  [{ usage: 3 }],
  [{ balance: 'plenty' }],
  [{ remaining: Number.NaN }],
  ['text'],
  [null],
])('%j is no balance', (body) => {
  expect(readBalance(body)).toEqual([]);
});
