import { chatReply } from '../dialects/chat/chat-reply.ts';
import { readChatRequest } from '../dialects/chat/chat-request.ts';
import { blockedDocument, type NativeForm, nativeReply } from '../dialects/native/native-reply.ts';
import { readNativeRequest } from '../dialects/native/native-request.ts';
import { packMessages } from '../dialects/responses/response-memory.ts';
import { responsesReply, responsesUsage } from '../dialects/responses/responses-reply.ts';
import { readCompactRequest, readResponsesRequest } from '../dialects/responses/responses-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { replyToTurn } from '../language/speak.ts';
import { countTokens } from '../language/tokens.ts';
import { lastUserMessage } from '../language/turn.ts';
import { countUsage } from '../language/usage.ts';
import { eventReply, jsonReply, type Reply } from '../responses/reply.ts';

/** POST /v1/chat/completions */
export function chatCompletions(authorized: AuthorizedRequest): Reply {
  const request = readChatRequest(authorized);
  return chatReply(authorized, request, replyToTurn(request.turn, authorized.gateway.prompts));
}

/** A prompt with these words is blocked, so that a refusal can be tried manually. */
const blockedWords = /\bblocked please\b/i;

/** POST /v1beta/models/{model}:generateContent. With `alt=sse` it responds with a stream, as new-api does. */
export const generateContent = (authorized: AuthorizedRequest): Reply =>
  answer(authorized, authorized.query.get('alt') === 'sse' ? 'events' : 'whole');

/** POST /v1beta/models/{model}:streamGenerateContent: events with `alt=sse`, otherwise one JSON array in chunks. */
export const streamGenerateContent = (authorized: AuthorizedRequest): Reply =>
  answer(authorized, authorized.query.get('alt') === 'sse' ? 'events' : 'array');

function answer(authorized: AuthorizedRequest, wanted: NativeForm): Reply {
  const form = authorized.fault?.speaks?.isWhole ? 'whole' : wanted;
  const request = readNativeRequest(authorized, form !== 'whole');
  const reply = replyToTurn(request.turn, authorized.gateway.prompts);
  if (!blockedWords.test(lastUserMessage(request.turn).text)) return nativeReply(authorized, request, reply, form);
  const document = blockedDocument(authorized, request.turn.model, reply.usage.input);
  return form === 'events'
    ? eventReply([{ do: 'send', mark: 'finish', document }], 'native')
    : jsonReply(document, 'native');
}

/** POST /v1/responses */
export function responses(authorized: AuthorizedRequest): Reply {
  const request = readResponsesRequest(authorized);
  return responsesReply(authorized, request, replyToTurn(request.turn, authorized.gateway.prompts));
}

/**
 * POST /v1/responses/compact: the user messages unchanged, then one item that replaces the whole conversation. The
 * output is valid as the input of the next request.
 */
export function responsesCompact(authorized: AuthorizedRequest): Reply {
  const turn = readCompactRequest(authorized);
  const packed = packMessages(turn.messages);
  const asked = turn.messages.filter((message) => message.role === 'user');
  const output = [
    ...asked.map(({ text }, index) => ({
      id: `msg_${authorized.requestId}${index}`,
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text }],
    })),
    { id: `cmp_${authorized.requestId}`, type: 'compaction', encrypted_content: packed },
  ];
  const usage = { ...countUsage(turn, [], authorized.gateway.prompts), output: countTokens(packed) };
  return jsonReply(
    {
      id: `resp_${authorized.requestId}`,
      object: 'response.compaction',
      created_at: Math.floor(Date.now() / 1000),
      output,
      usage: responsesUsage(usage),
    },
    'compact',
    usage.output,
  );
}
