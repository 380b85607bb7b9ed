import { expect, test } from 'vitest';
import { ask, chatBody, openGateway } from './demo-client.ts';
import { capture, eventsOf, parseAnswer } from './raw-client.ts';

const path = '/v1/chat/completions';
const said = (json: { choices: { message: { content: string } }[] }, choice = 0): string =>
  json.choices[choice]?.message.content ?? '';

test('fields that the gateway checks are refused in its order and with its statuses', async () => {
  await using gateway = await openGateway();
  const messages = [{ role: 'user', content: 'Hi' }];
  const cases: [object, number, string | null, string][] = [
    [{ messages }, 400, '', 'Model name not specified'],
    [{ model: 7, messages }, 400, 'bad_request_body', 'field model must be a string'],
    [{ model: 'nothing' }, 503, 'model_not_found', 'No available channel for model nothing'],
    [{ model: 'demo-dead', messages }, 503, 'model_not_found', 'demo-dead'],
    [{ model: 'demo-embed', messages }, 400, 'model_not_supported', 'not a chat model'],
    [{ model: 'demo-chat' }, 500, 'invalid_request', 'messages is required'],
    [{ model: 'demo-chat', messages: [] }, 500, 'invalid_request', 'messages is required'],
    [{ model: 'demo-chat', messages: 'Hi' }, 400, 'invalid_request', 'cannot unmarshal string'],
    [{ model: 'demo-chat', messages: ['Hi'] }, 400, 'invalid_request', 'messages[0]'],
    [{ model: 'demo-chat', messages, max_tokens: 2 ** 31 }, 500, 'invalid_request', 'max_tokens is invalid'],
    [{ model: 'demo-chat', messages, n: 99 }, 400, 'integer_out_of_range', "Invalid 'n'"],
    [
      { model: 'demo-chat', messages, stop: ['a', 'b', 'c', 'd', 'e'] },
      400,
      'array_above_max_length',
      "Invalid 'stop'",
    ],
    [
      { model: 'demo-chat', messages, web_search_options: { search_context_size: 'huge' } },
      500,
      'invalid_request',
      'search_context_size',
    ],
    [{ model: 'demo-reasoner', messages, temperature: 1, top_p: 0.5 }, 400, 'unsupported_parameter', "'top_p'"],
    [{ contents: [{ parts: [{ text: 'Hi' }] }] }, 400, '', 'Model name not specified'],
  ];
  for (const [body, status, code, message] of cases) {
    const answer = await ask(gateway, path, body);
    expect([answer.status, answer.json.error.code], JSON.stringify(body)).toEqual([status, code]);
    expect(answer.json.error.message).toContain(message);
    expect(answer.json.error.message).toContain(`(request id: ${answer.headers.get('x-oneapi-request-id')})`);
  }
});

test('a body that is not JSON, or not labeled as JSON, is refused', async () => {
  await using gateway = await openGateway();
  const bearer = { authorization: 'Bearer demo-key' };
  expect((await ask(gateway, path, '{"model":')).json.error).toMatchObject({ code: 'bad_request_body' });
  const text = await ask(gateway, path, chatBody('Hi'), { ...bearer, 'content-type': 'text/plain' });
  expect([text.status, text.json.error.message.includes('Model name not specified')]).toEqual([400, true]);
});

test("a model's refusal of a streamed request is JSON labeled as a stream", async () => {
  await using gateway = await openGateway();
  const body = chatBody('Hi', { model: 'demo-reasoner', temperature: 0.2, stream: true });
  const { status, headers, json } = await ask(gateway, path, body);
  expect([status, headers.get('content-type')]).toEqual([400, 'text/event-stream']);
  expect(json.error).toMatchObject({
    param: 'temperature',
    code: 'unsupported_parameter',
    type: 'invalid_request_error',
  });
});

