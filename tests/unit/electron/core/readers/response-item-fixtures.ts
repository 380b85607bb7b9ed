import type { AnswerFixture } from '../../../../support/readers/read-answer.ts';
import {
  argumentsDelta,
  call,
  completed,
  counts,
  created,
  delta,
  message,
  named,
  responses,
} from '../../../../support/readers/response-events.ts';

/** Reasoning, calls, items, and whole responses. */
export const responseItemFixtures: AnswerFixture[] = [
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
