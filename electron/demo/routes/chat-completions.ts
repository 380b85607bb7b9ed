import { chatReply } from '../dialects/chat/chat-reply.ts';
import { readChatRequest } from '../dialects/chat/chat-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { replyToTurn } from '../language/speak.ts';
import type { Reply } from '../responses/reply.ts';

/** POST /v1/chat/completions */
export function chatCompletions(authorized: AuthorizedRequest): Reply {
  const request = readChatRequest(authorized);
  return chatReply(authorized, request, replyToTurn(request.turn, authorized.gateway.prompts));
}
