import type { DraftInput } from '#shared/contract/exchanges.ts';
import { routesFor } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { capabilitiesFor } from '../../../lib/gateway/models/model-capabilities.tsx';

const prompt = 'Say hello in one sentence.';
const scene = 'A copper socket on bone paper, soft light';

/** The smallest useful body for each route that takes a model and no upload, without the model itself. */
const bodies = {
  'chat.completions': { messages: [{ role: 'user', content: prompt }] },
  responses: { input: prompt },
  'responses.compact': { input: [{ role: 'user', content: prompt }] },
  'native.generateContent': { contents: [{ role: 'user', parts: [{ text: prompt }] }] },
  embeddings: { input: ['A patch bay joins sockets.', 'A cord says what is joined.'] },
  rerank: { query: 'What is a patch bay?', documents: ['A rack of sockets.', 'A kind of pear.'] },
  'images.generations': { prompt: scene },
  edits: { input: 'Helo wrld', instruction: 'Correct the spelling' },
  'audio.speech': { input: prompt, voice: 'alloy' },
  'video.generations': { prompt: scene },
  videos: { prompt: scene },
} as const;
export type SampleRoute = keyof typeof bodies;

const every = Object.keys(bodies) as SampleRoute[];

/**
 * Returns the routes to show sample code for: those that fit the model first, then the others, since the listing may be
 * wrong.
 */
export function sampleRoutesFor(model: ModelRecord | null): SampleRoute[] {
  const fitting = model ? capabilitiesFor(model).flatMap(({ capability }) => routesFor(capability)) : [];
  const first = every.filter((id) => fitting.includes(id));
  return [...first, ...every.filter((id) => !first.includes(id))];
}

/** Returns a request that could be sent unchanged. */
export function sampleDraft(
  routeId: SampleRoute,
  model: string,
  connectionId: string,
  keyId: string | undefined,
): DraftInput {
  const isNative = routeId === 'native.generateContent';
  const body = isNative ? bodies[routeId] : { model, ...bodies[routeId] };
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId,
    ...(isNative ? { params: { model } } : {}),
    body: { kind: 'json', text: JSON.stringify(body, null, 2) },
  };
}
