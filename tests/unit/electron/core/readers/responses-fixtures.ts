import { type AnswerFixture, sse } from './read-answer.ts';

type Event = Record<string, unknown> & { type: string };

const named = (...events: Event[]): string =>
  events.map((event, sequence) => `event: ${event.type}\n${sse({ sequence_number: sequence, ...event })}`).join('');

const created: Event = {
  type: 'response.created',
  response: { id: 'r1', model: 'm', status: 'in_progress', output: [], usage: null },
};
const delta = (text: string, rest: Record<string, unknown> = {}): Event => ({
  type: 'response.output_text.delta',
  output_index: 0,
  content_index: 0,
  item_id: 'm1',
  delta: text,
  ...rest,
});
const message = (text: string, rest: Record<string, unknown> = {}) => ({
  type: 'message',
  id: 'm1',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...rest,
});
const completed = (output: unknown[], rest: Record<string, unknown> = {}): Event => ({
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
const counts = 'usage 1/2/3 r0 cnull';

const responses = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'responses',
  body,
  tells,
  verdict: 'complete',
  finished: true,
  ...rest,
});

const argumentsDelta = (text: string): Event => ({
  type: 'response.function_call_arguments.delta',
  output_index: 0,
  item_id: 'f1',
  delta: text,
});
const call = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'f' };

