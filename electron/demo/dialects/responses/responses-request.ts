import type { Visit } from '../../incoming-request.ts';
import { readJsonRequest, readModelName } from '../../json-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import type { AnswerFormat, Turn } from '../../language/turn.ts';
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
export function readResponsesRequest(visit: Visit): ResponsesRequest {
  const body = readJsonRequest(visit);
  const model = readModelName(visit, body);
  const isStreamed = body.stream === true && !visit.fault?.speaks?.isWhole;
  const { voice } = textModel(visit, model, isStreamed);
  const { system, messages } = readConversation(visit, body, isStreamed);
  refuseUnsupported(visit, body, model, isStreamed);
  const functions = asList(body.tools)
    .map(asRecord)
    .filter((tool) => tool.type === 'function');
  const turn: Turn = {
    ...emptyTurn(visit, model, voice, body),
    system: [asText(body.instructions), system].filter(Boolean).join('\n\n'),
    messages,
    tools: readTools(visit, functions),
    toolChoice: readToolChoice(body.tool_choice),
    parallelCalls: body.parallel_tool_calls !== false,
    format: readFormat(asRecord(body.text).format),
    maxTokens: readTokenLimit(visit, body, 'max_output_tokens'),
    temperature: asNumber(body.temperature),
    effort: readEffort(asRecord(body.reasoning).effort),
  };
  return { turn, isStreamed, body };
}

/** Reads a compaction request, which takes only the model, the input, the instructions and an earlier response. */
export function readCompactRequest(visit: Visit): Turn {
  const body = readJsonRequest(visit);
  const model = readModelName(visit, body);
  const { voice } = compactModel(visit, model);
  const { system, messages } = readConversation(visit, body, false);
  return {
    ...emptyTurn(visit, model, voice, body),
    system: [asText(body.instructions), system].filter(Boolean).join('\n\n'),
    messages,
  };
}

/** The fields of a schema lie directly in `format` here, unlike in chat. */
function readFormat(value: unknown): AnswerFormat {
  const format = asRecord(value);
  if (format.type === 'json_object') return { kind: 'object' };
  if (format.type === 'json_schema') return { kind: 'schema', schema: asRecord(format.schema) };
  return { kind: 'text' };
}
