import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { type DemoModel, models } from '../models.ts';
import { jsonReply, type Reply, relayError } from '../responses/reply.ts';

/** New-api reports this creation time for nearly every model. */
const created = 1_626_777_600;

/**
 * What some models are said to cost, in the two forms of real listings: `pricing` of OpenRouter for tokens, fields of
 * LiteLLM for other units. Both are in US dollars for one. The other models have no price, as with most gateways.
 */
const prices: Readonly<Record<string, JsonRecord>> = {
  'demo-chat': {
    pricing: { prompt: '0.0000004', completion: '0.0000016', input_cache_read: '0.0000001', image: '0', request: '0' },
  },
  'demo-reasoner': { pricing: { prompt: '0.000002', completion: '0.000008', input_cache_read: '0.0000005' } },
  'demo-vision': { pricing: { prompt: '0.0000025', completion: '0.00001', image: '0.003613' } },
  'demo-long': { pricing: { prompt: '0.0000001', completion: '0.0000004' } },
  'demo-embed': { pricing: { prompt: '0.00000002', completion: '0' } },
  'demo-rerank': { pricing: { prompt: '0.00000005', completion: '0' } },
  'demo-realtime': {
    pricing: { prompt: '0.000004', completion: '0.000016', audio: '0.000032', audio_output: '0.000064' },
  },
  'demo-image': { output_cost_per_image: 0.04 },
  'demo-whisper': { input_cost_per_second: 0.0001 },
  'demo-tts': { input_cost_per_character: 1.5e-5 },
  'demo-video': { output_cost_per_video_per_second: 0.1 },
};

const modelRecord = ({ id, endpointTypes }: DemoModel): JsonRecord => ({
  id,
  object: 'model',
  created,
  owned_by: 'demo',
  supported_endpoint_types: endpointTypes,
  ...(Object.hasOwn(prices, id) ? prices[id] : {}),
});

/**
 * GET /v1/models, and one model by its id. A `key` in the query or a native key header turns the listing into a request
 * for the model without a name, as in new-api.
 */
export function listModels(authorized: AuthorizedRequest): Reply {
  const asksForOne = authorized.query.has('key') || 'x-goog-api-key' in authorized.request.headers;
  const id = authorized.parameters.model ?? (asksForOne ? '' : null);
  if (id === null) return jsonReply({ object: 'list', data: models.map(modelRecord), success: true }, 'models');
  const model = models.find((candidate) => candidate.id === id);
  if (model) return jsonReply(modelRecord(model));
  // The refusal has status 200.
  return relayError(authorized, 200, {
    message: `The model '${id}' does not exist`,
    type: 'invalid_request_error',
    param: 'model',
    code: 'model_not_found',
  });
}

const largestPage = 1000;

/**
 * GET /v1beta/models. Without a page size it responds as new-api does: every model, bare names and empty facts. With
 * one it responds as the vendor does: native models only, names under `models/`, in pages.
 */
export function listNativeModels(authorized: AuthorizedRequest): Reply {
  const asked = authorized.query.get('pageSize');
  if (asked === null) return jsonReply({ models: models.map(gatewayRecord), nextPageToken: null }, 'native-models');
  const native = models.filter((model) => model.endpointTypes.includes('gemini'));
  const size = Math.min(largestPage, Math.max(1, Number.parseInt(asked, 10) || 50));
  const start = Math.max(0, Number.parseInt(authorized.query.get('pageToken') ?? '', 10) || 0);
  const end = start + size;
  return jsonReply(
    {
      models: native.slice(start, end).map(vendorRecord),
      ...(end < native.length && { nextPageToken: String(end) }),
    },
    'native-models',
  );
}

const gatewayRecord = ({ id }: DemoModel): JsonRecord => ({
  name: id,
  baseModelId: null,
  version: null,
  displayName: id,
  description: null,
  inputTokenLimit: null,
  outputTokenLimit: null,
  supportedGenerationMethods: null,
  thinking: null,
  temperature: null,
  maxTemperature: null,
  topP: null,
  topK: null,
});

const vendorRecord = ({ id, about, voice }: DemoModel): JsonRecord => ({
  name: `models/${id}`,
  baseModelId: id,
  version: '1',
  displayName: id,
  description: about,
  inputTokenLimit: 1_000_000,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent'],
  temperature: 1,
  maxTemperature: 2,
  topP: 1,
  topK: 40,
  thinking: voice === 'reasoner',
});
