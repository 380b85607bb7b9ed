import { expect, test } from 'vitest';
import { openGateway } from './demo-client.ts';
import {
  callsOf,
  chatWhole,
  contentOf,
  finishOf,
  type Loose,
  models,
  nativeStream,
  nativeWhole,
  responseStream,
  see,
} from './scenario-probe.ts';

test('usage in unusual places', async () => {
  await using gateway = await openGateway();
  const everywhere = await see(gateway, 'usage-everywhere');
  const totals = everywhere.events.map((event) => event.usage.total_tokens);
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  expect(new Set(totals).size).toBeGreaterThan(10);
  const onFinish = await see(gateway, 'usage-on-finish');
  expect(onFinish.events.at(-1)).toMatchObject({
    choices: [{ finish_reason: 'stop' }],
    usage: { prompt_tokens: expect.any(Number) },
  });
  expect((await see(gateway, 'usage-absent')).events.some((event) => event.usage)).toBe(false);
  expect('choices' in (await see(gateway, 'no-choices-chunk')).events.at(-1)).toBe(false);
  expect((await see(gateway, 'empty-choices')).events[0]).toMatchObject({
    choices: [],
    prompt_filter_results: expect.any(Array),
  });
});

test('shapes of chat responses', async () => {
  await using gateway = await openGateway();
  const parts = await see(gateway, 'content-parts');
  expect(parts.events[1].choices[0].delta.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  expect(finishOf((await see(gateway, 'finish-odd')).events)).toBe('end_turn');
  const made = await see(gateway, 'finish-fabricated');
  expect([contentOf(made.events), finishOf(made.events), made.events.at(-1).usage.total_tokens]).toEqual([
    '',
    'other',
    0,
  ]);
  expect((await see(gateway, 'odd-envelope')).events[0]).toMatchObject({ id: '', created: 1785500000.25 });
  expect((await see(gateway, 'null-content')).events.at(-2).choices[0].delta).toMatchObject({
    role: 'assistant',
    content: null,
  });
  const twice = (await see(gateway, 'chunks-duplicated')).events;
  expect(twice[1]).toEqual(twice[2]);
  expect(
    (await see(gateway, 'refusal')).events.map((event) => event.choices[0]?.delta.refusal ?? '').join(''),
  ).toContain("I won't");
});

test('reasoning under other names and between tags', async () => {
  await using gateway = await openGateway();
  const [, first] = (await see(gateway, 'reasoning-field')).events;
  expect(Object.keys(first.choices[0].delta)).toEqual(['reasoning']);
  const [, both] = (await see(gateway, 'reasoning-both')).events;
  expect(both.choices[0].delta.reasoning).toBe(both.choices[0].delta.reasoning_content);
  const tagged = contentOf((await see(gateway, 'think-tags')).events);
  expect(tagged).toMatch(/^<think>\nThe user wrote[\s\S]+\n<\/think>\n\n[\s\S]+$/);
  const whole = JSON.parse((await see(gateway, 'think-tags', chatWhole)).text).choices[0].message;
  expect([whole.content, whole.reasoning_content]).toEqual([tagged, undefined]);
  const split = (await see(gateway, 'think-split')).events.map((event) => event.choices[0]?.delta.content);
  expect(split.slice(1, 3)).toEqual(['<thi', 'nk>\n']);
  expect(split.join('')).toBe(tagged);
  const unopened = contentOf((await see(gateway, 'think-unopened')).events);
  expect(`<think>\n${unopened}`).toBe(tagged);
});

test('faulty tool calls', async () => {
  await using gateway = await openGateway();
  const argumentsOf = (calls: Loose[]): string => calls.map((call) => call.function.arguments).join('');
  const wanted = '{"city":"Rome","unit":"celsius"}';
  const plain = callsOf((await see(gateway, 'tool-no-index')).events);
  expect(plain.some((call) => 'index' in call)).toBe(false);
  expect(argumentsOf(plain)).toBe(wanted);
  const zero = callsOf((await see(gateway, 'tool-index-zero')).events);
  expect(new Set(zero.map((call) => call.index))).toEqual(new Set([0]));
  expect(new Set(zero.flatMap((call) => call.id ?? [])).size).toBe(2);
  const split = callsOf((await see(gateway, 'tool-split-indexes')).events);
  expect([split[0].index, split[1].index, new Set(split.map((call) => call.id)).size]).toEqual([0, 1, 1]);
  const late = callsOf((await see(gateway, 'tool-name-late')).events);
  expect(late.map((call) => call.function.name).slice(0, 4)).toEqual([null, null, 'get_weather', null]);
  expect(argumentsOf(late)).toBe(wanted);
  expect(
    callsOf((await see(gateway, 'tool-head-repeated')).events).every((call) => call.id && call.function.name),
  ).toBe(true);
  const pieces = callsOf((await see(gateway, 'tool-name-pieces')).events);
  expect(pieces.map((call) => call.function.name ?? '').join('')).toBe('get_weather');
  expect([pieces[0].function.name, argumentsOf(pieces)]).toEqual(['get_we', wanted]);
  const objects = callsOf((await see(gateway, 'tool-args-object')).events);
  expect(objects.at(-1).function.arguments).toEqual(JSON.parse(wanted));
  expect(objects).toHaveLength(2);
  const snapshots = callsOf((await see(gateway, 'tool-args-snapshot')).events);
  expect(snapshots.at(-1).function.arguments).toBe(wanted);
  expect(snapshots.at(-1).function.arguments.startsWith(snapshots.at(-2).function.arguments)).toBe(true);
  const cut = await see(gateway, 'tool-args-truncated');
  expect(() => JSON.parse(argumentsOf(callsOf(cut.events)))).toThrow(SyntaxError);
  expect(finishOf(cut.events)).toBe('tool_calls');
  const stop = await see(gateway, 'tool-finish-stop');
  expect([finishOf(stop.events), argumentsOf(callsOf(stop.events))]).toEqual(['stop', wanted]);
  expect(argumentsOf(callsOf((await see(gateway, 'tool-args-empty')).events))).toBe('');
  const whole = JSON.parse((await see(gateway, 'tool-args-object', chatWhole)).text);
  expect(whole.choices[0].message.tool_calls[0].function.arguments).toEqual(JSON.parse(wanted));
});

test('oddities of responses', async () => {
  await using gateway = await openGateway();
  const of = async (name: string) => (await see(gateway, name, responseStream)).events;
  const numbers = (events: Loose[]): number[] => events.map((event) => event.sequence_number);
  expect((await of('responses-float-created'))[0].response.created_at).toBe(1785500000.25);
  expect((await of('responses-empty-output')).at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [] },
  });
  const gap = numbers(await of('responses-gap'));
  expect(gap.at(-1)).toBeGreaterThan(gap.length - 1);
  const doubled = numbers(await of('responses-duplicate'));
  expect(new Set(doubled).size).toBeLessThan(doubled.length);
  expect(numbers(await of('responses-unnumbered')).every((number) => number === undefined)).toBe(true);
  expect((await see(gateway, 'responses-nameless', responseStream)).text).not.toContain('event:');
  expect((await see(gateway, 'responses-stale-names', responseStream)).text).not.toContain('event: response');
  expect((await see(gateway, 'responses-done', responseStream)).text).toMatch(/data: \[DONE\]\n\n$/);
  expect((await of('responses-failed')).at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error' } },
  });
  expect(
    (await of('responses-legacy-reasoning')).some((event) => event.type === 'response.reasoning_summary.delta'),
  ).toBe(true);
  expect((await of('responses-arguments-object')).at(-1).response.output[0].arguments).toEqual({
    city: 'Rome',
    unit: 'celsius',
  });
  expect((await of('content-filter')).at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: { incomplete_details: { reason: 'content_filter' } },
  });
});

