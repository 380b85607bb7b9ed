import { expect, test } from 'vitest';
import { cell, openDemo, openHarness, openServer } from './check-harness.ts';

const text = ['chat.completions', 'responses', 'native.generateContent'] as const;

test('distinguishes a good key, a bad one, one without balance and one without video', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url, ['demo-key', 'wrong-key', 'demo-key-quota', 'demo-key-no-video']);
  await bench.list();
  const run = await bench.run({ routeIds: [...text, 'models', 'videos'] });
  const verdicts = (key: string) => run.rows.filter((one) => one.keyAlias === key).map(({ verdict }) => verdict);
  expect(run.state).toBe('done');
  expect(verdicts('demo-key').slice(0, 3)).toEqual(['exists', 'exists', 'works']);
  expect(new Set(verdicts('wrong-key'))).toEqual(new Set(['key-refused']));
  expect(cell(run, 'chat.completions', 'demo-key-quota').verdict).toBe('quota');
  expect(cell(run, 'chat.completions', 'demo-key-quota').sentence).toMatch(/The gateway said: “.+”$/);
  expect(cell(run, 'videos', 'demo-key-no-video').verdict).toBe('forbidden');
  expect(cell(run, 'chat.completions', 'demo-key-no-video').verdict).toBe('exists');
});

test('the free level generates nothing: everything but listings is proved by its refusal', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url);
  await bench.list();
  const run = await bench.run({ routeIds: [...text, 'models'] });
  expect(run.rows.map(({ proof }) => proof)).toEqual(['refused', 'refused', 'answered', 'refused']);
  expect(run.unitsSpent.tokens).toBe(0);
  expect(cell(run, 'chat.completions').sentence).toMatch(/Nothing was generated/);
});

test('distinguishes a listed but dead model from one that responds', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url);
  await bench.list();
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['demo-chat', 'demo-dead'], level: 'cheap' });
  expect(run.rows.map(({ model, verdict }) => [model, verdict])).toEqual([
    ['demo-chat', 'works'],
    ['demo-dead', 'model-not-on-route'],
  ]);
  const marks = await bench.client.checks.marks({ connectionId: bench.connectionId });
  expect([marks['demo-chat']?.answers, marks['demo-dead']?.answers]).toEqual([true, false]);
});

test('a wrong base address that responds with a page is not a working route', async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Our new console</h1>');
  });
  const bench = await openHarness(address);
  const run = await bench.run({ routeIds: ['models', 'native.models'], level: 'cheap' });
  expect(run.rows.map(({ verdict }) => verdict)).toEqual(['shape-unexpected', 'shape-unexpected']);
});

test('a rate-limited key is overloaded, and the sentence names the limit', async () => {
  const demo = await openDemo();
  const bench = await openHarness(demo.url, ['demo-key-limited']);
  const run = await bench.run({ routeIds: ['models', 'native.models'], concurrency: 1 });
  expect(run.rows.map(({ verdict }) => verdict).toSorted()).toEqual(['overloaded', 'works']);
  expect(run.rows.find(({ verdict }) => verdict === 'overloaded')?.sentence).toMatch(/rate limit was reached/);
});

test.each([
  ['before the first byte', 'first-byte', false],
  ['in the middle of the answer', 'body', true],
] as const)('a response that stops %s timed out there', async (_, stage, begins) => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    if (begins) response.write('{"object":"list","data":[');
  });
  const bench = await openHarness(address);
  const run = await bench.run({ routeIds: ['models'], firstByteMs: 500, totalMs: 5000 });
  expect(run.rows[0]).toMatchObject({ verdict: 'timed-out', stage });
});

test('an unreachable gateway is down on every route', async () => {
  const bench = await openHarness('http://127.0.0.1:9');
  const run = await bench.run({ routeIds: ['models', 'native.models'] });
  expect(run.rows.map(({ verdict }) => verdict)).toEqual(['upstream-down', 'upstream-down']);
});

test("a 200 response without the route's content has an unexpected shape", async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"object":"chat.completion","choices":[]}');
  });
  const bench = await openHarness(address);
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['some-model'], level: 'cheap' });
  expect(run.rows[0]).toMatchObject({ verdict: 'shape-unexpected', shape: '{ choices: [], object: string }' });
});

test('a gateway that accepts an incomplete request gets a warning', async () => {
  const address = await openServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/v1/chat/completions') response.writeHead(404);
    response.end(
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Yes?"},"finish_reason":"stop"}]}',
    );
  });
  const bench = await openHarness(address);
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['some-model'] });
  expect(run.rows[0]).toMatchObject({ verdict: 'works-with-warnings', proof: 'answered' });
});

test('an empty list is an accepted key without models', async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"object":"list","data":[]}');
  });
  const bench = await openHarness(address);
  const run = await bench.run({ routeIds: ['models'] });
  expect(run.rows[0]).toMatchObject({ verdict: 'works-with-warnings', proof: 'answered' });
});
