import type { Dialect } from './dialect.ts';
import { openListing } from './parts/listing.ts';

/** Reads `GET /v1/models`. Only `id` is sure to be there; the other fields are those of many gateways. */
export function openModels(): Dialect {
  return openListing({
    name: 'a list of models',
    lists: ['data', 'models'],
    names: {
      id: ['id', 'model', 'name', 'model_id', 'modelId'],
      name: ['display_name', 'displayName', 'name'],
      endpoints: ['supported_endpoint_types', 'supported_endpoints'],
      inputLimit: ['context_length', 'context_window', 'max_model_len', 'max_context_length', 'inputTokenLimit'],
      outputLimit: ['max_output_tokens', 'max_completion_tokens', 'outputTokenLimit'],
    },
  });
}

/** Reads `GET /v1beta/models`. Gateways list models of all makers here, without the `models/` in front of the id. */
export function openNativeModels(): Dialect {
  return openListing({
    name: 'a model list of the native surface',
    lists: ['models', 'data'],
    names: {
      id: ['name', 'id', 'baseModelId'],
      name: ['displayName', 'display_name'],
      endpoints: ['supportedGenerationMethods', 'supportedActions', 'supported_endpoint_types'],
      inputLimit: ['inputTokenLimit'],
      outputLimit: ['outputTokenLimit'],
    },
  });
}
