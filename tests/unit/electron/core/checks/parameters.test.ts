import { expect, test } from 'vitest';
import { cell, openHarness, openServer } from './check-harness.ts';

type Sent = Record<string, unknown>;
/** The status and the error with which a gateway refuses a body; `null` when it accepts it. */
type Rule = (body: Sent) => [status: number, body: unknown] | null;

const error = (message: string, more: object = {}) => ({ error: { message, type: 'invalid_request_error', ...more } });
const reply = {
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
};
const events = [
  { choices: [{ index: 0, delta: { content: 'ok' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

/** A gateway with chat models that refuses parameters; `bodies` are those it received on its chat route. */
async function openPicky(rule: Rule, answer: unknown = reply) {
  const bodies: Sent[] = [];
  const address = await openServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    request.on('end', () => {
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (request.url !== '/v1/chat/completions') {
        send(404, error('Not Found'));
        return;
      }
      const body = JSON.parse(text) as Sent;
      bodies.push(body);
      const refused = rule(body);
      if (refused) send(...refused);
      else if (body.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''),
        );
      } else send(200, answer);
    });
  });
  return { bodies, bench: await openHarness(address) };
}

const refusesMaxTokens: Rule = (body) =>
  'max_tokens' in body
    ? [
        400,
        error(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          { param: 'max_tokens', code: 'unsupported_parameter' },
        ),
      ]
    : null;

const chat = { routeIds: ['chat.completions' as const], models: ['m'], level: 'cheap' as const };

test.each<[string, 'cheap' | 'full', Rule, RegExp]>([
  [
    'a limit with another name',
    'cheap',
    refusesMaxTokens,
    /Sent with max_completion_tokens instead of max_tokens, because/,
  ],
  [
    'a limit without a proposal',
    'cheap',
    (body) => ('max_tokens' in body ? [400, error('Unrecognized request argument supplied: max_tokens')] : null),
    /Sent with max_completion_tokens instead of max_tokens/,
  ],
  [
    'a limit below its minimum',
    'cheap',
    ({ max_tokens: limit }) =>
      Number(limit) < 64
        ? [
            400,
            error("Invalid 'max_tokens': integer below minimum value. Expected a value >= 64, but got 16 instead.", {
              param: 'max_tokens',
            }),
          ]
        : null,
    /Sent with max_tokens 64 instead of 16/,
  ],
  [
    'stream_options by a validation list',
    'full',
    (body) =>
      'stream_options' in body
        ? [
            422,
            {
              detail: [
                { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
              ],
            },
          ]
        : null,
    /Sent without stream_options/,
  ],
  [
    'stream_options with status 500 and a code of new-api',
    'full',
    (body) =>
      'stream_options' in body ? [500, error('stream_options is not supported', { code: 'invalid_request' })] : null,
    /Sent without stream_options/,
  ],
  [
    'a streamed response',
    'full',
    (body) =>
      'stream' in body
        ? [400, error("Unsupported value: 'stream' does not support true with this model.", { param: 'stream' })]
        : null,
    /Sent without stream, because/,
  ],
  [
    'two parameters, one after the other',
    'full',
    (body) =>
      refusesMaxTokens(body) ??
      ('stream_options' in body ? [400, error("Unknown parameter: 'stream_options'.")] : null),
    /Sent with max_completion_tokens instead of max_tokens and without stream_options/,
  ],
  [
    'a parameter in unusual words',
    'full',
    (body) =>
      'stream_options' in body ? [400, error('the field stream_options has no meaning to this backend')] : null,
    /Sent without stream_options/,
  ],
])('%s that is refused by name is changed, and the route works', async (_, level, rule, told) => {
  const { bench, bodies } = await openPicky(rule);
  const run = await bench.run({ ...chat, level });
  const found = cell(run, 'chat.completions');
  expect(found).toMatchObject({ verdict: 'works', proof: 'answered', status: 200, failure: null });
  expect(found.sentence).toMatch(told);
  // Each try is an exchange of its own and counts as a call.
  expect(found.earlier).toHaveLength(bodies.length - 1);
  expect(run.callsMade).toBe(bodies.length);
  const sent = await bench.client.exchanges.list({ origin: 'check' });
  expect(sent.map(({ id }) => id).toSorted()).toEqual([...(found.earlier ?? []), found.exchangeId].toSorted());
});

test('what one model refuses is not sent to the next ones, nor in the next run', async () => {
  const { bench, bodies } = await openPicky(refusesMaxTokens);
  const models = Array.from({ length: 12 }, (_, index) => `m${index}`);
  const run = await bench.run({ ...chat, models, concurrency: 1 });
  expect(run).toMatchObject({ callsMade: 13, verdicts: { works: 12 } });
  expect(bodies.filter((body) => 'max_tokens' in body)).toHaveLength(1);
  expect(run.rows[0]?.limit).toEqual({ field: 'max_completion_tokens', tokens: 16 });
  const again = await bench.run({ ...chat, models: ['m0'] });
  expect(again).toMatchObject({ callsMade: 1, verdicts: { works: 1 } });
});

test('a model that takes only the usual name gets it back', async () => {
  const { bench } = await openPicky((body) =>
    body.model === 'old'
      ? 'max_completion_tokens' in body
        ? [400, error("Unknown parameter: 'max_completion_tokens'.")]
        : null
      : refusesMaxTokens(body),
  );
  const run = await bench.run({ ...chat, models: ['new', 'old'], concurrency: 1 });
  expect(run.verdicts).toEqual({ works: 2 });
  expect(run.rows.map(({ sentence }) => /Sent (\w+ \w+)/.exec(sentence)?.[1])).toEqual([
    'with max_completion_tokens',
    undefined,
  ]);
});

test.each<[string, Rule, RegExp]>([
  [
    'a named field',
    (body) => ('temperature' in body ? null : [422, error('Field required: temperature', { param: 'temperature' })]),
    /Sent with temperature 1, because/,
  ],
  [
    'a field of a validation list',
    (body) =>
      'top_p' in body ? null : [422, { detail: [{ type: 'missing', loc: ['body', 'top_p'], msg: 'Field required' }] }],
    /Sent with top_p 1/,
  ],
  [
    'Chinese words',
    (body) => ('seed' in body ? null : [400, { code: '1214', msg: '缺少必填参数 seed' }]),
    /Sent with seed 1/,
  ],
  [
    'a value',
    (body) =>
      body.enable_thinking === false
        ? null
        : [400, error('parameter.enable_thinking must be set to false for non-streaming calls')],
    /Sent with enable_thinking false/,
  ],
  [
    'streaming',
    (body) =>
      body.stream === true
        ? null
        : [400, error('This model only support stream mode, please enable the stream parameter')],
    /as a stream.*Sent with stream true/,
  ],
  [
    'several fields, one after the other',
    ({ stream, store, instructions }) =>
      stream !== true
        ? [400, { detail: 'Stream must be set to true' }]
        : store !== false
          ? [400, { detail: 'Store must be set to false' }]
          : instructions === undefined
            ? [400, { detail: 'Instructions are required' }]
            : null,
    /Sent with stream true and with store false and with instructions Reply briefly\./,
  ],
])('a field that a gateway requires is added once: %s', async (_, rule, sentence) => {
  const { bench, bodies } = await openPicky(rule);
  const run = await bench.run(chat);
  expect(run.rows[0]).toMatchObject({ verdict: 'works', sentence: expect.stringMatching(sentence) });
  expect(run.rows[0]?.earlier).toHaveLength(bodies.length - 1);
  // What the gateway requires proves the route where nothing is to be generated, too.
  expect((await bench.run({ ...chat, level: 'free' })).rows[0]?.verdict).toBe('exists');
});

test('a required field that only the user can know is not made up', async () => {
  const { bench, bodies } = await openPicky((body) =>
    'tenant_id' in body ? null : [400, error("Missing required parameter: 'tenant_id'.", { param: 'tenant_id' })],
  );
  expect((await bench.run(chat)).rows[0]?.verdict).toBe('parameter-refused');
  expect(bodies).toHaveLength(1);
});

test('a refused model is never replaced by one that the gateway names', async () => {
  const { bench, bodies } = await openPicky(() => [
    400,
    error("Invalid value: 'm'. Supported values are: 'gpt-image-1' and 'dall-e-3'.", { param: 'model' }),
  ]);
  expect((await bench.run(chat)).rows[0]?.verdict).toBe('model-not-on-route');
  expect(bodies.map(({ model }) => model)).toEqual(['m']);
});

test('a stream that a key is forbidden is not sent, and chat works', async () => {
  const { bench } = await openPicky((body) =>
    body.stream === true
      ? [
          400,
          error('Your organization must be verified to stream this model.', {
            param: 'stream',
            code: 'unsupported_value',
          }),
        ]
      : null,
  );
  expect((await bench.run({ ...chat, level: 'full' })).rows[0]).toMatchObject({
    verdict: 'works',
    sentence: expect.stringMatching(/Sent without stream/),
  });
});

test('a request is changed five times at most, and never beyond the cap', async () => {
  const stubborn: Rule = (body) => [400, error(`Unsupported parameter: '${Object.keys(body).at(-1)}'`)];
  const { bench, bodies } = await openPicky(stubborn);
  const run = await bench.run({ ...chat, level: 'full' });
  expect(run.rows[0]).toMatchObject({ verdict: 'parameter-refused' });
  expect(bodies.length).toBeLessThanOrEqual(6);
  bodies.length = 0;
  const capped = await bench.run({ ...chat, models: ['other'], level: 'full', cap: { calls: 1, tokens: null } });
  expect([capped.callsMade, bodies.length]).toEqual([1, 1]);
});

test('nothing is sent again after something was generated', async () => {
  const spent = { ...reply, choices: [], error: { message: "Unsupported parameter: 'max_tokens'" } };
  const { bench, bodies } = await openPicky(() => null, spent);
  const run = await bench.run(chat);
  expect(run.rows[0]?.verdict).not.toBe('works');
  expect(bodies).toHaveLength(1);
});

test.each<[string, Rule, unknown]>([
  [
    'an empty reply',
    () => null,
    {
      ...reply,
      choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 9, completion_tokens: 16, completion_tokens_details: { reasoning_tokens: 16 } },
    },
  ],
  [
    'status 400',
    () => [
      400,
      error(
        'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.',
      ),
    ],
    null,
  ],
])('a model that spends the limit on reasoning works: %s', async (_, rule, answer) => {
  const { bench, bodies } = await openPicky(rule, answer);
  const run = await bench.run(chat);
  expect(run.rows[0]).toMatchObject({ verdict: 'works', proof: 'answered' });
  expect(run.rows[0]?.sentence).toMatch(/The model ran, and the token limit/);
  expect(bodies).toHaveLength(1);
});

test('a free request sets a limit of one token; a gateway that refuses the limit has the route', async () => {
  const { bench, bodies } = await openPicky((body) => refusesMaxTokens(body) ?? [400, error('messages is required')]);
  const plan = await bench.client.checks.plan({ connectionId: bench.connectionId, ...chat, level: 'free' });
  expect(plan.cells[0]).toMatchObject({ action: 'refusal', limit: { field: 'max_tokens', tokens: 1 } });
  const run = await bench.run({ ...chat, level: 'free' });
  expect(run.rows[0]).toMatchObject({ verdict: 'exists', proof: 'refused' });
  expect(bodies).toEqual([{ model: 'm', messages: [], max_tokens: 1 }]);
});

test.each([
  [1, /The model generated 1 token\.$/],
  [70, /The model generated 70 tokens, although the request set max_tokens to 1\.$/],
])('a gateway that accepts an incomplete request: what it generated is told (%i)', async (count, told) => {
  const { bench } = await openPicky(() => null, {
    ...reply,
    usage: { prompt_tokens: 1, completion_tokens: count, total_tokens: count + 1 },
  });
  const run = await bench.run({ ...chat, level: 'free' });
  expect(run.rows[0]).toMatchObject({ verdict: 'works-with-warnings', sentence: expect.stringMatching(told) });
  expect(run.unitsSpent.tokens).toBe(count + 1);
});

test('a voice that the gateway does not have is replaced by one that it lists', async () => {
  const voices: unknown[] = [];
  const address = await openServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    request.on('end', () => {
      if (request.url !== '/v1/audio/speech') {
        response.writeHead(404).end();
        return;
      }
      const { voice } = JSON.parse(text) as Sent;
      voices.push(voice);
      const isKnown = voice === 'tara';
      response.writeHead(isKnown ? 200 : 400, { 'content-type': isKnown ? 'audio/mpeg' : 'application/json' });
      response.end(
        isKnown
          ? Buffer.from('SUQzBAAAAAAAAA==', 'base64')
          : JSON.stringify({
              detail: { error: 'validation_error', message: 'Voice alloy not found. Available voices: tara, leo' },
            }),
      );
    });
  });
  const bench = await openHarness(address);
  const run = await bench.run({
    routeIds: ['audio.speech'],
    costlyRoutes: ['audio.speech'],
    models: ['tts-1'],
    level: 'cheap',
  });
  expect(voices).toEqual(['alloy', 'tara']);
  expect(run.rows[0]).toMatchObject({ verdict: expect.stringMatching(/^works/) });
  expect(run.rows[0]?.sentence).toMatch(/Sent with voice tara instead of alloy/);
});
