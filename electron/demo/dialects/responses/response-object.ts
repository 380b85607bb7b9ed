import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asRecord, type JsonRecord } from '../../json-value.ts';
import type { Choice, Usage } from '../../language/turn.ts';
import type { ResponsesRequest } from './responses-request.ts';

/** The parts of an answer as output items, in the order in which they are made. */
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

/** A response object in one of its states; settings of the request are repeated in it. */
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
