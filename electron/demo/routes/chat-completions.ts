import type { Reply } from '../answers/reply.ts';
import { chatReply } from '../dialects/chat/chat-answer.ts';
import { readChatRequest } from '../dialects/chat/chat-request.ts';
import type { Visit } from '../incoming-request.ts';
import { answerTurn } from '../language/speak.ts';

/** POST /v1/chat/completions */
export function chatCompletions(visit: Visit): Reply {
  const request = readChatRequest(visit);
  return chatReply(visit, request, answerTurn(request.turn, visit.gateway.prompts));
}
