import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { type DemoModel, isBuiltIn, models } from '../models.ts';
import { relayError } from '../responses/errors.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

/** New-api gives nearly every model this moment of creation. */
const created = 1_626_777_600;

const modelRecord = ({ id, endpointTypes }: DemoModel): JsonRecord => ({
  id,
  object: 'model',
  created,
  owned_by: 'demo',
  supported_endpoint_types: endpointTypes,
});

/**
 * GET /v1/models, and one model by its id. A `key` in the query or a native key header turns the listing into a question
 * for the model without a name, as in new-api.
 */
export function listModels(authorized: AuthorizedRequest): Reply {
  const asksForOne = authorized.query.has('key') || 'x-goog-api-key' in authorized.request.headers;
  const id = authorized.parameters.model ?? (asksForOne ? '' : null);
  if (id === null) return jsonReply({ object: 'list', data: models.map(modelRecord), success: true }, 'models');
  const model = models.find((candidate) => candidate.id === id);
  if (model && isBuiltIn(id)) return jsonReply(modelRecord(model));
  // Only built-in models are known here, and the refusal comes with status 200.
  return relayError(authorized, 200, {
    message: `The model '${id}' does not exist`,
    type: 'invalid_request_error',
    param: 'model',
    code: 'model_not_found',
  });
}
