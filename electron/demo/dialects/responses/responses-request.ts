import type { AuthorizedRequest } from '../../incoming-request.ts';
import { readJsonRequest, readModelName } from '../../json-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import type { ReplyFormat, Turn } from '../../language/turn.ts';
import { compactModel, textModel } from '../../models.ts';
import { readToolChoice, readTools, refuseUnsupported } from '../chat/chat-request.ts';
import { emptyTurn, readEffort, readTokenLimit } from '../turn-reading.ts';
import { readConversation } from './responses-input.ts';

export interface ResponsesRequest {
  turn: Turn;
  isStreamed: boolean;
  /** The body as it came: a response repeats its settings. */
  body: JsonRecord;
}

/** Reads and checks a responses request. `instructions` count for this response only. */
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
  const turn: Turn = {
    ...emptyTurn(authorized, model, voice, body),
    system: [asText(body.instructions), system].filter(Boolean).join('\n\n'),
    messages,
    tools: readTools(authorized, functions),
    toolChoice: readToolChoice(body.tool_choice),
    parallelCalls: body.parallel_tool_calls !== false,
    format: readFormat(asRecord(body.text).format),
    maxTokens: readTokenLimit(authorized, body, 'max_output_tokens'),
    temperature: asNumber(body.temperature),
    effort: readEffort(asRecord(body.reasoning).effort),
  };
  return { turn, isStreamed, body };
}

/** Reads a compaction request, which takes only the model, the input, the instructions and an earlier response. */
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

/** The fields of a schema lie directly in `format` here, unlike in chat. */
function readFormat(value: unknown): ReplyFormat {
  const format = asRecord(value);
  if (format.type === 'json_object') return { kind: 'object' };
  if (format.type === 'json_schema') return { kind: 'schema', schema: asRecord(format.schema) };
  return { kind: 'text' };
}
