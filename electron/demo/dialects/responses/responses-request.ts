import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import { type Media, type Message, type Turn, textMessage } from '../../language/turn.ts';
import { linkedMedia, mediaFromUrl } from '../../media/attachment.ts';
import { compactModel, textModel } from '../../models.ts';
import { readJsonRequest, readModelName } from '../../request-fields.ts';
import { invalidRequest, upstreamError } from '../../responses/reply.ts';
import { readTools, refuseUnsupported } from '../chat/chat-request.ts';
import {
  contentText,
  demandItems,
  emptyTurn,
  readEffort,
  readFilePart,
  readFormat,
  readTokenLimit,
  readToolChoice,
} from '../turn-reading.ts';
import { unpackMessages } from './response-memory.ts';

export interface ResponsesRequest {
  turn: Turn;
  isStreamed: boolean;
  /** The body as received: a response repeats its settings. */
  body: JsonRecord;
}

/** Reads and checks a responses request. `instructions` apply to this response only. */
export function readResponsesRequest(authorized: AuthorizedRequest): ResponsesRequest {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  const isStreamed = body.stream === true && !authorized.fault?.speaks?.isWhole;
  const { voice } = textModel(authorized, model, isStreamed);
  const { system, messages } = readConversation(authorized, body, isStreamed);
  refuseUnsupported(authorized, body, model, isStreamed);
  const functions = asList(body.tools)
    .map(asRecord)
    .filter((tool) => tool.type === 'function');
  const format = asRecord(asRecord(body.text).format);
  const turn: Turn = {
    ...emptyTurn(authorized, model, voice, body),
    system: [asText(body.instructions), system].filter(Boolean).join('\n\n'),
    messages,
    tools: readTools(authorized, functions),
    toolChoice: readToolChoice(body.tool_choice),
    parallelCalls: body.parallel_tool_calls !== false,
    format: readFormat(format, format),
    maxTokens: readTokenLimit(authorized, body, 'max_output_tokens'),
    temperature: asNumber(body.temperature),
    effort: readEffort(asRecord(body.reasoning).effort),
  };
  return { turn, isStreamed, body };
}

/** Reads a compaction request, which accepts only the model, the input, the instructions and an earlier response. */
export function readCompactRequest(authorized: AuthorizedRequest): Turn {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  const { voice } = compactModel(authorized, model);
  const { system, messages } = readConversation(authorized, body, false);
  return {
    ...emptyTurn(authorized, model, voice, body),
    system: [asText(body.instructions), system].filter(Boolean).join('\n\n'),
    messages,
  };
}

/** Reads the `input` of a responses request, appended to the conversation of `previous_response_id`. */
export function readConversation(
  authorized: AuthorizedRequest,
  body: JsonRecord,
  isStreamed: boolean,
): { system: string; messages: Message[] } {
  const { input } = body;
  const isMissing =
    input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0);
  if (isMissing) throw invalidRequest(authorized, 'input is required');
  const earlier = recallEarlier(authorized, body, isStreamed);
  if (typeof input === 'string') return { system: '', messages: [...earlier, textMessage('user', input)] };
  if (!Array.isArray(input)) {
    throw invalidRequest(authorized, `cannot unmarshal ${typeof input} into field input of type string or array`, 400);
  }
  return readItems(authorized, input, earlier, isStreamed);
}

function recallEarlier(authorized: AuthorizedRequest, body: JsonRecord, isStreamed: boolean): Message[] {
  const id = asText(body.previous_response_id);
  if (!id) return [];
  const earlier = authorized.gateway.responses.recall(id);
  if (earlier) return earlier;
  throw upstreamError(authorized, isStreamed, {
    message: `Previous response with id '${id}' not found.`,
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  });
}

function readItems(authorized: AuthorizedRequest, items: unknown[], earlier: Message[], isStreamed: boolean) {
  demandItems(authorized, items.map(asRecord), isStreamed);
  const system: string[] = [];
  let messages = [...earlier];
  for (const item of items.map(asRecord)) {
    const type = asText(item.type) || 'message';
    if (type === 'message' && (item.role === 'system' || item.role === 'developer'))
      system.push(contentText(item.content));
    else if (type === 'message') messages.push(readMessage(item));
    else if (type === 'function_call') addCall(messages, item);
    else if (type === 'function_call_output') messages.push(readToolOutput(item, messages));
    else if (type === 'compaction') {
      // It replaces everything before it.
      const unpacked = unpackMessages(asText(item.encrypted_content));
      if (unpacked === null) throw foreignCompaction(authorized, isStreamed);
      messages = unpacked;
    }
  }
  return { system: system.join('\n\n'), messages };
}

const foreignCompaction = (authorized: AuthorizedRequest, isStreamed: boolean) =>
  upstreamError(authorized, isStreamed, {
    message: 'The encrypted content of the compaction item could not be verified.',
    param: 'input',
    code: 'invalid_encrypted_content',
  });

const readMessage = (item: JsonRecord): Message => ({
  ...textMessage(item.role === 'assistant' ? 'assistant' : 'user', contentText(item.content)),
  media: asList(item.content).flatMap(readMedia),
});

function addCall(messages: Message[], item: JsonRecord): void {
  const call = { id: asText(item.call_id), name: asText(item.name), arguments: asText(item.arguments) };
  const last = messages.at(-1);
  if (last?.role === 'assistant') messages[messages.length - 1] = { ...last, calls: [...last.calls, call] };
  else messages.push({ ...textMessage('assistant', ''), calls: [call] });
}

function readToolOutput(item: JsonRecord, messages: Message[]): Message {
  const id = asText(item.call_id);
  const call = messages.flatMap((message) => message.calls).findLast((candidate) => candidate.id === id);
  const text =
    typeof item.output === 'string' ? item.output : contentText(item.output) || JSON.stringify(item.output ?? '');
  return { ...textMessage('tool', text), tool: call?.name ?? null };
}

function readMedia(value: unknown): Media[] {
  const part = asRecord(value);
  if (part.type === 'input_image') {
    const url = asText(part.image_url) || asText(asRecord(part.image_url).url);
    return url ? [mediaFromUrl(url, null, 'image')] : [linkedMedia('image', asText(part.file_id))];
  }
  return part.type === 'input_file' ? [readFilePart(part, asText(part.file_url) || asText(part.file_id))] : [];
}
