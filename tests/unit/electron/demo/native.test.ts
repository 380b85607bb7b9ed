import { expect, test } from 'vitest';
import { ask, chatBody, openGateway } from './demo-client.ts';
import { capture, eventsOf, parseAnswer } from './raw-client.ts';

const path = (model: string, action = 'generateContent', query = ''): string =>
  `/v1beta/models/${model}:${action}${query}`;
const body = (text: string, more: object = {}): object => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...more,
});

test('a body of the compatible protocol is refused for its missing contents', async () => {
  await using gateway = await openGateway();
  const { status, json } = await ask(gateway, path('demo-chat'), chatBody('Hi'));
  expect([status, json.error.code, json.error.type]).toEqual([500, 'invalid_request', 'new_api_error']);
  expect(json.error.message).toContain('contents is required');
});

test('the model is in the path, with slashes and percent signs', async () => {
  await using gateway = await openGateway();
  for (const model of ['faulty/crlf', 'faulty%2Fcrlf']) {
    expect((await ask(gateway, path(model), body('Hi'))).json.modelVersion).toBe('faulty/crlf');
  }
  expect((await ask(gateway, path('nothing'), body('Hi'))).json.error.code).toBe('model_not_found');
  expect((await ask(gateway, path('%E0%A4%A'), body('Hi'))).status).toBe(404);
});

test('limits, stops and candidates are respected', async () => {
  await using gateway = await openGateway();
  const generationConfig = { maxOutputTokens: 8, candidateCount: 2 };
  const { json } = await ask(gateway, path('demo-chat'), body('Explain entropy', { generationConfig }));
  expect(json.candidates.map((candidate: { finishReason: string }) => candidate.finishReason)).toEqual([
    'MAX_TOKENS',
    'MAX_TOKENS',
  ]);
  expect(json.usageMetadata.candidatesTokenCount).toBe(16);
  const stopped = await ask(
    gateway,
    path('demo-chat'),
    body('Count to 30', { generationConfig: { stopSequences: [', 4'] } }),
  );
  expect(stopped.json.candidates[0].content.parts[0].text.endsWith('1, 2, 3')).toBe(true);
});

test('fields are also accepted in snake case', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path('demo-vision'), {
    contents: [
      {
        parts: [
          { text: 'Hi' },
          {
            inline_data: {
              mime_type: 'image/gif',
              data: Buffer.from('GIF89a\x05\x00\x07\x00', 'latin1').toString('base64'),
            },
          },
        ],
      },
    ],
    system_instruction: { parts: [{ text: 'Be kind' }] },
  });
  expect(json.candidates[0].content.parts[0].text).toContain('GIF of 5 × 7 pixels');
  expect(json.candidates[0].content.parts[0].text).toContain('begins: “Be kind”');
});

test('a stream is events with alt=sse and an array without', async () => {
  await using gateway = await openGateway();
  const events = parseAnswer(
    await capture(gateway, { path: path('demo-chat', 'streamGenerateContent', '?alt=sse'), body: body('Count to 9') }),
  );
  expect(events.headers.get('content-type')).toBe('text/event-stream');
  const pieces = eventsOf(events.body).map((event) => JSON.parse(event));
  expect(events.body.toString()).not.toContain('[DONE]');
  expect(pieces.at(-1).candidates[0].finishReason).toBe('STOP');
  expect(pieces.at(-1).usageMetadata.candidatesTokenCount).toBe(pieces.length - 1);
  const array = parseAnswer(
    await capture(gateway, { path: path('demo-chat', 'streamGenerateContent'), body: body('Count to 9') }),
  );
  expect(array.headers.get('content-type')).toContain('application/json');
  expect(array.pieces.length).toBeGreaterThan(5);
  const strip = ({ responseId: _, ...piece }: { responseId: string }) => piece;
  expect(JSON.parse(array.body.toString()).map(strip)).toEqual(pieces.map(strip));
  const flipped = await ask(gateway, path('demo-chat', 'generateContent', '?alt=sse'), body('Hi'));
  expect(flipped.headers.get('content-type')).toBe('text/event-stream');
});

test('a call truncated by the limit is left out', async () => {
  await using gateway = await openGateway();
  const tools = [
    {
      functionDeclarations: [
        { name: 'get_weather', parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } },
      ],
    },
  ];
  const cut = await ask(
    gateway,
    path('demo-tools'),
    body('Weather in Rome', { tools, generationConfig: { maxOutputTokens: 3 } }),
  );
  expect(cut.json.candidates[0]).toMatchObject({ finishReason: 'MAX_TOKENS', content: { parts: [] } });
  const thinking = await ask(
    gateway,
    path('demo-reasoner'),
    body('Weather in Rome', { tools, toolConfig: { functionCallingConfig: { mode: 'ANY' } } }),
  );
  expect(thinking.json.candidates[0].content.parts[0]).toMatchObject({
    functionCall: { name: 'get_weather', args: { city: 'Rome' } },
    thoughtSignature: expect.any(String),
  });
});

test('a prompt that asks to be blocked is blocked with status 200', async () => {
  await using gateway = await openGateway();
  for (const [action, query] of [
    ['generateContent', ''],
    ['streamGenerateContent', '?alt=sse'],
  ] as const) {
    const { status, text } = await ask(gateway, path('demo-chat', action, query), body('Blocked please'));
    expect(status).toBe(200);
    expect(text).toContain('"blockReason":"SAFETY"');
    expect(text).not.toContain('candidates"');
  }
});
