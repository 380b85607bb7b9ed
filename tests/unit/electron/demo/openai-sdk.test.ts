import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { openGateway } from './demo-client.ts';

const clientOf = (gateway: DemoGateway, apiKey = gateway.key): OpenAI =>
  new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0, logLevel: 'off' });

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Current weather in a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
      required: ['city', 'days'],
    },
  },
};

test('lists the models', async () => {
  await using gateway = await openGateway();
  const { data } = await clientOf(gateway).models.list();
  const ids = data.map((model) => model.id);
  expect(ids).toEqual(expect.arrayContaining(['demo-chat', 'demo-reasoner', 'demo-video']));
  expect(new Set(ids).size).toBe(ids.length);
});

test('completes a chat', async () => {
  await using gateway = await openGateway();
  const completion = await clientOf(gateway).chat.completions.create({
    model: 'demo-chat',
    messages: [{ role: 'user', content: 'What is 6 * 7?' }],
  });
  expect(completion.choices[0]?.message.content).toContain('**42**');
  expect(completion.choices[0]?.finish_reason).toBe('stop');
  const { usage } = completion;
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
});

test('streams the same chat that it completes, with its usage', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const body = { model: 'demo-chat', messages: [{ role: 'user' as const, content: 'Compare apples and pears' }] };
  const whole = await client.chat.completions.create(body);
  const streamed = client.chat.completions.stream({ ...body, stream_options: { include_usage: true } });
  const completion = await streamed.finalChatCompletion();
  expect(completion.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
  expect(completion.usage).toEqual(whole.usage);
});

test('calls a tool while streaming and replies with the tool output', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'What will the weather be in New York for the next 3 days?' },
  ];
  const stream = client.chat.completions.stream({ model: 'demo-tools', messages, tools: [weather] });
  const { choices } = await stream.finalChatCompletion();
  const call = choices[0]?.message.tool_calls?.[0] as OpenAI.ChatCompletionMessageFunctionToolCall | undefined;
  expect(choices[0]?.finish_reason).toBe('tool_calls');
  expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather' } });
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ city: 'New York', days: 3 });
  const answer = await client.chat.completions.create({
    model: 'demo-tools',
    tools: [weather],
    messages: [
      ...messages,
      { role: 'assistant', content: null, tool_calls: call ? [call] : [] },
      { role: 'tool', tool_call_id: call?.id ?? '', content: '{"celsius":21,"sky":"clear"}' },
    ],
  });
  expect(answer.choices[0]?.message.content).toContain('| celsius | 21 |');
  expect(answer.choices[0]?.message.content).toContain('**get_weather**');
});

test('runs tools with the helper of the library', async () => {
  await using gateway = await openGateway();
  const cities: unknown[] = [];
  const runner = clientOf(gateway).chat.completions.runTools({
    model: 'demo-tools',
    messages: [{ role: 'user', content: 'Weather in Paris?' }],
    tools: [
      {
        type: 'function',
        function: {
          ...weather.function,
          parse: (text: string) => JSON.parse(text) as { city: string },
          function: (value: { city: string }) => {
            cities.push(value.city);
            return `It is sunny in ${value.city}`;
          },
        },
      },
    ],
  });
  expect(await runner.finalContent()).toContain('It is sunny in Paris');
  expect(cities).toEqual(['Paris']);
});

test('parses structured output', async () => {
  await using gateway = await openGateway();
  const completion = await clientOf(gateway).chat.completions.parse({
    model: 'demo-json',
    messages: [{ role: 'user', content: 'A red bicycle for 250 euro' }],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'product',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            color: { enum: ['blue', 'red'] },
            price: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
          },
          required: ['color', 'price', 'tags'],
          additionalProperties: false,
        },
      },
    },
  });
  expect(completion.choices[0]?.message.parsed).toMatchObject({ color: 'red', price: 250 });
});

test('gives errors their names', async () => {
  await using gateway = await openGateway();
  const ask = (client: OpenAI, model: string) =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }], temperature: 0.5 });
  await expect(ask(clientOf(gateway, 'wrong'), 'demo-chat')).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(ask(clientOf(gateway), 'nothing')).rejects.toMatchObject({ status: 503, code: 'model_not_found' });
  await expect(ask(clientOf(gateway), 'demo-reasoner')).rejects.toMatchObject({
    status: 400,
    code: 'unsupported_parameter',
    param: 'temperature',
  });
  const stream = clientOf(gateway).chat.completions.stream({
    model: 'faulty/error-in-band',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  await expect(stream.finalChatCompletion()).rejects.toMatchObject({ code: 'insufficient_quota' });
});

test('creates a response and follows it with another', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const first = await client.responses.create({
    model: 'demo-chat',
    instructions: 'Be brief.',
    input: 'My cat is called Tom',
  });
  expect(first.status).toBe('completed');
  expect(first.output_text).toContain('demo gateway');
  const second = await client.responses.create({
    model: 'demo-chat',
    previous_response_id: first.id,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'And my dog Rex' }] }],
  });
  expect(second.output_text).toContain('The first one was: “My cat is called Tom”');
  expect(second.output_text).not.toContain('Be brief');
  expect(second.previous_response_id).toBe(first.id);
});

test('streams a response whose events add up to its end', async () => {
  await using gateway = await openGateway();
  const stream = clientOf(gateway).responses.stream({
    model: 'demo-reasoner',
    input: 'Explain entropy in a table',
    reasoning: { effort: 'high', summary: 'auto' },
  });
  const numbers: number[] = [];
  const types = new Set<string>();
  for await (const event of stream) {
    numbers.push(event.sequence_number);
    types.add(event.type);
  }
  const final = await stream.finalResponse();
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect([...types]).toEqual(
    expect.arrayContaining([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]),
  );
  expect(final.output.map((item) => item.type)).toEqual(['reasoning', 'message']);
  expect(final.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(20);
});

test('streams a function call of a response and accepts its output', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const tools = [{ type: 'function' as const, strict: false, ...weather.function }];
  const stream = client.responses.stream({ model: 'demo-tools', input: 'Weather in Oslo', tools });
  const first = await stream.finalResponse();
  const call = first.output.find((item) => item.type === 'function_call');
  expect(JSON.parse(call?.arguments ?? '')).toMatchObject({ city: 'Oslo' });
  const second = await client.responses.create({
    model: 'demo-tools',
    previous_response_id: first.id,
    tools,
    input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'Snow' }],
  });
  expect(second.output_text).toContain('**get_weather**: Snow');
});

test('compacts a conversation and continues from it', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const compacted = await client.responses.compact({
    model: 'demo-chat',
    input: [
      { role: 'user', content: 'My cat is called Tom' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', content: 'My dog is called Rex' },
    ],
  });
  expect(compacted.object).toBe('response.compaction');
  expect(compacted.output.map((item) => item.type)).toEqual(['message', 'message', 'compaction']);
  const next = await client.responses.create({
    model: 'demo-chat',
    input: [...(compacted.output as OpenAI.Responses.ResponseInputItem[]), { role: 'user', content: 'Who is Tom?' }],
  });
  expect(next.output_text).toContain('This is message 3 from you. The first one was: “My cat is called Tom”');
});
