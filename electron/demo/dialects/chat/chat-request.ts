import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asNumber, asRecord, asText, isRecord, type JsonRecord } from '../../json-value.ts';
import { weatherTool } from '../../language/tool-calls.ts';
import type { Media, Message, Tool, ToolCall, Turn } from '../../language/turn.ts';
import { mediaFromBase64, mediaFromUrl } from '../../media/attachment.ts';
import { textModel } from '../../models.ts';
import { readCount, readJsonRequest, readModelName, readRequiredList } from '../../request-fields.ts';
import { invalidRequest, upstreamError } from '../../responses/reply.ts';
import {
  contentText,
  demandChatState,
  emptyTurn,
  readEffort,
  readFilePart,
  readFormat,
  readFunctions,
  readTexts,
  readTokenLimit,
  readToolChoice,
} from '../turn-reading.ts';

const mostChoices = 8;
const mostStops = 4;
/** What the reasoning model does not accept, like reasoning models elsewhere. */
const notForReasoning = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs'];

/** A chat request as the demo parses it. */
export interface ChatRequest {
  turn: Turn;
  isStreamed: boolean;
  /** Usage is sent unless explicitly disabled, as new-api does. */
  includesUsage: boolean;
  /** Number of alternatives for each token, or `null` without log-probabilities. */
  logprobs: number | null;
}

/** Reads and checks a chat request. Throws refusals in the order and with the statuses of new-api. */
export function readChatRequest(authorized: AuthorizedRequest): ChatRequest {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  const isStreamed = body.stream === true && !authorized.fault?.speaks?.isWhole;
  const { voice } = textModel(authorized, model, isStreamed);
  const messages = readRequiredList(authorized, body, 'messages');
  checkFields(authorized, body, model, isStreamed);
  demandChatState(authorized, { model, voice }, messages, isStreamed);
  const { system, messages: read } = readChatMessages(authorized, messages);
  const format = asRecord(body.response_format);
  const turn: Turn = {
    ...emptyTurn(authorized, model, voice, body),
    system,
    messages: read,
    tools: readTools(
      authorized,
      asList(body.tools).map((tool) => asRecord(tool).function),
    ),
    toolChoice: readToolChoice(body.tool_choice, asRecord(body.tool_choice).function),
    parallelCalls: body.parallel_tool_calls !== false,
    format: readFormat(format, format.json_schema),
    maxTokens: readTokenLimit(authorized, body, 'max_completion_tokens', 'max_tokens'),
    stop: readTexts(body.stop),
    choices: asNumber(body.n) ?? 1,
    temperature: asNumber(body.temperature),
    seed: asNumber(body.seed),
    effort: readEffort(body.reasoning_effort),
  };
  return {
    turn,
    isStreamed,
    includesUsage: asRecord(body.stream_options).include_usage !== false,
    logprobs: body.logprobs === true ? (asNumber(body.top_logprobs) ?? 0) : null,
  };
}

function checkFields(authorized: AuthorizedRequest, body: JsonRecord, model: string, isStreamed: boolean): void {
  refuseUnsupported(authorized, body, model, isStreamed);
  readCount(authorized, body, mostChoices, isStreamed);
  if (asList(body.stop).length > mostStops) {
    const message = `Invalid 'stop': array too long. Expected an array with maximum length ${mostStops}.`;
    throw upstreamError(authorized, isStreamed, { message, param: 'stop', code: 'array_above_max_length' });
  }
  const search = asRecord(body.web_search_options).search_context_size ?? 'medium';
  if (!['low', 'medium', 'high'].includes(asText(search))) {
    throw invalidRequest(authorized, 'invalid search_context_size, must be one of: high, medium, low');
  }
}

/** Refuses sampling parameters for the reasoning model, except a temperature of exactly 1. */
export function refuseUnsupported(
  authorized: AuthorizedRequest,
  body: JsonRecord,
  model: string,
  isStreamed: boolean,
): void {
  if (model !== 'demo-reasoner') return;
  const isGiven = (field: string): boolean => body[field] !== undefined && body[field] !== null;
  const param = notForReasoning.find((field) => isGiven(field) && !(field === 'temperature' && body[field] === 1));
  if (param === undefined) return;
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  throw upstreamError(authorized, isStreamed, { message, param, code: 'unsupported_parameter' });
}

/**
 * Reads functions as the compatible protocol describes them. A tool scenario supplies one when the request has none.
 */
export function readTools(authorized: AuthorizedRequest, functions: readonly unknown[]): Tool[] {
  const tools = readFunctions(functions);
  return tools.length === 0 && authorized.fault?.speaks?.voice === 'tools' ? [weatherTool] : tools;
}

const audioTypes: Record<string, string> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

/** Reads the messages of a chat request; `system` and `developer` messages become one system prompt. */
export function readChatMessages(
  authorized: AuthorizedRequest,
  list: unknown[],
): { system: string; messages: Message[] } {
  const system: string[] = [];
  const messages: Message[] = [];
  const toolNames = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    if (!isRecord(entry)) throw invalidRequest(authorized, `cannot unmarshal messages[${index}] into an object`, 400);
    const text = contentText(entry.content);
    if (entry.role === 'system' || entry.role === 'developer') {
      system.push(text);
      continue;
    }
    const calls = asList(entry.tool_calls).map(readCall);
    for (const call of calls) toolNames.set(call.id, call.name);
    const role =
      entry.role === 'assistant' ? 'assistant' : entry.role === 'tool' || entry.role === 'function' ? 'tool' : 'user';
    const tool = role === 'tool' ? (toolNames.get(asText(entry.tool_call_id)) ?? (asText(entry.name) || null)) : null;
    messages.push({ role, text, media: asList(entry.content).flatMap(readMedia), calls, tool });
  }
  return { system: system.join('\n\n'), messages };
}

function readCall(value: unknown): ToolCall {
  const call = asRecord(value);
  const definition = asRecord(call.function);
  return { id: asText(call.id), name: asText(definition.name), arguments: asText(definition.arguments) };
}

function readMedia(value: unknown): Media[] {
  const part = asRecord(value);
  if (part.type === 'image_url') return [mediaFromUrl(urlOf(part.image_url), null, 'image')];
  if (part.type === 'video_url') return [mediaFromUrl(urlOf(part.video_url), null, 'video')];
  if (part.type === 'input_audio') {
    const audio = asRecord(part.input_audio);
    return [mediaFromBase64(asText(audio.data), audioTypes[asText(audio.format)] ?? 'audio/wav')];
  }
  const file = asRecord(part.file);
  return part.type === 'file' ? [readFilePart(file, asText(file.file_id))] : [];
}

const urlOf = (value: unknown): string => asText(value) || asText(asRecord(value).url);
