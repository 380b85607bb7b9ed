import type { Reply } from '../answers/reply.ts';
import { responsesReply } from '../dialects/responses/responses-answer.ts';
import { readResponsesRequest } from '../dialects/responses/responses-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { answerTurn } from '../language/speak.ts';

/** POST /v1/responses */
export function responses(authorized: AuthorizedRequest): Reply {
  const request = readResponsesRequest(authorized);
  return responsesReply(authorized, request, answerTurn(request.turn, authorized.gateway.prompts));
}
