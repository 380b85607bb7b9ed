import { expect, test } from 'vitest';
import { ask, openGateway } from './demo-client.ts';
import { capture, eventsOf, parseAnswer } from './raw-client.ts';

const path = '/v1/responses';
const body = (input: unknown, more: object = {}): object => ({ model: 'demo-chat', input, ...more });

test('a missing input and an unknown previous response are refused', async () => {
  await using gateway = await openGateway();
  const cases: [object, number, string][] = [
    [{ model: 'demo-chat' }, 500, 'invalid_request'],
    [body([]), 500, 'invalid_request'],
    [body(7), 400, 'invalid_request'],
    [body('Hi', { previous_response_id: 'resp_x' }), 400, 'previous_response_not_found'],
    [body([{ type: 'compaction', encrypted_content: '!!' }]), 400, 'invalid_encrypted_content'],
    [body('Hi', { model: 'demo-reasoner', temperature: 0.3 }), 400, 'unsupported_parameter'],
  ];
  for (const [request, status, code] of cases) {
    const answer = await ask(gateway, path, request);
    expect([answer.status, answer.json.error.code], JSON.stringify(request)).toEqual([status, code]);
  }
});

test('the response repeats the settings of its request and counts its tokens', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(
    gateway,
    path,
    body('Hi', { metadata: { a: 'b' }, temperature: 0.4, instructions: 'Be kind' }),
  );
  expect(json).toMatchObject({
    object: 'response',
    status: 'completed',
    error: null,
    metadata: { a: 'b' },
    temperature: 0.4,
    instructions: 'Be kind',
    created_at: expect.any(Number),
  });
  expect(Number.isInteger(json.created_at)).toBe(true);
  expect(json.usage.total_tokens).toBe(json.usage.input_tokens + json.usage.output_tokens);
  expect(json.output_text).toBeUndefined();
});

test('the token limit makes the response incomplete', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, body('Explain entropy', { max_output_tokens: 6 }));
  expect(json).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  expect(json.usage.output_tokens).toBe(6);
  const { text } = await ask(gateway, path, body('Explain entropy', { max_output_tokens: 6, stream: true }));
  const last = JSON.parse(eventsOf(Buffer.from(text)).at(-1) ?? '');
  expect([last.type, last.response.status]).toEqual(['response.incomplete', 'incomplete']);
});

test('a stream names its events and has no [DONE]', async () => {
  await using gateway = await openGateway();
  const answer = parseAnswer(await capture(gateway, { path, body: body('Hi', { stream: true }) }));
  const text = answer.body.toString();
  for (const block of text.trimEnd().split('\n\n')) {
    const [name = '', data = ''] = block.split('\n');
    expect(`event: ${JSON.parse(data.slice('data: '.length)).type}`).toBe(name);
  }
  expect(text).not.toContain('[DONE]');
  expect(text.trimEnd().split('\n\n').at(-1)).toContain('event: response.completed');
});

test('a response that was not stored is not remembered', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, body('Hi', { store: false }));
  expect((await ask(gateway, path, body('Again', { previous_response_id: json.id }))).status).toBe(400);
});

test('attachments and function outputs are read', async () => {
  await using gateway = await openGateway();
  const input = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: 'data:image/gif;base64,R0lGODlhAgADAAAAACwAAAAAAgADAAACAkQBADs=' },
      ],
    },
  ];
  const { json } = await ask(gateway, path, body(input, { model: 'demo-vision' }));
  expect(json.output[0].content[0].text).toContain('GIF of 2 × 3 pixels');
});

test('reasoning can be requested in encrypted form', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(
    gateway,
    path,
    body('Hi', { model: 'demo-reasoner', include: ['reasoning.encrypted_content'] }),
  );
  expect(json.output[0]).toMatchObject({ type: 'reasoning', encrypted_content: expect.any(String) });
});

test('compaction needs an alias that the operator enabled', async () => {
  await using gateway = await openGateway();
  expect((await ask(gateway, `${path}/compact`, body('Hi'))).json.object).toBe('response.compaction');
  const { status, json } = await ask(gateway, `${path}/compact`, body('Hi', { model: 'demo-tools' }));
  expect([status, json.error.code]).toEqual([503, 'model_not_found']);
  expect(json.error.message).toContain('demo-tools-openai-compact');
});
