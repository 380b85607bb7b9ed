import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import { asText } from '../json-value.ts';
import { editText } from '../language/edit-text.ts';
import { countTokens } from '../language/tokens.ts';
import { serviceModel } from '../models.ts';
import { invalidRequest, upstreamError } from '../responses/errors.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

const mostChoices = 20;

/** POST /v1/edits: the legacy route, as its vendor once answered it. */
export function edits(authorized: AuthorizedRequest): Reply {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'edits');
  const instruction = asText(body.instruction);
  if (instruction === '') throw invalidRequest(authorized, 'field instruction is required');
  const count = body.n ?? 1;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > mostChoices) {
    const message = `Invalid 'n': expected a whole number from 1 to ${mostChoices}.`;
    throw upstreamError(authorized, false, { message, param: 'n', code: 'integer_out_of_range' });
  }
  const input = asText(body.input);
  const text =
    editText(input, instruction) ??
    `${input}\n\n[The demo gateway does not know how to do this: ${instruction}]`.trimStart();
  const promptTokens = countTokens(input) + countTokens(instruction);
  const completionTokens = countTokens(text) * count;
  const document = {
    object: 'edit',
    created: Math.floor(Date.now() / 1000),
    choices: Array.from({ length: count }, (_, index) => ({ text, index })),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
  return jsonReply(document, 'edits', completionTokens);
}
