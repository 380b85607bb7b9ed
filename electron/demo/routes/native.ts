import { blockedDocument, type NativeForm, nativeReply } from '../dialects/native/native-reply.ts';
import { readNativeRequest } from '../dialects/native/native-request.ts';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { replyToTurn } from '../language/speak.ts';
import { lastUserMessage } from '../language/turn.ts';
import { eventReply, jsonReply, type Reply } from '../responses/reply.ts';

/** A prompt with these words is blocked, so that a refusal can be tried by hand. */
const blockedWords = /\bblocked please\b/i;

/** POST /v1beta/models/{model}:generateContent. With `alt=sse` it answers as a stream, as new-api does. */
export const generateContent = (authorized: AuthorizedRequest): Reply =>
  answer(authorized, authorized.query.get('alt') === 'sse' ? 'events' : 'whole');

/** POST /v1beta/models/{model}:streamGenerateContent: events with `alt=sse`, else one JSON array in pieces. */
export const streamGenerateContent = (authorized: AuthorizedRequest): Reply =>
  answer(authorized, authorized.query.get('alt') === 'sse' ? 'events' : 'array');

function answer(authorized: AuthorizedRequest, wanted: NativeForm): Reply {
  const form = authorized.fault?.speaks?.isWhole ? 'whole' : wanted;
  const request = readNativeRequest(authorized, form !== 'whole');
  const said = replyToTurn(request.turn, authorized.gateway.prompts);
  if (!blockedWords.test(lastUserMessage(request.turn).text)) return nativeReply(authorized, request, said, form);
  const document = blockedDocument(authorized, request.turn.model, said.usage.input);
  return form === 'events'
    ? eventReply([{ do: 'send', mark: 'finish', document }], 'native')
    : jsonReply(document, 'native');
}
