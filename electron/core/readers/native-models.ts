import type { Dialect } from './dialect.ts';
import { openListing } from './parts/listing.ts';

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
