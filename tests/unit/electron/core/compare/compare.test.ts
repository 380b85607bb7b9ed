import { expect, test } from 'vitest';
import {
  finish,
  onBody,
  openDemo,
  openServer,
  readText,
  reply,
  runToEnd,
  sendJson,
} from '../../../../support/compare/compare-bench.ts';

test('sends one prompt over several protocols and measures each reply', async () => {
  const { client, lane } = await openDemo();
  const { run, cells } = await runToEnd(client, {
    prompt: 'Say hello',
    lanes: [
      lane('a', 'demo-chat'),
      lane('b', 'demo-chat', { routeId: 'responses' }),
      lane('c', 'demo-chat', { routeId: 'native.streamGenerateContent', fields: {} }),
    ],
  });
  expect(run.state).toBe('done');
  expect(run.callsMade).toBe(3);
  expect(cells.map(({ failure }) => failure?.message ?? null)).toEqual([null, null, null]);
  expect(cells.map(({ laneId, state }) => [laneId, state])).toEqual([
    ['a', 'done'],
    ['b', 'done'],
    ['c', 'done'],
  ]);
  for (const { text, metrics, exchangeId } of cells) {
    expect(text.length).toBeGreaterThan(0);
    expect(metrics?.ttftMs).toBeGreaterThan(0);
    expect(metrics?.latencyMs).toBeGreaterThanOrEqual(metrics?.ttftMs as number);
    expect(metrics?.usage?.outputTokens).toBeGreaterThan(0);
    expect((await client.exchanges.get({ id: exchangeId as string })).state).toBe('done');
  }
  expect(run.tokensUsed).toBe(cells.reduce((sum, { metrics }) => sum + (metrics?.usage?.totalTokens ?? 0), 0));
});

test('a broken lane keeps its text and its failure, and the others end normally', async () => {
  const { client, lane } = await openDemo();
  const { run, cells } = await runToEnd(client, {
    prompt: 'Tell a story',
    lanes: [lane('good', 'demo-chat'), lane('cut', 'faulty/cut-mid-stream'), lane('gone', 'no-such-model')],
  });
  const by = Object.fromEntries(cells.map((cell) => [cell.laneId, cell]));
  expect(by.good?.state).toBe('done');
  expect(by.cut).toMatchObject({ state: 'interrupted' });
  expect(by.cut?.text.length).toBeGreaterThan(0);
  expect(by.gone?.state).toBe('failed');
  expect(by.gone?.failure?.code).toBe('model-not-found');
  expect(run.byLane).toMatchObject({ good: { ended: 1, failed: 0 }, cut: { failed: 1 }, gone: { failed: 1 } });
});

test('fills the variables of each row and checks assertions with the values of that row', async () => {
  const { client, lane } = await openServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      response.setHeader('content-type', 'application/json').end(reply(messages.at(-1)?.content ?? ''));
    });
  });
  const { run, cells } = await runToEnd(client, {
    prompt: 'The capital of {{country}} is {{capital}}',
    system: 'Answer about {{country}}',
    lanes: [lane('a', 'm', { fields: {} }), lane('b', 'm', { fields: {}, prompt: 'I do not know' })],
    rows: [
      { id: 'r1', values: { country: 'France', capital: 'Paris' } },
      { id: 'r2', values: { country: 'Japan', capital: 'Tokyo' } },
    ],
    assertions: [
      { kind: 'contains', text: '{{capital}}' },
      { kind: 'regex', pattern: '^the capital', ignoreCase: true },
      { kind: 'tokens', most: 4 },
    ],
  });
  const of = (rowId: string, laneId: string) => cells.find((cell) => cell.rowId === rowId && cell.laneId === laneId);
  expect(of('r2', 'a')?.text).toBe('The capital of Japan is Tokyo');
  expect(of('r2', 'a')?.assertions.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'failed']);
  expect(of('r1', 'b')?.assertions.map(({ verdict }) => verdict)).toEqual(['failed', 'failed', 'failed']);
  expect(run.byLane.a).toEqual({ ended: 2, failed: 0, passed: 0, asserted: 2 });
});

test('stops before the request that would exceed the cap, and runs the unsent cells later', async () => {
  let requests = 0;
  const { client, lane } = await openServer((_, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json').end(reply('ok'));
  });
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: `r${at}`, values: {} }));
  const { run, cells } = await runToEnd(client, {
    prompt: 'x',
    lanes: [lane('a', 'm', { fields: {} })],
    rows,
    concurrency: 2,
    cap: { calls: 4, tokens: null },
  });
  expect(run.state).toBe('capped');
  expect(requests).toBe(4);
  expect(cells.filter(({ state }) => state === 'skipped')).toHaveLength(2);
  await client.compare.rerun({ runId: run.id, cells: 'unsent' });
  const second = await finish(client, run.id);
  expect(second.run.state).toBe('capped');
  expect(requests).toBe(4);
});

