import { readChatBody, writeChatBody } from './bodies/chat-body.ts';
import type { Conversation, Turn } from './bodies/conversation.ts';
import { readNativeBody, writeNativeBody } from './bodies/native-body.ts';
import { readResponsesBody, writeResponsesBody } from './bodies/responses-body.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';
import type { RouteId } from './route.ts';

/** The three text request bodies, each named after the route that made it known. */
export type BodyFormat = 'chat.completions' | 'responses' | 'native.generateContent';

const formats: Record<
  BodyFormat,
  { read: (body: JsonObject) => Conversation; write: (conversation: Conversation) => JsonObject }
> = {
  'chat.completions': { read: readChatBody, write: writeChatBody },
  responses: { read: readResponsesBody, write: writeResponsesBody },
  'native.generateContent': { read: readNativeBody, write: writeNativeBody },
};

/** Returns the body format of a text route, `null` for every other route. */
export function bodyFormatOf(routeId: RouteId): BodyFormat | null {
  if (routeId === 'chat.completions') return 'chat.completions';
  if (routeId === 'responses' || routeId === 'responses.compact') return 'responses';
  if (routeId === 'native.generateContent' || routeId === 'native.streamGenerateContent')
    return 'native.generateContent';
  return null;
}

/** Detects the protocol of a parsed body by its prompt field; `null` when it has none. */
export function recognizeBody(body: unknown): { format: BodyFormat; field: string } | null {
  if (!isObject(body)) return null;
  if (Array.isArray(body.messages)) return { format: 'chat.completions', field: 'messages' };
  if (Array.isArray(body.contents) || isObject(body.contents))
    return { format: 'native.generateContent', field: 'contents' };
  if (Object.hasOwn(body, 'input')) return { format: 'responses', field: 'input' };
  return null;
}

export interface ConvertedBody {
  /** JSON, two spaces of indentation. */
  text: string;
  /** The model that the source named. A native route takes it in its path. */
  model: string | null;
  /** Paths of source fields that have no equivalent in the target; empty when everything was converted. */
  unmapped: string[];
}

/** Returns the turns of a recorded text request in protocol-neutral form; `null` when the body cannot be read. */
export function readTurns(text: string, routeId: RouteId): Turn[] | null {
  const format = bodyFormatOf(routeId);
  const body = format && parseJson(text);
  return format && isObject(body) ? formats[format].read(body).turns : null;
}

/**
 * Rewrites a request body for another text route: messages, system text, images, audio, files, tools, tool calls and
 * results, response format and sampling settings. `model` is used when the source names none (a native body). Returns
 * `null` when the text is not a JSON object or a route takes no such body.
 */
export function convertBody(
  text: string,
  fromRoute: RouteId,
  toRoute: RouteId,
  model: string | null = null,
): ConvertedBody | null {
  const from = bodyFormatOf(fromRoute);
  const to = bodyFormatOf(toRoute);
  if (from === null || to === null) return null;
  const body = parseJson(text);
  if (!isObject(body)) return null;
  const conversation = formats[from].read(body);
  conversation.model ??= model;
  const written = formats[to].write(conversation);
  return { text: JSON.stringify(written, null, 2), model: conversation.model, unmapped: conversation.unmapped };
}
