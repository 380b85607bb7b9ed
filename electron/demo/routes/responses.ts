import { responsesReply } from '../dialects/responses/responses-reply.ts';
import { readResponsesRequest } from '../dialects/responses/responses-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { replyToTurn } from '../language/speak.ts';
import type { Reply } from '../responses/reply.ts';

/** POST /v1/responses */
export function responses(authorized: AuthorizedRequest): Reply {
  const request = readResponsesRequest(authorized);
  return responsesReply(authorized, request, replyToTurn(request.turn, authorized.gateway.prompts));
}
