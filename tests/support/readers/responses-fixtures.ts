import { type AnswerFixture, sse } from './read-answer.ts';
import { completed, counts, created, delta, message, named, responses } from './response-events.ts';

/** Text, ends and failures of Responses API responses. */
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
    ['id r1 m', 'usage null/5/null r5 cnull', 'finish max_output_tokens', 'warning cut-short'],
    { verdict: 'empty', code: 'empty', finishReason: 'max_output_tokens' },
  ),
  responses(
    'incomplete by a filter',
    named(created, delta('a'), {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    }),
    ['id r1 m', 'text a', 'finish content_filter', 'warning filtered'],
  ),
];
