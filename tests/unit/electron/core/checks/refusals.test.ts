import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { CheckRun } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { type CheckHarness, openHarness, openServer } from './check-harness.ts';

type Answer = [status: number, body: string, type?: string];

/** A gateway that lists one model and gives every other request the same response. */
function openGateway(answer: (request: IncomingMessage) => Answer): Promise<string> {
  return openServer((request, response: ServerResponse) => {
    request.resume();
    const listing: Answer = [200, '{"object":"list","data":[{"id":"gpt-4o-mini","object":"model"}]}'];
    const [status, body, type = 'application/json'] = request.url === '/v1/models' ? listing : answer(request);
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
}

const isNowhere = ({ url }: IncomingMessage): boolean => url?.includes('no-such-route') === true;

const tasks: RouteId[] = ['video.generations.get', 'videos.get', 'videos.content', 'videos.remix'];
const text: RouteId[] = ['chat.completions', 'responses', 'native.generateContent'];

async function check(address: string, routeIds: RouteId[], level: 'free' | 'cheap' | 'full' = 'free') {
  const bench = await openHarness(address);
  await bench.list();
  return {
    bench,
    run: await bench.run({ routeIds, level, models: ['gpt-4o-mini'], everyModel: true }),
  };
}

const verdictsOf = (run: CheckRun) => run.rows.map(({ verdict }) => verdict);

/** What gateways respond for a path that does not exist. */
const absent: readonly (readonly [name: string, answer: Answer])[] = [
  ['FastAPI', [404, '{"detail":"Not Found"}']],
  ['Hono', [404, '{"message":"Not Found","ok":false}']],
  ['aimock', [404, '{"error":{"message":"Not found","type":"not_found"}}']],
  ['plain text', [404, 'Not Found', 'text/plain']],
  ['an empty body', [404, '', 'text/plain']],
  ['the path repeated', [404, '{"error":{"message":"Task path /v1/videos/patchbay-check-no-such-task not found"}}']],
];

test.each(absent)('the 404 of %s on a route about a task proves nothing', async (_, answer) => {
  const { run } = await check(await openGateway(() => answer), tasks);
  expect(verdictsOf(run).filter((verdict) => verdict !== 'unclear' && verdict !== 'route-absent')).toEqual([]);
  expect(run.rows.map(({ proof }) => proof)).toEqual([null, null, null, null]);
});

test.each(
  absent.flatMap(([name, answer]) =>
    (['free', 'cheap', 'full'] as const).map((level) => [name, level, answer] as const),
  ),
)('the 404 of %s on a route without an id is a missing route at level %s', async (_, level, answer) => {
  const { run } = await check(await openGateway(() => answer), text, level);
  expect(new Set(verdictsOf(run))).toEqual(new Set(['route-absent']));
});

test.each(['free', 'cheap'] as const)(
  'a 404 that speaks of something else is no absent route at level %s',
  async (level) => {
    const said: Answer = [404, '{"error":{"message":"No fixture matched","code":404,"status":"NOT_FOUND"}}'];
    const gateway = await openGateway((request) => (isNowhere(request) ? [404, '{"detail":"Not Found"}'] : said));
    expect(new Set(verdictsOf((await check(gateway, text, level)).run))).toEqual(new Set(['unclear']));
  },
);

test.each<[string, Answer]>([
  ['a task code', [400, '{"code":"task_not_exist","message":"task_not_exist","data":null}']],
  ['a sentence about the task', [404, '{"error":{"message":"Task not found","type":"invalid_request_error"}}']],
  ['a sentence with the id', [404, '{"error":{"message":"Video with id \'patchbay-check-no-such-task\' not found."}}']],
  ['Chinese words', [400, '{"code":"fail","message":"任务不存在"}']],
])('%s proves a route about a task, where another path is refused differently', async (_, answer) => {
  const gateway = await openGateway((request) => (isNowhere(request) ? [404, '{"detail":"Not Found"}'] : answer));
  expect(verdictsOf((await check(gateway, tasks)).run)).toEqual(['exists', 'exists', 'exists', 'exists']);
  const same = await openGateway(() => answer);
  const { run } = await check(same, tasks);
  expect(verdictsOf(run)).toEqual(['unclear', 'unclear', 'unclear', 'unclear']);
  expect(run.rows[0]?.sentence).toContain('A path that does not exist gets the same response');
});

test('a refusal that does not mention the task or the request proves nothing; a rejected key is reported as one', async () => {
  const noDatabase = '{"error":{"message":"No connected db.","type":"no_db_connection","param":null,"code":"400"}}';
  const routeIds: RouteId[] = [...tasks, 'chat.completions'];
  const lite = await check(await openGateway(() => [400, noDatabase]), routeIds);
  expect(new Set(verdictsOf(lite.run))).toEqual(new Set(['key-refused']));
  const vague = await openGateway((request) => [
    400,
    isNowhere(request) ? '{}' : '{"error":{"message":"Bad request"}}',
  ]);
  const { run } = await check(vague, routeIds);
  expect(new Set(verdictsOf(run))).toEqual(new Set(['unclear']));
  expect(run.rows.find(({ routeId }) => routeId === 'videos.get')?.sentence).toContain(
    'The result needs a real task ID',
  );
});

test('a crash over an impossible id is unknown, and over every path it is an outage', async () => {
  const crash: Answer = [500, 'Internal Server Error', 'text/plain'];
  const some = await openGateway((request) => (isNowhere(request) ? [404, '{"detail":"Not Found"}'] : crash));
  const { run } = await check(some, ['videos.get']);
  expect(run.rows[0]).toMatchObject({ verdict: 'unclear', status: 500 });
  expect(run.rows[0]?.sentence).toMatch(/^The result needs a real task ID/);
  expect(verdictsOf((await check(await openGateway(() => crash), ['videos.get'])).run)).toEqual(['upstream-down']);
});

test('an incomplete request proves a route only by the field that it lacks', async () => {
  const said = (message: string): Answer => [
    400,
    JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
  ];
  const gateway = (message: string) => openGateway((request) => (isNowhere(request) ? [404, '{}'] : said(message)));
  const verdict = async (message: string) =>
    verdictsOf((await check(await gateway(message), ['chat.completions'])).run)[0];
  expect(await verdict('messages: at least one message is required')).toBe('exists');
  expect(await verdict("Missing required parameter: 'messages'.")).toBe('exists');
  expect(await verdict('Either x-portkey-config or x-portkey-provider header is required')).toBe('unclear');
  expect(await verdict('Authorization is required')).toBe('unclear');
  expect(await verdict('invalid request')).toBe('unclear');
});

test('an error without a cause in a 200 response is not a refused parameter', async () => {
  const gateway = await openGateway(() => [200, '{"error":{"message":"Something broke","type":"x"}}']);
  expect(verdictsOf((await check(gateway, ['chat.completions'], 'cheap')).run)).toEqual(['unclear']);
});

test('a model that a route does not serve is not proof that it serves the key', async () => {
  const body = { error: { message: 'The model gpt-4o-mini does not support this endpoint', param: 'model' } };
  const gateway = await openGateway(() => [400, JSON.stringify(body)]);
  expect(verdictsOf((await check(gateway, ['chat.completions'])).run)).toEqual(['model-not-on-route']);
});

test('accepting one path proves nothing about a gateway that accepts every path', async () => {
  const chat = { object: 'chat.completion', choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] };
  const { run } = await check(await openGateway(() => [200, JSON.stringify(chat)]), ['chat.completions']);
  expect(run.rows[0]).toMatchObject({ verdict: 'shape-unexpected', proof: null });
});

/** Requests a gateway received for paths that cannot exist. */
async function countNowhere(work: (bench: CheckHarness) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const address = await openGateway((request) => {
    if (isNowhere(request)) seen.push(`${request.method} ${request.url}`);
    return [404, '{"detail":"Not Found"}'];
  });
  const bench = await openHarness(address, ['one', 'two']);
  await bench.list();
  await work(bench);
  return seen.toSorted();
}

test('control requests are part of the plan and the count, one per key, method and protocol', async () => {
  const input = {
    models: ['gpt-4o-mini'],
    everyModel: true,
    routeIds: ['chat.completions', 'responses', 'videos.get', 'native.generateContent'] as RouteId[],
  };
  let planned = 0;
  const seen = await countNowhere(async ({ client, connectionId, run }) => {
    const plan = await client.checks.plan({ connectionId, ...input });
    expect(plan).toMatchObject({ calls: 14, controls: 6 });
    planned = plan.controls;
    expect(await run(input)).toMatchObject({ callsMade: 14, plannedRefusals: 14, controls: 6 });
  });
  expect(seen).toHaveLength(planned);
  expect(new Set(seen)).toEqual(
    new Set([
      'GET /v1/patchbay-check-no-such-route/x',
      'POST /v1/patchbay-check-no-such-route/x',
      'POST /v1beta/patchbay-check-no-such-route/x',
    ]),
  );
  const real = await countNowhere(({ run }) => run({ ...input, routeIds: ['chat.completions'], level: 'cheap' }));
  expect(real).toEqual([]);
});

test('the cap counts the control of the next call', async () => {
  const seen = await countNowhere(async ({ run }) => {
    const capped = await run({ routeIds: ['videos.get'], cap: { calls: 3, tokens: null }, concurrency: 1 });
    expect(capped).toMatchObject({ state: 'capped', callsMade: 2 });
  });
  expect(seen).toHaveLength(1);
});