test('oddities of the native protocol', async () => {
  await using gateway = await openGateway();
  expect((await see(gateway, 'native-blocked', nativeWhole)).text).toBe('{"promptFeedback":{"blockReason":"SAFETY"}}');
  expect(JSON.parse((await see(gateway, 'native-no-content', nativeWhole)).text).candidates).toEqual([
    { finishReason: 'OTHER', index: 0 },
  ]);
  const array = await see(gateway, 'native-array', nativeStream);
  expect(JSON.parse(array.text).length).toBeGreaterThan(10);
  const cut = await see(gateway, 'native-array-cut', nativeStream);
  expect([cut.text.startsWith('[{'), cut.text.endsWith(']'), cut.isWhole]).toEqual([true, false, false]);
  const nulls = (await see(gateway, 'native-null-finish', nativeStream)).events;
  expect([nulls[0].candidates[0].finishReason, nulls.at(-1).candidates[0].finishReason]).toEqual([null, 'STOP']);
  const spent = JSON.parse((await see(gateway, 'native-thought-limit', nativeWhole)).text);
  expect(spent.candidates[0]).toMatchObject({ finishReason: 'MAX_TOKENS', content: { role: 'model' } });
  expect(spent.usageMetadata.thoughtsTokenCount).toBeGreaterThan(0);
  expect(JSON.parse((await see(gateway, 'refusal', nativeWhole)).text).candidates[0].finishReason).toBe('SAFETY');
});

