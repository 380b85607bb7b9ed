import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import { tokenize } from '../../language/tokens.ts';
import { type Choice, type Message, type ModelReply, textMessage, type Usage } from '../../language/turn.ts';
import { eventReply, jsonReply, type Mark, type Reply, type Step } from '../../responses/reply.ts';
import type { ResponsesRequest } from './responses-request.ts';

/** Returns the parts of a reply as output items, in the order in which they are generated. */
export function outputItems(authorized: AuthorizedRequest, request: ResponsesRequest, choice: Choice): JsonRecord[] {
  const id = (kind: string, index = 0): string => `${kind}_${authorized.requestId}${index}`;
  const items: JsonRecord[] = [];
  if (choice.reasoning) {
    const wantsEncrypted = asList(request.body.include).includes('reasoning.encrypted_content');
    items.push({
      id: id('rs'),
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: choice.reasoning }],
      ...(wantsEncrypted && { encrypted_content: Buffer.from(choice.reasoning).toString('base64') }),
    });
  }
  for (const [index, call] of choice.calls.entries()) {
    items.push({
      id: id('fc', index),
      type: 'function_call',
      status: choice.finish === 'length' ? 'incomplete' : 'completed',
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    });
  }
  if (choice.calls.length === 0) {
    items.push({
      id: id('msg'),
      type: 'message',
      status: choice.finish === 'length' ? 'incomplete' : 'completed',
      role: 'assistant',
      content: [
        choice.refusal
          ? { type: 'refusal', refusal: choice.refusal }
          : { type: 'output_text', text: choice.text, annotations: [], logprobs: [] },
      ],
    });
  }
  return items;
}

/** Returns a response object in one of its states; it repeats settings of the request. */
export function responseObject(
  authorized: AuthorizedRequest,
  { body, turn }: ResponsesRequest,
  state: { status: string; output: JsonRecord[]; usage: Usage | null; createdAt: number },
): JsonRecord {
  const reasoning = asRecord(body.reasoning);
  return {
    id: responseId(authorized),
    object: 'response',
    created_at: state.createdAt,
    status: state.status,
    background: false,
    error: null,
    incomplete_details: state.status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: turn.maxTokens,
    model: turn.model,
    output: state.output,
    parallel_tool_calls: turn.parallelCalls,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: reasoning.effort ?? null, summary: reasoning.summary ?? null },
    service_tier: 'default',
    store: body.store !== false,
    temperature: turn.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: state.usage === null ? null : responsesUsage(state.usage),
    user: null,
    metadata: asRecord(body.metadata),
  };
}

export const responseId = (authorized: AuthorizedRequest): string => `resp_${authorized.requestId}`;

export const responsesUsage = (usage: Usage): JsonRecord => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
});

/** Writes a reply as a response object, whole or as typed events, and remembers it unless `store` is false. */
export function responsesReply(authorized: AuthorizedRequest, request: ResponsesRequest, answer: ModelReply): Reply {
  const choice = answer.choices[0] as Choice;
  const createdAt = Math.floor(Date.now() / 1000);
  const output = outputItems(authorized, request, choice);
  const status = choice.finish === 'length' ? 'incomplete' : 'completed';
  const finished = responseObject(authorized, request, { status, output, usage: answer.usage, createdAt });
  if (request.body.store !== false) {
    const { text, refusal, calls } = choice;
    const message: Message = { ...textMessage('assistant', text || refusal), calls };
    authorized.gateway.responses.keep(
      responseId(authorized),
      [...request.turn.messages, message],
      choice.reasoning !== '',
    );
  }
  if (!request.isStreamed) return jsonReply(finished, 'responses', answer.usage.output);
  const begun = responseObject(authorized, request, { status: 'in_progress', output: [], usage: null, createdAt });
  return eventReply(numbered(responseEvents(begun, finished, output)), 'responses');
}

interface TypedEvent {
  mark: Mark;
  event: JsonRecord & { type: string };
  tokens?: number;
}

