import { packMessages } from '../dialects/responses/compaction.ts';
import { responsesUsage } from '../dialects/responses/response-object.ts';
import { responsesReply } from '../dialects/responses/responses-reply.ts';
import { readCompactRequest, readResponsesRequest } from '../dialects/responses/responses-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { replyToTurn } from '../language/speak.ts';
import { countTokens } from '../language/tokens.ts';
import { countUsage } from '../language/usage.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

/** POST /v1/responses */
export function responses(authorized: AuthorizedRequest): Reply {
  const request = readResponsesRequest(authorized);
  return responsesReply(authorized, request, replyToTurn(request.turn, authorized.gateway.prompts));
}

/**
 * POST /v1/responses/compact: the person's messages as they were, then one item that stands for the whole conversation.
 * The output is valid as the input of the next request.
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