test('tools and a schema go to every text lane, and a tool call is the text of the reply', async () => {
  const bodies: Record<string, unknown>[] = [];
  const { client, lane } = await openServer(
    onBody((body, response) => {
      bodies.push({ ...body });
      const call = { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"word":"oak"}' } };
      const choice = { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] } };
      sendJson(
        response,
        JSON.stringify({ id: 'x', model: 'm', choices: [{ ...choice, finish_reason: 'tool_calls' }] }),
      );
    }),
  );
  const { cells } = await runToEnd(client, {
    prompt: 'x',
    lanes: [lane('a', 'm', { fields: {} })],
    tools: [{ name: 'look_up', description: 'Looks up', schema: { type: 'object' } }],
    schema: { name: 'answer', schema: { type: 'object' } },
  });
  expect(bodies[0]).toMatchObject({
    tools: [{ function: { name: 'look_up' } }],
    response_format: { json_schema: { name: 'answer' } },
  });
  expect(cells[0]?.text).toBe('look_up({"word":"oak"})');
});

/** A gateway at which each request costs 0.003 dollars, and the price that says so. */
async function openPriced() {
  let requests = 0;
  const opened = await openServer((_, response) => {
    requests += 1;
    sendJson(response, reply('ok', { prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 }));
  });
  const price = { currency: 'USD', rates: { inputPerMillion: '1', outputPerMillion: '2' } };
  await opened.client.prices.set({ connectionId: opened.connectionId, model: 'm', price });
  return { ...opened, requests: () => requests };
}
const usd = (amount: number) => ({ nano: amount * 1e9, currency: 'USD' });

test('stops before the request that would cross the cap in money, and resumes with a higher one', async () => {
  const { client, lane, requests } = await openPriced();
  const lanes = [lane('a', 'm', { fields: { max_tokens: 1000 } })];
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: `r${at}` }));
  const input = { prompt: 'x', lanes, rows, concurrency: 2, cap: { money: usd(0.01) } };
  const plan = await client.compare.plan(input);
  expect(plan).toMatchObject({ unpricedLaneIds: [], problems: [], money: [{ currency: 'USD' }] });
  const { run, cells } = await runToEnd(client, input);
  expect(run).toMatchObject({ state: 'capped', spent: [usd(0.009)], unpriced: 0 });
  expect(requests()).toBe(3);
  expect(cells.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'skipped', 'skipped', 'skipped']);
  const cap = { calls: null, tokens: null, money: usd(0.05) };
  await client.compare.rerun({ runId: run.id, cells: 'unsent', cap });
  const whole = await finish(client, run.id);
  expect(whole.run).toMatchObject({ state: 'done', spent: [usd(0.018)], input: { cap } });
  expect(requests()).toBe(6);
});

test('a lane without a price has no figure, and a cap in money refuses to start with it', async () => {
  const { client, lane, requests } = await openPriced();
  const lanes = [lane('a', 'm'), lane('b', 'unknown')];
  const plan = await client.compare.plan({ prompt: 'x', lanes, cap: { money: usd(1) } });
  expect(plan.unpricedLaneIds).toEqual(['b']);
  expect(plan.problems.map(({ message }) => message)).toEqual([
    'The limit in USD cannot be kept, because unknown has no price in USD.',
  ]);
  await expect(client.compare.start({ prompt: 'x', lanes, cap: { money: usd(1) } })).rejects.toMatchObject({
    failure: { code: 'bad-draft' },
  });
  expect(requests()).toBe(0);
  const { run } = await runToEnd(client, { prompt: 'x', lanes });
  expect(run).toMatchObject({ spent: [usd(0.003)], unpriced: 1 });
});

test('edited rows are sent again with their new values, and an export says what changed from an earlier run', async () => {
  const { client, files, lane } = await openServer(
    onBody(({ messages }, response) => sendJson(response, reply(messages.at(-1)?.content ?? ''))),
  );
  const input = {
    prompt: '{{word}}',
    lanes: [lane('a', 'm', { fields: {} })],
    rows: [
      { id: 'r1', values: { word: 'oak' } },
      { id: 'r2', values: { word: 'elm' } },
    ],
    assertions: [{ kind: 'contains' as const, text: 'oak' }],
  };
  const first = await runToEnd(client, input);
  const second = await runToEnd(client, { ...input, assertions: [{ kind: 'contains', text: 'elm' }] });
  const csv = await client.compare.export({ runId: second.run.id, form: 'csv', againstRunId: first.run.id });
  const [head = '', ...lines] = (await readText(files, csv.id)).trim().split('\r\n');
  const at = head.split(',').indexOf('change');
  expect(lines.map((line) => line.split(',')[at])).toEqual(['newly failed', 'newly passed']);
  for (const form of ['md', 'html'] as const) {
    const ref = await client.compare.export({ runId: second.run.id, form, againstRunId: first.run.id });
    expect(await readText(files, ref.id)).toContain('Compared with the run of');
  }
  const rows = [{ id: 'r1', values: { word: 'elm tree' } }];
  await client.compare.rerun({ runId: second.run.id, cells: [JSON.stringify(['r1', 'a', 0])], rows });
  const edited = await finish(client, second.run.id);
  expect(edited.cells.map(({ text }) => text)).toEqual(['elm tree', 'elm']);
  expect(edited.run.input.rows.map(({ values }) => values.word)).toEqual(['elm tree', 'elm']);
  expect(edited.run.byLane.a).toMatchObject({ passed: 2, asserted: 2 });
});