/** Adds a sequence number to every event, and its name, which repeats the type. */
function* numbered(events: Iterable<TypedEvent>): Generator<Step> {
  let number = 0;
  for (const { mark, event, tokens = 0 } of events) {
    const { type, ...rest } = event;
    yield { do: 'send', mark, event: type, document: { type, sequence_number: number++, ...rest }, tokens };
  }
}

function* responseEvents(begun: JsonRecord, finished: JsonRecord, output: JsonRecord[]): Generator<TypedEvent> {
  yield { mark: 'open', event: { type: 'response.created', response: begun } };
  yield { mark: 'open', event: { type: 'response.in_progress', response: begun } };
  for (const [index, item] of output.entries()) {
    if (item.type === 'reasoning') yield* reasoningEvents(item, index);
    else if (item.type === 'function_call') yield* callEvents(item, index);
    else yield* messageEvents(item, index);
  }
  yield { mark: 'finish', event: { type: `response.${finished.status}`, response: finished } };
}

function* itemEvents(
  item: JsonRecord,
  index: number,
  empty: JsonRecord,
  inner: Iterable<TypedEvent>,
): Generator<TypedEvent> {
  const begun = 'status' in item ? { ...item, ...empty, status: 'in_progress' } : { ...item, ...empty };
  yield { mark: 'frame', event: { type: 'response.output_item.added', output_index: index, item: begun } };
  yield* inner;
  yield { mark: 'frame', event: { type: 'response.output_item.done', output_index: index, item } };
}

function* deltas(mark: Mark, type: string, place: JsonRecord, text: string): Generator<TypedEvent> {
  for (const delta of tokenize(text)) yield { mark, event: { type, ...place, delta }, tokens: 1 };
}

function reasoningEvents(item: JsonRecord, index: number): Generator<TypedEvent> {
  const text = asText(asRecord(asList(item.summary)[0]).text);
  const place = { item_id: item.id, output_index: index, summary_index: 0 };
  const name = 'response.reasoning_summary';
  function* inner(): Generator<TypedEvent> {
    const part = { type: 'summary_text', text: '' };
    yield { mark: 'frame', event: { type: `${name}_part.added`, ...place, part } };
    yield* deltas('reasoning', `${name}_text.delta`, place, text);
    yield { mark: 'frame', event: { type: `${name}_text.done`, ...place, text } };
    yield { mark: 'frame', event: { type: `${name}_part.done`, ...place, part: { ...part, text } } };
  }
  return itemEvents(item, index, { summary: [] }, inner());
}

function callEvents(item: JsonRecord, index: number): Generator<TypedEvent> {
  const place = { item_id: item.id, output_index: index };
  const text = asText(item.arguments);
  const name = 'response.function_call_arguments';
  function* inner(): Generator<TypedEvent> {
    yield* deltas('tool', `${name}.delta`, place, text);
    yield { mark: 'frame', event: { type: `${name}.done`, ...place, name: item.name, arguments: text } };
  }
  return itemEvents(item, index, { arguments: '' }, inner());
}

function messageEvents(item: JsonRecord, index: number): Generator<TypedEvent> {
  const part = asRecord(asList(item.content)[0]);
  const place = { item_id: item.id, output_index: index, content_index: 0 };
  const isRefusal = part.type === 'refusal';
  const field = isRefusal ? 'refusal' : 'text';
  const name = isRefusal ? 'response.refusal' : 'response.output_text';
  const text = asText(part[field]);
  const logprobs = isRefusal ? {} : { logprobs: [] };
  function* inner(): Generator<TypedEvent> {
    yield { mark: 'frame', event: { type: 'response.content_part.added', ...place, part: { ...part, [field]: '' } } };
    yield* deltas('text', `${name}.delta`, { ...place, ...logprobs }, text);
    yield { mark: 'frame', event: { type: `${name}.done`, ...place, ...logprobs, [field]: text } };
    yield { mark: 'frame', event: { type: 'response.content_part.done', ...place, part } };
  }
  return itemEvents(item, index, { content: [] }, inner());
}
