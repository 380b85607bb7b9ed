import { type AnswerFixture, sse } from './read-answer.ts';

export type Event = Record<string, unknown> & { type: string };

export const named = (...events: Event[]): string =>
  events.map((event, sequence) => `event: ${event.type}\n${sse({ sequence_number: sequence, ...event })}`).join('');

export const created: Event = {
  type: 'response.created',
  response: { id: 'r1', model: 'm', status: 'in_progress', output: [], usage: null },
};
export const delta = (text: string, rest: Record<string, unknown> = {}): Event => ({
  type: 'response.output_text.delta',
  output_index: 0,
  content_index: 0,
  item_id: 'm1',
  delta: text,
  ...rest,
});
export const message = (text: string, rest: Record<string, unknown> = {}) => ({
  type: 'message',
  id: 'm1',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...rest,
});
export const completed = (output: unknown[], rest: Record<string, unknown> = {}): Event => ({
  type: 'response.completed',
  response: {
    id: 'r1',
    model: 'm',
    status: 'completed',
    error: null,
    output,
    usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3, output_tokens_details: { reasoning_tokens: 0 } },
    ...rest,
  },
});
export const counts = 'usage 1/2/3 r0 cnull';

export const responses = (
  name: string,
  body: string,
  tells: string[],
  rest: Partial<AnswerFixture> = {},
): AnswerFixture => ({
  name,
  kind: 'responses',
  body,
  tells,
  verdict: 'complete',
  finished: true,
  ...rest,
});

export const argumentsDelta = (text: string): Event => ({
  type: 'response.function_call_arguments.delta',
  output_index: 0,
  item_id: 'f1',
  delta: text,
});
export const call = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'f' };
