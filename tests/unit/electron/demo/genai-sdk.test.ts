import { GoogleGenAI, type Part } from '@google/genai';
import { expect, test } from 'vitest';
import type { DemoGateway } from '#demo/gateway.ts';
import { openGateway } from './demo-client.ts';

const clientOf = (gateway: DemoGateway, apiKey = gateway.key): GoogleGenAI =>
  new GoogleGenAI({
    apiKey,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: gateway.url, retryOptions: { attempts: 1 } },
  });

test('generates content', async () => {
  await using gateway = await openGateway();
  const answer = await clientOf(gateway).models.generateContent({
    model: 'demo-chat',
    contents: 'What is 6 * 7?',
    config: { systemInstruction: 'Be kind.' },
  });
  expect(answer.text).toContain('**42**');
  expect(answer.text).toContain('begins: “Be kind.”');
  expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
  expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(20);
});

test('streams content that adds up to the whole reply', async () => {
  await using gateway = await openGateway();
  const ask = { model: 'demo-chat', contents: 'Greet me in Chinese' };
  const whole = await clientOf(gateway).models.generateContent(ask);
  let text = '';
  let last: string | undefined;
  for await (const piece of await clientOf(gateway).models.generateContentStream(ask)) {
    text += piece.text ?? '';
    last = piece.candidates?.[0]?.finishReason;
  }
  expect(text).toBe(whole.text);
  expect(text).toContain('你好');
  expect(last).toBe('STOP');
});

test('shows thoughts only on request', async () => {
  await using gateway = await openGateway();
  const ask = async (includeThoughts: boolean) => {
    const config = { thinkingConfig: { includeThoughts } };
    return clientOf(gateway).models.generateContent({ model: 'demo-reasoner', contents: 'Hi there', config });
  };
  const shown = await ask(true);
  const hidden = await ask(false);
  const thoughts = (answer: typeof shown) =>
    answer.candidates?.[0]?.content?.parts?.filter((part) => part.thought).length;
  expect([thoughts(shown), thoughts(hidden)]).toEqual([1, 0]);
  expect(hidden.usageMetadata?.thoughtsTokenCount).toBe(shown.usageMetadata?.thoughtsTokenCount);
  expect(shown.text).toBe(hidden.text);
});

test('calls a function and accepts its result, with the signature of the call', async () => {
  await using gateway = await openGateway();
  const client = clientOf(gateway);
  const parametersJsonSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const tools = [
    { functionDeclarations: [{ name: 'get_weather', description: 'Weather in a city', parametersJsonSchema }] },
  ];
  const first = await client.models.generateContent({
    model: 'demo-tools',
    contents: 'Weather in Lima?',
    config: { tools },
  });
  const [call] = first.functionCalls ?? [];
  expect(call).toMatchObject({ name: 'get_weather', args: { city: 'Lima' } });
  const ask = (parts: Part[]) =>
    client.models.generateContent({
      model: 'demo-tools',
      config: { tools },
      contents: [
        { role: 'user', parts: [{ text: 'Weather in Lima?' }] },
        { role: 'model', parts },
        { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: { sky: 'grey' } } }] },
      ],
    });
  await expect(ask([{ functionCall: call ?? {} }])).rejects.toThrow('is missing a thought_signature');
  const second = await ask(first.candidates?.[0]?.content?.parts ?? []);
  expect(second.text).toContain('| sky | grey |');
});

test("follows a schema in the vendor's own notation", async () => {
  await using gateway = await openGateway();
  const answer = await clientOf(gateway).models.generateContent({
    model: 'demo-chat',
    contents: 'Three green apples, 4 euro',
    config: {
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'OBJECT' as never,
        properties: { color: { type: 'STRING' as never, enum: ['red', 'green'] }, euro: { type: 'INTEGER' as never } },
        required: ['color', 'euro'],
      },
    },
  });
  expect(JSON.parse(answer.text ?? '')).toEqual({ color: 'green', euro: 4 });
});

test('reports a blocked prompt and errors', async () => {
  await using gateway = await openGateway();
  const blocked = await clientOf(gateway).models.generateContent({
    model: 'demo-chat',
    contents: 'Get this blocked please',
  });
  expect(blocked.candidates).toBeUndefined();
  expect(blocked.promptFeedback?.blockReason).toBe('SAFETY');
  await expect(
    clientOf(gateway, 'wrong').models.generateContent({ model: 'demo-chat', contents: 'Hi' }),
  ).rejects.toMatchObject({
    status: 401,
  });
});

test('lists the models page by page', async () => {
  await using gateway = await openGateway();
  const names: (string | undefined)[] = [];
  for await (const model of await clientOf(gateway).models.list({ config: { pageSize: 3 } })) names.push(model.name);
  expect(names).toEqual(expect.arrayContaining(['models/demo-chat', 'models/demo-echo']));
  expect(names).not.toContain('models/demo-embed');
  expect(gateway.requests()).toBeGreaterThan(names.length / 3 - 1);
});

test('responds below /v1 too, which this library uses by default', async () => {
  await using gateway = await openGateway();
  const client = new GoogleGenAI({ apiKey: gateway.key, httpOptions: { baseUrl: gateway.url } });
  const answer = await client.models.generateContent({ model: 'demo-chat', contents: 'Count to 3' });
  expect(answer.text).toContain('1, 2, 3');
  expect(gateway.requestLog()[0]?.path).toBe('/v1/models/demo-chat:generateContent');
});