export const responsesFixtures: AnswerFixture[] = [
  responses('deltas, then the whole', named(created, delta('He'), delta('y'), completed([message('Hey')])), [
    'id r1 m',
    'text Hey',
    counts,
    'finish completed',
  ]),
  responses('the whole differs from the deltas', named(created, delta('He'), completed([message('Hallo')])), [
    'id r1 m',
    'text He',
    counts,
    'finish completed',
    'final Hallo',
  ]),
  responses(
    'the text event corrects the deltas, the last output is empty',
    named(
      created,
      delta('He'),
      { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hallo' },
      completed([]),
    ),
    ['id r1 m', 'text He', counts, 'finish completed', 'final Hallo'],
  ),
  responses('the last output is empty', named(created, delta('Hey'), completed([])), [
    'id r1 m',
    'text Hey',
    counts,
    'finish completed',
  ]),
  responses('only the last event holds text', named(created, completed([message('Hey')])), [
    'id r1 m',
    'text Hey',
    counts,
    'finish completed',
  ]),
  responses(
    'event names missing, a keep-alive, no sequence numbers, a float time',
    [
      created,
      { type: 'keepalive' },
      delta('Hey'),
      { type: 'response.unknown.progress' },
      completed([message('Hey')], { created_at: 1.5 }),
    ]
      .map((event) => sse(event))
      .join(''),
    ['id r1 m', 'text Hey', counts, 'finish completed'],
  ),
  responses(
    'stale event names',
    named(created, delta('Hey')).replaceAll('event: response.output_text.delta', 'event: response.created') +
      named(completed([])),
    ['id r1 m', 'text Hey', counts, 'finish completed'],
  ),
  responses('cut before the last event', named(created, delta('He')), ['id r1 m', 'text He'], {
    verdict: 'truncated',
    code: 'no-terminal',
    finished: false,
  }),
  responses(
    'an end mark instead of the last event',
    `${named(created, delta('He'))}data: [DONE]\n\n`,
    ['id r1 m', 'text He'],
    {
      verdict: 'truncated',
      code: 'no-terminal',
    },
  ),
  responses(
    'numbers that show a loss and a repetition',
    sse({ sequence_number: 0, ...created }) +
      sse({ sequence_number: 1, ...delta('a') }) +
      sse({ sequence_number: 1, ...delta('a') }) +
      sse({ sequence_number: 4, ...delta('b') }) +
      sse({ sequence_number: 5, ...completed([]) }),
    ['id r1 m', 'text ab', counts, 'finish completed', 'warning events-lost', 'warning duplicate-events'],
  ),
  responses(
    'every event has number 0',
    [created, delta('a'), delta('a'), completed([])].map((event) => sse({ sequence_number: 0, ...event })).join(''),
    ['id r1 m', 'text aa', counts, 'finish completed'],
  ),
  responses(
    'two messages, interleaved by place',
    named(
      created,
      delta('A'),
      delta('B', { output_index: 1, item_id: 'm2' }),
      delta('a'),
      completed([message('Aa'), message('B', { id: 'm2' })]),
    ),
    ['id r1 m', 'text ABa', counts, 'finish completed', 'final AaB'],
  ),
  responses(
    'places by item id alone',
    named(
      created,
      delta('A', { output_index: undefined }),
      { type: 'response.output_text.done', item_id: 'm1', text: 'Aa' },
      completed([]),
    ),
    ['id r1 m', 'text Aa', counts, 'finish completed'],
  ),
  responses('a flat error event', named({ type: 'error', code: 'server_error', message: 'x', param: null }), [], {
    verdict: 'failed',
    code: 'server',
  }),
  responses(
    'a nested error event',
    'event: error\ndata: {"type":"error","sequence_number":2,"error":{"code":"request_timeout","message":"x"}}\n\n',
    [],
    { verdict: 'failed', code: 'upstream' },
  ),
  responses(
    'an error event that is plain text',
    `${named(created, delta('a'))}event: error\ndata: upstream went away\n\n`,
    ['id r1 m', 'text a'],
    {
      verdict: 'failed',
      code: 'in-band',
    },
  ),
  responses(
    'a failed response',
    named(created, delta('a'), {
      type: 'response.failed',
      response: {
        id: 'r1',
        status: 'failed',
        error: { code: 'rate_limit_exceeded', message: 'slow' },
        output: [],
        usage: null,
      },
    }),
    ['id r1 m', 'text a'],
    { verdict: 'failed', code: 'rate-limited' },
  ),
  responses(
    'nothing is read after the failure',
    named(created, { type: 'response.failed', response: { status: 'failed', error: null } }, delta('late')),
    ['id r1 m'],
    { verdict: 'failed', code: 'in-band' },
  ),
  responses(
    'incomplete by the token limit, all spent on reasoning',
    named(created, {
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [],
        usage: { output_tokens: 5, output_tokens_details: { reasoning_tokens: 5 } },
      },
    }),
    ['id r1 m', 'usage null/5/null r5 cnull', 'finish max_output_tokens'],
    { verdict: 'empty', code: 'empty', finishReason: 'max_output_tokens' },
  ),
  responses(
    'incomplete by a filter',
    named(created, delta('a'), {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    }),
    ['id r1 m', 'text a', 'finish content_filter'],
  ),
  responses(
    'reasoning summaries in parts, and raw reasoning',
    named(
      created,
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'one' },
      { type: 'response.reasoning_summary_text.done', output_index: 0, summary_index: 0, text: 'one' },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'two' },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'reasoning', id: 'rs', summary: [{ text: 'one' }, { text: 'two' }] },
      },
      delta('a', { output_index: 1 }),
      completed([{ type: 'reasoning', id: 'rs', summary: [{ text: 'one' }, { text: 'two' }] }, message('a')]),
    ),
    ['id r1 m', 'reasoning one\n\ntwo', 'text a', counts, 'finish completed'],
  ),
  responses(
    'reasoning under its old names',
    named(
      created,
      { type: 'response.reasoning_summary.delta', delta: { text: 'x' } },
      { type: 'response.reasoning.delta', delta: 'y' },
      delta('a'),
      completed([]),
    ),
    ['id r1 m', 'reasoning xy', 'text a', counts, 'finish completed'],
  ),
  responses(
    'a function call in pieces',
    named(
      created,
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
      argumentsDelta('{"x"'),
      argumentsDelta(':1}'),
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"x":1}' },
      { type: 'response.output_item.done', output_index: 0, item: { ...call, arguments: '{"x":1}' } },
      completed([{ ...call, arguments: '{"x":1}' }]),
    ),
    ['id r1 m', 'call 0 c1:f {"x":1}', counts, 'finish completed'],
  ),
  responses(
    'two calls at one place, and one with an object',
    named(
      created,
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
      argumentsDelta('{"x":1}'),
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...call, id: 'f2', call_id: 'c2', arguments: '' },
      },
      argumentsDelta('{"y":2}'),
      completed([{ ...call, id: 'f3', call_id: 'c3', arguments: { z: 3 } }]),
    ),
    ['id r1 m', 'call 2 c3:f {"z":3}', counts, 'finish completed', 'call 0 c1:f {"x":1}', 'call 1 c2:f {"y":2}'],
  ),
  responses(
    'a custom tool call',
    named(
      created,
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'custom_tool_call', id: 'f1', call_id: 'c1', name: 'f', input: '' },
      },
      { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'free' },
      completed([{ type: 'custom_tool_call', call_id: 'c1', name: 'f', input: 'free' }]),
    ),
    ['id r1 m', 'call 0 c1:f free', counts, 'finish completed'],
  ),
  responses(
    'other items, images, sources, sound, refusal',
    named(
      created,
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'web_search_call', id: 'w1', status: 'completed' },
      },
      {
        type: 'response.image_generation_call.partial_image',
        output_index: 1,
        partial_image_b64: 'iVBORw0KGgo=',
        partial_image_index: 0,
      },
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: { type: 'image_generation_call', id: 'i1', result: 'iVBORw0KGgp=' },
      },
      {
        type: 'response.output_text.annotation.added',
        annotation: { type: 'url_citation', url: 'https://s', title: 'S' },
      },
      { type: 'response.audio.delta', delta: 'AAAA' },
      { type: 'response.audio.transcript.delta', delta: 'hi' },
      { type: 'response.refusal.delta', output_index: 2, delta: 'no' },
      completed([
        { type: 'web_search_call', id: 'w1' },
        { type: 'image_generation_call', id: 'i1', result: 'x' },
        { type: 'compaction', id: 'k' },
      ]),
    ),
    [
      'id r1 m',
      'item web_search_call',
      'image image/png iVBORw0KGgo= partial 0',
      'image image/png iVBORw0KGgp=',
      'citation https://s S',
      'audio audio/pcm;rate=24000 AAAA|',
      'audio audio/pcm;rate=24000 |hi',
      'refusal no',
      'item compaction',
      counts,
      'finish completed',
    ],
  ),
  responses(
    'in one piece',
    JSON.stringify(
      completed([{ type: 'reasoning', summary: [{ text: 'hm' }] }, message('Hey'), { ...call, arguments: '{}' }])
        .response,
    ),
    ['id r1 m', 'reasoning hm', 'text Hey', 'call 0 c1:f {}', counts, 'finish completed'],
    { head: { streamAsked: false }, finished: false },
  ),
  responses(
    'in one piece, only the convenience field',
    JSON.stringify({ object: 'response', status: 'completed', output_text: 'Hey' }),
    ['text Hey', 'finish completed'],
    {
      head: { streamAsked: false },
      finished: false,
    },
  ),
  responses(
    'in one piece, still queued',
    JSON.stringify({ object: 'response', id: 'r', status: 'queued', output: [] }),
    ['id r null'],
    {
      head: { streamAsked: false },
      verdict: 'truncated',
      code: 'no-terminal',
      finished: false,
    },
  ),
  {
    name: 'a compacted conversation',
    kind: 'compact',
    head: { streamAsked: false },
    body: JSON.stringify({
      id: 'k1',
      object: 'response.compaction',
      output: [message('earlier'), { type: 'compaction', encrypted_content: 'zz' }],
      usage: { input_tokens: 9, output_tokens: 1 },
    }),
    tells: ['id k1 null', 'item message', 'item compaction', 'usage 9/1/null rnull cnull'],
    verdict: 'complete',
  },
  {
    name: 'a compacted conversation, streamed all the same',
    kind: 'compact',
    head: { streamAsked: false },
    body: named(
      { type: 'response.created', response: { output: [] } },
      { type: 'response.completed', response: { output: [{ type: 'compaction' }] } },
    ),
    tells: ['warning stream-for-json', 'item compaction'],
    verdict: 'complete',
    finished: true,
  },
];