test('the token limit truncates the reply exactly and reports it', async () => {
  await using gateway = await openGateway();
  const { json: whole } = await ask(gateway, path, chatBody('Explain entropy'));
  for (const field of ['max_tokens', 'max_completion_tokens']) {
    const { json } = await ask(gateway, path, chatBody('Explain entropy', { [field]: 9 }));
    expect(json.choices[0].finish_reason).toBe('length');
    expect(json.usage.completion_tokens).toBe(9);
    expect(said(whole).startsWith(said(json))).toBe(true);
  }
  const { json: thinking } = await ask(
    gateway,
    path,
    chatBody('Hi', { model: 'demo-reasoner', max_completion_tokens: 5 }),
  );
  expect(thinking.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } });
  expect(thinking.usage.completion_tokens_details.reasoning_tokens).toBe(5);
});

test('a stop sequence ends the reply before it', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, chatBody('Count to 30', { stop: [', 12,', 'nowhere'] }));
  expect(said(json).endsWith('10, 11')).toBe(true);
  expect(json.choices[0].finish_reason).toBe('stop');
});

test('the same request gives the same reply; seed, choice and temperature vary it', async () => {
  await using gateway = await openGateway();
  const answers = async (more: object) => {
    const { json } = await ask(gateway, path, chatBody('The tower of Pisa leans over the square', more));
    return json.choices.map((_: unknown, index: number) => said(json, index));
  };
  expect(await answers({})).toEqual(await answers({}));
  expect(new Set(await answers({ n: 8 })).size).toBeGreaterThan(1);
  expect(new Set(await answers({ n: 8, temperature: 0 })).size).toBe(1);
  const seeded = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => answers({ seed })));
  expect(new Set(seeded.flat()).size).toBeGreaterThan(1);
  expect(await answers({ seed: 3 })).toEqual(seeded[2]);
  expect(await answers({ seed: 1, temperature: 0 })).toEqual(await answers({ seed: 2, temperature: 0 }));
});

test('several choices are streamed in parallel, each to its own finish', async () => {
  await using gateway = await openGateway();
  const { text } = await ask(gateway, path, chatBody('Count to 5', { n: 2, stream: true }));
  const chunks = eventsOf(Buffer.from(text))
    .slice(0, -1)
    .map((event) => JSON.parse(event));
  const indexes = chunks.flatMap((chunk) => chunk.choices.map((choice: { index: number }) => choice.index));
  expect(indexes.slice(0, 4)).toEqual([0, 1, 0, 1]);
  const finished = chunks.filter((chunk) => chunk.choices[0]?.finish_reason === 'stop');
  expect(finished).toHaveLength(2);
});

test('a stream has the headers, framing and end of new-api', async () => {
  await using gateway = await openGateway();
  const answer = parseAnswer(await capture(gateway, { path, body: chatBody('Count to 3', { stream: true }) }));
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  expect(answer.isWhole).toBe(true);
  const events = eventsOf(answer.body);
  expect(events.at(-1)).toBe('[DONE]');
  const first = JSON.parse(events[0] ?? '');
  expect(first).toMatchObject({
    object: 'chat.completion.chunk',
    usage: null,
    choices: [{ delta: { role: 'assistant', content: '' } }],
  });
  expect(JSON.parse(events.at(-2) ?? '')).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
  expect(JSON.parse(events.at(-3) ?? '').choices[0].finish_reason).toBe('stop');
});

test('usage is sent by default and omitted only when it is turned off', async () => {
  await using gateway = await openGateway();
  const events = async (more: object) =>
    eventsOf(Buffer.from((await ask(gateway, path, chatBody('Hi', { stream: true, ...more }))).text));
  expect((await events({})).at(-2)).toContain('"usage":{');
  const refused = await events({ stream_options: { include_usage: false } });
  expect(refused.join('')).not.toContain('usage');
  expect(refused.join('')).toContain('"finish_reason":"stop"');
});

