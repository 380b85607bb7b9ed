import { expect, test } from 'vitest';
import { capabilitiesOf, capabilityOfRoute, fitOf, routesFor } from '#shared/protocol/capabilities.ts';
import { routeIds } from '#shared/protocol/route.ts';

const words = (id: string, endpoints: string[] = []) =>
  capabilitiesOf({ id, endpoints }).map(({ capability, from }) => `${from === 'guessed' ? '~' : ''}${capability}`);

test.each([
  ['gpt-4.1-mini', ['openai'], 'chat'],
  ['gpt-4.1-mini', ['openai', 'openai-response'], 'responses chat'],
  ['gpt-4.1-mini', [], '~chat'],
  ['gemini-2.5-pro', ['gemini', 'openai'], 'native chat'],
  ['gemini-2.5-pro', [], '~native ~chat'],
  ['gemini-2.5-pro', ['generateContent', 'countTokens'], 'native ~chat'],
  ['gemini-embedding-001', ['embedContent'], 'embeddings'],
  ['imagen-4', ['predict'], 'images'],
  ['veo-3', ['predictLongRunning'], 'video'],
  ['gemini-2.5-flash-live', ['generateContent', 'bidiGenerateContent'], 'native realtime ~chat'],
  ['turbo1-pro', [], '~chat'],
  ['text-embedding-3-small', ['embeddings'], 'embeddings'],
  ['bge-m3', ['openai'], '~embeddings'],
  ['bge-reranker-v2-m3', ['openai'], '~rerank'],
  ['whisper-1', ['openai'], '~transcription'],
  ['gpt-4o-mini-transcribe', [], '~transcription'],
  ['gpt-4o-mini-tts', ['openai'], '~speech'],
  ['gpt-4o-realtime-preview', ['openai'], '~realtime'],
  ['gpt-image-1', ['image-generation', 'openai'], 'images chat'],
  ['flux-pro', ['openai'], '~images'],
  ['sora-2', ['openai-video'], 'video'],
  ['wan2.2-t2v', [], '~video'],
  ['text-davinci-edit-001', [], '~edits'],
  ['qwen-image-edit', ['openai'], '~images'],
  ['credit-7b', [], '~chat'],
  ['swan-7b', [], '~chat'],
  ['o3-pro', ['openai'], '~responses'],
  ['omni-moderation-latest', ['openai'], ''],
  ['x', ['constructor', '__proto__'], '~chat'],
] as const)('%s with %j: %s', (id, endpoints, expected) => {
  expect(words(id, [...endpoints]).join(' ')).toBe(expected);
});

test('every route that takes a model names what it needs, and is found again by it', () => {
  for (const id of routeIds) {
    const wanted = capabilityOfRoute(id);
    if (wanted) expect(routesFor(wanted)).toContain(id);
  }
  expect(capabilityOfRoute('models')).toBeNull();
});

test('a declared fit beats a guessed one, and a text model may serve the routes related to chat', () => {
  expect(fitOf({ id: 'text-embedding-3-small', endpoints: ['embeddings'] }, 'embeddings')).toBe(3);
  expect(fitOf({ id: 'bge-m3', endpoints: [] }, 'embeddings')).toBe(2);
  expect(fitOf({ id: 'bge-m3', endpoints: [] }, 'chat.completions')).toBe(0);
  expect(fitOf({ id: 'gpt-4.1', endpoints: ['openai'] }, 'responses')).toBe(2);
  expect(fitOf({ id: 'gpt-4.1', endpoints: ['openai'] }, 'audio.speech')).toBe(0);
  expect(fitOf({ id: 'demo-edit', endpoints: ['openai'] }, 'edits')).toBe(2);
  expect(fitOf({ id: 'gpt-4.1', endpoints: ['openai'] }, 'edits')).toBe(1);
});
