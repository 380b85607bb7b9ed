import { createHash } from 'node:crypto';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import {
  type Media,
  plainTurn,
  type ReplyFormat,
  type Tool,
  type ToolCall,
  type ToolChoice,
  type Turn,
  type Voice,
} from '../language/turn.ts';
import { linkedMedia, mediaFromBase64, mediaFromUrl } from '../media/attachment.ts';
import { isListed } from '../models.ts';
import { invalidRequest, upstreamError } from '../responses/reply.ts';

/** Larger limits do not fit the integer in which the gateway stores them. */
const largestTokenLimit = 2 ** 30 - 1;

/** Returns a turn that its protocol has yet to fill in. */
export function emptyTurn(authorized: AuthorizedRequest, model: string, voice: Turn['voice'], body: unknown): Turn {
  const { method, path, fault } = authorized;
  const { inChinese = false, refuses = false, callsTwice = false } = fault?.speaks ?? {};
  return { ...plainTurn, model, voice, request: { method, path, body }, inChinese, refuses, callsTwice };
}

/** Returns the first of some fields that contains a token limit. */
export function readTokenLimit(authorized: AuthorizedRequest, body: JsonRecord, ...fields: string[]): number | null {
  for (const field of fields) {
    const limit = asNumber(body[field]);
    if (limit === null) continue;
    if (limit < 0 || limit > largestTokenLimit) throw invalidRequest(authorized, `${field} is invalid`);
    return limit === 0 ? null : Math.floor(limit);
  }
  return null;
}

/** Reads a reasoning effort in any letter case; levels above `high` count as `high`. */
export function readEffort(value: unknown): Turn['effort'] {
  const effort = asText(value).toLowerCase();
  if (effort === 'xhigh' || effort === 'max') return 'high';
  return effort === 'none' || effort === 'minimal' || effort === 'low' || effort === 'high' ? effort : 'medium';
}

/** Returns the text of a content: the text itself, or its parts joined by blank lines. */
export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map((part) => asText(asRecord(part).text))
        .filter(Boolean)
        .join('\n\n');

/** Reads one text or a list of texts, without empty ones. */
export function readTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);
}

/*
 * What the demo demands back with a tool call, in the words and with the status of the real providers: signatures on
 * native routes as Gemini, reasoning on chat as DeepSeek and Kimi, whole items on responses as OpenAI. Chat of
 * `demo-tools` demands nothing, because helpers of SDKs send only the calls.
 */

interface Speaker {
  model: string;
  voice: Voice;
}

/** Whether the calls of a model are signed on native routes. */
export const signsNative = ({ model, voice }: Speaker): boolean =>
  isListed(model) && (voice === 'tools' || voice === 'reasoner');

/** The signature of a call: it proves that the call comes from this model, unchanged. */
export const signatureOf = ({ name, arguments: args }: Pick<ToolCall, 'name' | 'arguments'>): string =>
  createHash('sha256').update(`${name} ${args}`).digest('base64');

const missingSignature = (name: string, position: number) =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;

const missingReasoning = 'The `reasoning_content` in the thinking mode must be passed back to the API.';

/** Refuses a chat request whose tool calls lack what the model returned with them. */
export function demandChatState(
  authorized: AuthorizedRequest,
  speaker: Speaker,
  messages: readonly unknown[],
  isStreamed: boolean,
): void {
  if (!isListed(speaker.model) || speaker.voice !== 'reasoner') return;
  const isBare = (entry: JsonRecord) => asList(entry.tool_calls).length > 0 && !asText(entry.reasoning_content);
  if (messages.map(asRecord).some(isBare))
    throw upstreamError(authorized, isStreamed, { message: missingReasoning, code: 'invalid_request_error' });
}

/** Refuses a native request whose function calls lack their signature. */
export function demandNativeState(
  authorized: AuthorizedRequest,
  speaker: Speaker,
  contents: readonly JsonRecord[],
  isStreamed: boolean,
): void {
  if (!signsNative(speaker)) return;
  // Only the calls of the turn that is still going on must be signed.
  const start = contents.findLastIndex(({ role, parts }) => role !== 'model' && contentText(parts) !== '') + 1;
  for (const [at, entry] of contents.slice(start).entries()) {
    const first = asList(entry.parts)
      .map(asRecord)
      .find((part) => part.functionCall !== undefined);
    if (!first) continue;
    const { name, args } = asRecord(first.functionCall);
    const call = { name: asText(name), arguments: JSON.stringify(args ?? {}) };
    if (first.thoughtSignature === signatureOf(call)) continue;
    throw upstreamError(authorized, isStreamed, { message: missingSignature(call.name, start + at + 1), code: 400 });
  }
}

/** Refuses a responses request that splits a reasoning item from the item that it led to, or names one that is gone. */
export function demandItems(authorized: AuthorizedRequest, items: readonly JsonRecord[], isStreamed: boolean): void {
  const refuse = (message: string, status = 400) =>
    upstreamError(authorized, isStreamed, { message, param: 'input' }, status);
  items.forEach((item, at) => {
    const id = asText(item.id);
    if (item.type === 'reasoning') {
      const next = items[at + 1];
      if (!next || (next.role !== 'assistant' && asText(next.type) !== 'function_call' && next.type !== 'reasoning'))
        throw refuse(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
      if (!item.encrypted_content && !authorized.gateway.responses.recall(`resp_${requestOf(id)}`))
        throw refuse(
          `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          404,
        );
    }
    if (item.type === 'function_call' && id && authorized.gateway.responses.reasonedIn(`resp_${requestOf(id)}`)) {
      const reasoning = `rs_${requestOf(id)}0`;
      if (!items.some((other) => other.id === reasoning))
        throw refuse(
          `Item '${id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoning}'.`,
        );
    }
  });
}

/** Ids of items consist of a kind, the id of their request and a digit. */
const requestOf = (itemId: string) => itemId.slice(itemId.indexOf('_') + 1, -1);

/** Reads functions as the compatible protocols describe them. */
export const readFunctions = (functions: readonly unknown[]): Tool[] =>
  functions
    .map(asRecord)
    .filter(({ name }) => asText(name) !== '')
    .map(({ name, description, parameters }) => ({
      name: asText(name),
      description: asText(description),
      schema: asRecord(parameters),
    }));

/** Reads a tool choice. Chat nests the name in `function`; in responses and sessions it is directly in the choice. */
export function readToolChoice(value: unknown, named: unknown = value): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const name = asText(asRecord(named).name);
  return name ? { name } : 'auto';
}

/** Reads a format. Chat nests the fields of a schema in `json_schema`; in responses they are directly in the format. */
export function readFormat({ type }: JsonRecord, fields: unknown): ReplyFormat {
  if (type === 'json_object') return { kind: 'object' };
  return type === 'json_schema' ? { kind: 'schema', schema: asRecord(asRecord(fields).schema) } : { kind: 'text' };
}

/** Reads a file part: a data URL, base64, or else a link. */
export function readFilePart({ filename, file_data }: JsonRecord, link: string): Media {
  const name = asText(filename) || null;
  const content = asText(file_data);
  if (content.startsWith('data:')) return mediaFromUrl(content, name, 'file');
  if (content) return mediaFromBase64(content, null, name);
  return linkedMedia('file', link, name);
}
