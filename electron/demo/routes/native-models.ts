import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { type DemoModel, models } from '../models.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

const largestPage = 1000;

/**
 * GET /v1beta/models. Without a page size it answers as new-api does: every model, bare names and empty facts. With one it
 * answers as the vendor does: native models only, names under `models/`, in pages.
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