test('the reasoning model thinks first, in its own field, as much as requested', async () => {
  await using gateway = await openGateway();
  const { text } = await ask(gateway, path, chatBody('Why is the sky blue?', { model: 'demo-reasoner', stream: true }));
  const deltas = eventsOf(Buffer.from(text))
    .slice(0, -1)
    .map((event) => JSON.parse(event).choices[0]?.delta ?? {});
  const lastThought = deltas.findLastIndex((delta) => delta.reasoning_content);
  const firstWord = deltas.findIndex((delta) => delta.content);
  expect(lastThought).toBeGreaterThan(10);
  expect(firstWord).toBeGreaterThan(lastThought);
  const thoughts = async (reasoning_effort: string) => {
    const { json } = await ask(gateway, path, chatBody('Hi', { model: 'demo-reasoner', reasoning_effort }));
    return json.usage.completion_tokens_details.reasoning_tokens;
  };
  expect(await thoughts('none')).toBe(0);
  expect(await thoughts('low')).toBeLessThan(await thoughts('high'));
});

test('tokens seen before are counted as cached', async () => {
  await using gateway = await openGateway();
  const long = { role: 'user', content: 'word '.repeat(100) };
  const first = await ask(gateway, path, { model: 'demo-chat', messages: [long] });
  const more = [long, { role: 'assistant', content: 'ok' }, { role: 'user', content: 'And now?' }];
  const second = await ask(gateway, path, { model: 'demo-chat', messages: more });
  expect(first.json.usage.prompt_tokens_details.cached_tokens).toBe(0);
  expect(second.json.usage.prompt_tokens_details.cached_tokens).toBe(first.json.usage.prompt_tokens);
});

test('log-probabilities match the tokens of the reply', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, chatBody('Count to 5', { logprobs: true, top_logprobs: 3 }));
  const { content } = json.choices[0].logprobs;
  expect(content.map(({ token }: { token: string }) => token).join('')).toBe(said(json));
  expect(content[0].top_logprobs).toHaveLength(3);
  for (const { logprob } of content) expect(logprob).toBeLessThanOrEqual(0);
});

test('the echo model repeats the request, without the bulk', async () => {
  await using gateway = await openGateway();
  const body = chatBody('x'.repeat(5000), { model: 'demo-echo', metadata: { mine: 'yes' } });
  const { json } = await ask(gateway, path, body);
  const block = JSON.parse(said(json).replaceAll(/^```json\n|\n```$/g, ''));
  expect(block).toMatchObject({ method: 'POST', path, body: { model: 'demo-echo', metadata: { mine: 'yes' } } });
  expect(block.body.messages[0].content).toMatch(/^x{60}… \(5000 characters\)$/);
});

test('attachments are described by their bytes', async () => {
  await using gateway = await openGateway();
  const png = Buffer.alloc(33);
  png.write('\x89PNG\r\n\x1a\n', 'latin1');
  png.writeUInt32BE(640, 16);
  png.writeUInt32BE(480, 20);
  const parts = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    { type: 'image_url', image_url: { url: 'https://example.invalid/cat.png' } },
    {
      type: 'file',
      file: {
        filename: 'a.pdf',
        file_data: `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`,
      },
    },
  ];
  const { json } = await ask(gateway, path, chatBody(parts, { model: 'demo-vision' }));
  expect(said(json)).toContain('declared as `image/png`, 33 bytes, PNG of 640 × 480 pixels');
  expect(said(json)).toContain('a link to `https://example.invalid/cat.png`. The demo gateway downloads nothing');
  expect(said(json)).toContain('“a.pdf”: declared as `application/pdf`, 8 bytes, a PDF');
});

test('the conversation and the system prompt are reflected', async () => {
  await using gateway = await openGateway();
  const messages = [
    { role: 'system', content: 'You are a pirate.' },
    { role: 'user', content: 'My ship is called Mary' },
    { role: 'assistant', content: 'Aye.' },
    { role: 'user', content: [{ type: 'text', text: 'Where shall we sail?' }] },
  ];
  const { json } = await ask(gateway, path, { model: 'demo-chat', messages });
  expect(said(json)).toContain('begins: “You are a pirate.”');
  expect(said(json)).toContain('This is message 2 from you. The first one was: “My ship is called Mary”');
  expect(said(json)).toContain('> Where shall we sail?');
});

test('the long model gives about 50,000 tokens', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, chatBody('Tell me about bridges', { model: 'demo-long' }));
  expect(json.usage.completion_tokens).toBeGreaterThan(50_000);
  expect(json.usage.completion_tokens).toBeLessThan(51_000);
});