test('a rate limit pauses only the lanes with that key, for as long as the gateway requested', async () => {
  const seen: string[] = [];
  const { client, lane, connectionId } = await openServer((request, response) => {
    const key = String(request.headers.authorization);
    seen.push(key);
    if (key.includes('demo-key') && seen.filter((one) => one === key).length === 1) {
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'Rate limit reached', type: 'rate_limit_error', code: null } }));
    } else response.setHeader('content-type', 'application/json').end(reply('ok'));
  });
  await client.keys.put({ connectionId, alias: 'other', secret: 'second-secret' });
  const keys = await client.keys.status({ connectionId });
  const idOf = (alias: string) => keys.find((key) => key.alias === alias)?.id as string;
  const rows = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }];
  const paused = new Set<string>();
  const { runId } = await client.compare.start({
    prompt: 'x',
    lanes: [
      lane('slow', 'm', { fields: {}, keyId: idOf('main') }),
      lane('free', 'm', { fields: {}, keyId: idOf('other') }),
    ],
    rows,
    concurrency: 2,
  });
  for await (const news of client.compare.watch({ runId }))
    if (news.type === 'cell' && news.cell.state === 'paused') {
      paused.add(news.cell.laneId);
      expect(news.cell.resumesAt).toBeGreaterThan(0);
    }
  const run = await client.compare.get({ runId });
  expect(paused).toEqual(new Set(['slow']));
  expect(run.byLane).toMatchObject({ slow: { ended: 3, failed: 0 }, free: { ended: 3, failed: 0 } });
  // The other lane was through before the wait was over.
  expect(seen.slice(-3)).toEqual(Array(3).fill('Bearer demo-key'));
});

test('a failed cell is sent again while others run, and the run ends once', async () => {
  const slow = Promise.withResolvers<void>();
  let tries = 0;
  const { client, lane } = await openServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (body.includes('"slow"')) void slow.promise.then(() => response.end(reply('late')));
      else if (++tries === 1) response.writeHead(400).end('{"error":{"message":"no"}}');
      else response.end(reply('again'));
    });
  });
  const { runId } = await client.compare.start({
    prompt: 'x',
    lanes: [lane('a', 'slow', { fields: {} }), lane('b', 'quick', { fields: {} })],
  });
  for await (const news of client.compare.watch({ runId })) {
    if (news.type !== 'cell' || news.cell.laneId !== 'b') continue;
    if (news.cell.state === 'failed') await client.compare.rerun({ runId, cells: 'failed' });
    if (news.cell.state === 'done') slow.resolve();
  }
  const { run, cells } = await finish(client, runId);
  expect(cells.map(({ state, text }) => [state, text])).toEqual([
    ['done', 'late'],
    ['done', 'again'],
  ]);
  expect(run).toMatchObject({ state: 'done', callsMade: 3, ended: 2 });
});

test('stopping keeps what ended, cancels what runs and sends nothing more', async () => {
  let requests = 0;
  let running = '';
  const { client, lane } = await openServer((_, response) => {
    requests += 1;
    if (requests === 1) response.setHeader('content-type', 'application/json').end(reply('first'));
    else void client.compare.stop({ runId: running });
  });
  const { runId } = await client.compare.start({
    prompt: 'x',
    lanes: [lane('a', 'm', { fields: {} })],
    rows: [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }],
    concurrency: 1,
    assertions: [{ kind: 'contains', text: 'first' }],
  });
  running = runId;
  const { run, cells } = await finish(client, runId);
  expect(run.state).toBe('stopped');
  expect(cells.map(({ state }) => state)).toEqual(['done', 'cancelled', 'skipped']);
  expect(requests).toBe(2);
  // A stopped reply neither passes nor fails.
  expect(cells.map(({ assertions }) => assertions.map(({ verdict }) => verdict))).toEqual([['passed'], [], []]);
  expect(run.byLane.a).toMatchObject({ passed: 1, asserted: 1 });
});

test('exports a run in every form without the key', async () => {
  const { client, lane, files } = await openDemo();
  const { run } = await runToEnd(client, { name: '=cmd', prompt: '<b>Say hello</b>', lanes: [lane('a', 'demo-chat')] });
  for (const form of ['md', 'csv', 'json', 'html'] as const) {
    const ref = await client.compare.export({ runId: run.id, form });
    const text = await readText(files, ref.id);
    expect(text).toContain('demo-chat');
    expect(text).not.toContain('demo-key');
    if (form === 'html') expect(text).not.toContain('<b>');
  }
});
