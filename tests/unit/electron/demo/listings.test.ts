import { expect, test } from 'vitest';
import { ask, chatBody, openGateway } from './demo-client.ts';

const bearer = { authorization: 'Bearer demo-key' };

test('the compatible list has the records of new-api', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, '/v1/models');
  expect(json).toMatchObject({ object: 'list', success: true });
  expect(json.data[0]).toEqual({
    id: 'demo-chat',
    object: 'model',
    created: 1626777600,
    owned_by: 'demo',
    supported_endpoint_types: ['openai', 'openai-response', 'openai-response-compact', 'gemini'],
    pricing: { prompt: '0.0000004', completion: '0.0000016', input_cache_read: '0.0000001', image: '0', request: '0' },
  });
  const types = new Map(
    json.data.map((model: { id: string; supported_endpoint_types: string[] }) => [
      model.id,
      model.supported_endpoint_types,
    ]),
  );
  expect(types.get('demo-embed')).toEqual(['embeddings']);
  expect(types.get('demo-rerank')).toEqual(['jina-rerank']);
  expect(types.get('demo-image')).toEqual(['image-generation']);
  expect(types.get('demo-video')).toEqual(['openai-video']);
  expect(types.get('demo-whisper')).toEqual(['openai']);
});

test('a simulated failure is selected by a model that no list contains', async () => {
  await using gateway = await openGateway();
  for (const path of ['/v1/models', '/v1beta/models', '/v1beta/models?pageSize=1000'])
    expect((await ask(gateway, path)).text, path).not.toContain('faulty/');
  expect((await ask(gateway, '/v1/chat/completions', chatBody('Hi', { model: 'faulty/402' }))).status).toBe(402);
});

test('a key in the query or a native header turns the list into a request for an unnamed model', async () => {
  await using gateway = await openGateway();
  for (const [path, headers] of [
    ['/v1/models?key=demo-key', bearer],
    ['/v1/models', { ...bearer, 'x-goog-api-key': 'demo-key' }],
  ] as const) {
    const { status, json } = await ask(gateway, path, undefined, headers);
    expect(status).toBe(200);
    expect(json.error).toMatchObject({ code: 'model_not_found', type: 'invalid_request_error', param: 'model' });
    expect(json.error.message).toContain("The model '' does not exist");
  }
  expect((await ask(gateway, '/v1/models?key=demo-key', undefined, {})).status).toBe(401);
  expect(
    (await ask(gateway, '/v1/models', undefined, { ...bearer, 'x-vendor-api-key': 'demo-key' })).json.success,
  ).toBe(true);
});

test('a single model is found by its id only if it is built in', async () => {
  await using gateway = await openGateway();
  expect((await ask(gateway, '/v1/models/demo-chat')).json).toMatchObject({ id: 'demo-chat', object: 'model' });
  const custom = await ask(gateway, '/v1/models/faulty%2Fcrlf');
  expect([custom.status, custom.json.error.code]).toEqual([200, 'model_not_found']);
  expect((await ask(gateway, '/v1/models/demo-chat?key=demo-key', undefined, {})).status).toBe(200);
});

test('the native list has bare names and nulls, or prefixed names in pages', async () => {
  await using gateway = await openGateway();
  const { json: bare } = await ask(gateway, '/v1beta/models');
  expect(bare.nextPageToken).toBeNull();
  expect(bare.models[0]).toMatchObject({
    name: 'demo-chat',
    displayName: 'demo-chat',
    supportedGenerationMethods: null,
  });
  expect(bare.models.map((model: { name: string }) => model.name)).toContain('demo-embed');
  const { json: page } = await ask(gateway, '/v1beta/models?pageSize=2');
  expect(page.models.map((model: { name: string }) => model.name)).toEqual([
    'models/demo-chat',
    'models/demo-reasoner',
  ]);
  const { json: next } = await ask(gateway, `/v1beta/models?pageSize=2&pageToken=${page.nextPageToken}`);
  expect(next.models[0].name).toBe('models/demo-tools');
  expect((await ask(gateway, '/v1beta/models?pageSize=1000')).json.nextPageToken).toBeUndefined();
});
