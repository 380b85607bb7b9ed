import type { Reply } from '../answers/reply.ts';
import { chatReply } from '../dialects/chat/chat-answer.ts';
import { readChatRequest } from '../dialects/chat/chat-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { answerTurn } from '../language/speak.ts';

/** POST /v1/chat/completions */
export function chatCompletions(authorized: AuthorizedRequest): Reply {
  const request = readChatRequest(authorized);
  return chatReply(authorized, request, answerTurn(request.turn, authorized.gateway.prompts));
}