test('lists of other gateways', async () => {
  await using gateway = await openGateway();
  const list = async (name: string) => JSON.parse((await see(gateway, name, models)).text).data;
  expect((await list('models-null-types'))[0].supported_endpoint_types).toBeNull();
  const twice = await list('models-duplicates');
  expect(new Set(twice.map((model: { id: string }) => model.id)).size).toBe(twice.length / 2);
  expect(await list('models-empty')).toEqual([]);
  expect((await list('models-plain'))[0]).toMatchObject({ permission: [], root: 'demo-chat', parent: null });
  expect((await list('models-rich'))[0].context_length).toBe(131072);
  const pages = await see(gateway, 'models-endless-pages', { method: 'GET', path: '/v1beta/models?pageSize=3' });
  expect(JSON.parse(pages.text).nextPageToken).toBe('again');
});

test('the key is repeated in the header, the body and the stream', async () => {
  await using gateway = await openGateway();
  const stream = await see(gateway, 'echo-credentials');
  expect(stream.headers.get('x-echo-authorization')).toBe('Bearer demo-key');
  expect(stream.events.at(-1).error.message).toContain('Bearer demo-key');
  const whole = await see(gateway, 'echo-credentials', chatWhole);
  expect([whole.status, whole.text.includes('demo-key')]).toEqual([400, true]);
});

test('statuses look as their senders write them', async () => {
  await using gateway = await openGateway();
  for (const name of ['401', '402', '403', '404', '408', '409', '415', '500', '504', '529']) {
    expect((await see(gateway, name)).status).toBe(Number(name));
  }
  const rate = await see(gateway, '429-retry-after');
  expect([rate.status, rate.headers.get('retry-after')]).toEqual([429, '3']);
  const date = await see(gateway, '429-date');
  expect(Date.parse(date.headers.get('retry-after') ?? '')).toBeGreaterThan(Date.now());
  const silent = await see(gateway, '429-empty');
  expect([silent.status, silent.body.length]).toEqual([429, 0]);
  expect((await see(gateway, '502-html')).text).toContain('<title>502 Bad Gateway</title>');
  expect((await see(gateway, '524-html')).text).toMatch(/<title>[^<]+\| 524: A timeout occurred<\/title>/);
  expect(JSON.parse((await see(gateway, '500-invalid-request')).text).error.code).toBe('invalid_request');
  expect(JSON.parse((await see(gateway, '422-detail')).text).detail[0].loc).toEqual(['body', 'max_tokens']);
  expect(JSON.parse((await see(gateway, 'array-wrapped')).text)[0].error.status).toBe('INVALID_ARGUMENT');
  expect(JSON.parse((await see(gateway, 'error-string')).text)).toEqual({ error: 'something went wrong upstream' });
  expect(JSON.parse((await see(gateway, 'success-false')).text).success).toBe(false);
});

test('fixtures are exact', async () => {
  await using gateway = await openGateway();
  expect(contentOf((await see(gateway, 'fixture-s1')).events.slice(0))).toBe('Hi €');
  const cut = await see(gateway, 'fixture-s2');
  expect(cut.pieces.map((piece) => piece.toString('utf8').includes('\uFFFD'))).toEqual([true, true]);
  expect(cut.text).toContain('Hi €');
  expect(finishOf((await see(gateway, 'fixture-s3')).events)).toBeUndefined();
  expect(JSON.parse((await see(gateway, 'fixture-s4')).text).error.message).toBe('bad (request id: 2026X)');
  expect((await see(gateway, 'fixture-s5')).text).toMatch(/^: PING\n\n\{"error"/);
  expect((await see(gateway, 'fixture-s6')).text).toMatch(/\{"error":\{"message":"quota"\}\}\n\ndata: \[DONE\]$/);
  expect(
    callsOf((await see(gateway, 'fixture-s7')).events)
      .map((call) => call.function.arguments)
      .join(''),
  ).toBe('{"x":1}');
  expect(contentOf((await see(gateway, 'fixture-s8')).events)).toBe('<think>plan</think>answer');
  const open = await see(gateway, 'fixture-r1', responseStream, (bytes) => bytes.includes('response.completed'));
  expect(open.events.map((event) => event.type)).toContain('response.completed');
  expect((await see(gateway, 'fixture-r2', responseStream)).events[0].error.code).toBe('request_timeout');
});
