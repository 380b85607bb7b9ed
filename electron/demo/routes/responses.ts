import type { Reply } from '../answers/reply.ts';
import { responsesReply } from '../dialects/responses/responses-answer.ts';
import { readResponsesRequest } from '../dialects/responses/responses-request.ts';
import type { Visit } from '../incoming-request.ts';
import { answerTurn } from '../language/speak.ts';

/** POST /v1/responses */
export function responses(visit: Visit): Reply {
  const request = readResponsesRequest(visit);
  return responsesReply(visit, request, answerTurn(request.turn, visit.gateway.prompts));
}
