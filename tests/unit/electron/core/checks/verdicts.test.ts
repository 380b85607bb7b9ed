import { expect, test } from 'vitest';
import { cell, openBench, openDemo, openServer } from './bench.ts';

const text = ['chat.completions', 'responses', 'native.generateContent'] as const;

test('a good key, a bad one, one without balance and one without video are told apart', async () => {
  const demo = await openDemo();
  const bench = await openBench(demo.url, ['demo-key', 'wrong-key', 'demo-key-quota', 'demo-key-no-video']);
  await bench.list();
  const run = await bench.run({ routeIds: [...text, 'models', 'videos'] });
  const verdicts = (key: string) => run.rows.filter((one) => one.keyAlias === key).map(({ verdict }) => verdict);
  expect(run.state).toBe('done');
  expect(verdicts('demo-key').slice(0, 3)).toEqual(['exists', 'exists', 'works']);
  expect(new Set(verdicts('wrong-key'))).toEqual(new Set(['key-refused']));
  expect(cell(run, 'chat.completions', 'demo-key-quota').verdict).toBe('quota');
  expect(cell(run, 'videos', 'demo-key-no-video').verdict).toBe('forbidden');
  expect(cell(run, 'chat.completions', 'demo-key-no-video').verdict).toBe('exists');
});

test('the free level generates nothing: what is not a listing is proved by its refusal', async () => {
  const demo = await openDemo();
  const bench = await openBench(demo.url);
  await bench.list();
  const run = await bench.run({ routeIds: [...text, 'models'] });
  expect(run.rows.map(({ proof }) => proof)).toEqual(['refused', 'refused', 'answered', 'refused']);
  expect(run.unitsSpent.tokens).toBe(0);
  expect(cell(run, 'chat.completions').sentence).toMatch(/Nothing was generated/);
});

test('a model that is listed but dead is told from one that answers', async () => {
  const demo = await openDemo();
  const bench = await openBench(demo.url);
  await bench.list();
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['demo-chat', 'demo-dead'], level: 'cheap' });
  expect(run.rows.map(({ model, verdict }) => [model, verdict])).toEqual([
    ['demo-chat', 'works'],
    ['demo-dead', 'model-not-on-route'],
  ]);
  const marks = await bench.client.checks.marks({ connectionId: bench.connectionId });
  expect([marks['demo-chat']?.answers, marks['demo-dead']?.answers]).toEqual([true, false]);
});

test('a wrong base address that answers with a page is no working route', async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Our new console</h1>');
  });
  const bench = await openBench(address);
  const run = await bench.run({ routeIds: ['models', 'native.models'], level: 'cheap' });
  expect(run.rows.map(({ verdict }) => verdict)).toEqual(['shape-unexpected', 'shape-unexpected']);
});

test('a key over its rate is overloaded, and the sentence says by what', async () => {
  const demo = await openDemo();
  const bench = await openBench(demo.url, ['demo-key-limited']);
  const run = await bench.run({ routeIds: ['models', 'native.models'], concurrency: 1 });
  expect(run.rows.map(({ verdict }) => verdict).toSorted()).toEqual(['overloaded', 'works']);
  expect(run.rows.find(({ verdict }) => verdict === 'overloaded')?.sentence).toMatch(/limits how often/);
});

test.each([
  ['before the first byte', 'first-byte', false],
  ['in the middle of the answer', 'body', true],
] as const)('an answer that stops %s timed out there', async (_, stage, begins) => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    if (begins) response.write('{"object":"list","data":[');
  });
  const bench = await openBench(address);
  const run = await bench.run({ routeIds: ['models'], firstByteMs: 500, totalMs: 5000 });
  expect(run.rows[0]).toMatchObject({ verdict: 'timed-out', stage });
});

test('a gateway that is not there is down, on every route', async () => {
  const bench = await openBench('http://127.0.0.1:9');
  const run = await bench.run({ routeIds: ['models', 'native.models'] });
  expect(run.rows.map(({ verdict }) => verdict)).toEqual(['upstream-down', 'upstream-down']);
});

test('an answer of the right status without what the route is for is of an unexpected shape', async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"object":"chat.completion","choices":[]}');
  });
  const bench = await openBench(address);
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['some-model'], level: 'cheap' });
  expect(run.rows[0]).toMatchObject({ verdict: 'shape-unexpected', shape: '{ choices: [], object: string }' });
});

test('a gateway that answers an incomplete request says so with a warning', async () => {
  const address = await openServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/v1/chat/completions') response.writeHead(404);
    response.end(
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Yes?"},"finish_reason":"stop"}]}',
    );
  });
  const bench = await openBench(address);
  const run = await bench.run({ routeIds: ['chat.completions'], models: ['some-model'] });
  expect(run.rows[0]).toMatchObject({ verdict: 'works-with-warnings', proof: 'answered' });
});

test('an empty list is an accepted key that opens nothing', async () => {
  const address = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"object":"list","data":[]}');
  });
  const bench = await openBench(address);
  const run = await bench.run({ routeIds: ['models'] });
  expect(run.rows[0]).toMatchObject({ verdict: 'works-with-warnings', proof: 'answered' });
});
