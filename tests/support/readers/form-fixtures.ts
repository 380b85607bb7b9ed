import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

const calls = { finish_reason: 'tool_calls' };
const toolDelta = (call: Record<string, unknown>) => chunk({ tool_calls: [call] });

const chat = (name: string, body: string, tells: string[], form: unknown[] | undefined): AnswerFixture => ({
  name,
  kind: 'chat',
  body,
  tells,
  verdict: 'complete',
  form: form ?? [],
});

const chatForms: AnswerFixture[] = [
  chat('text alone needs no form', `${chunk({ content: 'a' })}${stop}${done}`, ['text a', 'finish stop'], undefined),
  chat(
    'plain calls need no form',
    `${toolDelta({ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } })}${chunk({}, calls)}${done}`,
    ['finish tool_calls', 'call 0 c1:f {}'],
    undefined,
  ),
  chat(
    'reasoning before a call, under the name it came with',
    `${chunk({ reasoning_content: 'Look ' })}${chunk({ reasoning_content: 'it up.', content: null })}${toolDelta({ index: 0, id: 'c1', function: { name: 'f', arguments: '{"a"' } })}${toolDelta({ index: 0, function: { arguments: ':1}' } })}${chunk({}, calls)}${done}`,
    ['reasoning Look it up.', 'finish tool_calls', 'call 0 c1:f {"a":1}'],
    [
      {
        role: 'assistant',
        reasoning_content: 'Look it up.',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
    ],
  ),
  chat(
    'signatures of calls, on the entry, inside its function and in a delta of their own',
    [
      toolDelta({
        index: 0,
        id: 'c1',
        function: { name: 'f', arguments: '{}' },
        extra_content: { google: { thought_signature: 'S1' } },
      }),
      toolDelta({ index: 1, id: 'c2', function: { name: 'g', arguments: '{}', thought_signature: 'S2' } }),
      toolDelta({ index: 1, provider_specific_fields: { thought_signature: 'S3' } }),
      toolDelta({ index: 1, provider_specific_fields: { thought_signature: 'S3' } }),
      chunk({}, calls),
      done,
    ].join(''),
    ['finish tool_calls', 'call 0 c1:f {}', 'call 1 c2:g {}'],
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            extra_content: { google: { thought_signature: 'S1' } },
            id: 'c1',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
          },
          {
            function: { thought_signature: 'S2', name: 'g', arguments: '{}' },
            provider_specific_fields: { thought_signature: 'S3' },
            id: 'c2',
            type: 'function',
          },
        ],
      },
    ],
  ),
  chat(
    'reasoning details by index and type: texts are joined, signatures are not doubled',
    [
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'One ', index: 0, format: 'x' }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'two', index: 0, signature: null }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', signature: 'SIG', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', signature: 'SIG', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'ENC', index: 0 }] }),
      chunk({ content: 'Done' }),
      stop,
      done,
    ].join(''),
    ['reasoning One two', 'text Done', 'finish stop'],
    [
      {
        role: 'assistant',
        reasoning_details: [
          { type: 'reasoning.text', text: 'One two', index: 0, format: 'x', signature: 'SIG' },
          { type: 'reasoning.encrypted', data: 'ENC', index: 0 },
        ],
        content: 'Done',
      },
    ],
  ),
  chat(
    'thinking blocks without an index: a signature ends a block',
    [
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: 'a' }] }),
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: 'b', signature: '' }] }),
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'S1' }] }),
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: 'c' }] }),
      chunk({ thinking_blocks: [{ type: 'redacted_thinking', data: 'R' }] }),
      chunk({ content: 'x' }),
      stop,
      done,
    ].join(''),
    ['reasoning abc', 'text x', 'finish stop'],
    [
      {
        role: 'assistant',
        thinking_blocks: [
          { type: 'thinking', thinking: 'ab', signature: 'S1' },
          { type: 'thinking', thinking: 'c' },
          { type: 'redacted_thinking', data: 'R' },
        ],
        content: 'x',
      },
    ],
  ),
  chat(
    'a list as content, with the thinking that belongs to the calls',
    [
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: ', so' }] }] }),
      chunk({ content: 'An' }),
      chunk({ content: 'swer' }),
      stop,
      done,
    ].join(''),
    ['reasoning Hm, so', 'text Answer', 'finish stop'],
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm, so' }] },
          { type: 'text', text: 'Answer' },
        ],
      },
    ],
  ),
  chat(
    'reasoning inside the content belongs to the calls',
    `${chunk({ content: '<think>why' })}${chunk({ content: '</think>\nwait' })}${toolDelta({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' } })}${chunk({}, calls)}${done}`,
    ['reasoning why', 'text wait', 'finish tool_calls', 'call 0 c1:f {}'],
    [
      {
        role: 'assistant',
        content: '<think>why</think>\nwait',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    ],
  ),
  chat(
    'a whole message takes precedence over its deltas',
    `${chunk({ reasoning_content: 'a', content: 'b' })}${sse({ choices: [{ index: 0, message: { role: 'assistant', reasoning_content: 'a', content: 'b', opaque: { id: 7 } }, finish_reason: 'stop' }] })}${done}`,
    ['reasoning a', 'text b', 'finish stop'],
    [{ role: 'assistant', reasoning_content: 'a', opaque: { id: 7 }, content: 'b' }],
  ),
  {
    ...chat(
      'an unstreamed message',
      JSON.stringify({
        choices: [
          {
            message: {
              role: 'assistant',
              content: '',
              annotations: [],
              reasoning: 'r',
              refusal: null,
              tool_calls: [{ id: '', type: 'function', function: { name: 'f', arguments: {} }, signature: 's' }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      }),
      ['reasoning r', 'finish tool_calls', 'call 0 :f {}'],
      [
        {
          role: 'assistant',
          reasoning: 'r',
          content: null,
          tool_calls: [{ signature: 's', id: '', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      ],
    ),
    head: { streamAsked: false },
  },
  {
    ...chat(
      'a stream that was cut has no form',
      chunk({ reasoning_content: 'a', content: 'b' }),
      ['reasoning a', 'text b'],
      undefined,
    ),
    verdict: 'truncated',
    code: 'no-terminal',
  },
];

const event = (type: string, more: Record<string, unknown>) => sse({ type, ...more });
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'ENC' };
const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}' };
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
};

const responses = (name: string, body: string, tells: string[], form: unknown[]): AnswerFixture => ({
  name,
  kind: 'responses',
  body,
  tells,
  verdict: 'complete',
  form,
});

const responsesForms: AnswerFixture[] = [
  responses(
    'items of the last document, with what only their events contained',
    [
      event('response.output_item.done', { output_index: 0, item: reasoning }),
      event('response.output_item.done', { output_index: 1, item: call }),
      event('response.completed', {
        response: { status: 'completed', output: [{ id: 'rs_1', type: 'reasoning', summary: [] }, call] },
      }),
    ].join(''),
    ['finish completed', 'call 0 call_1:f {}'].toReversed(),
    [reasoning, call],
  ),
  responses(
    'items of the events, in their order, where the last document has none',
    [
      event('response.output_item.done', { output_index: 1, item: call }),
      event('response.output_item.done', { output_index: 0, item: reasoning }),
      event('response.completed', { response: { status: 'completed', output: [] } }),
    ].join(''),
    ['call 0 call_1:f {}', 'finish completed'],
    [reasoning, call],
  ),
  responses(
    'messages and calls alone need no form',
    event('response.completed', { response: { status: 'completed', output: [message, call] } }),
    ['text Hi', 'call 0 call_1:f {}', 'finish completed'],
    [],
  ),
  responses(
    'the phase of a message belongs to it',
    event('response.completed', { response: { status: 'completed', output: [{ ...message, phase: 'commentary' }] } }),
    ['text Hi', 'finish completed'],
    [{ ...message, phase: 'commentary' }],
  ),
];

const native = (name: string, events: unknown[], tells: string[], form: unknown[]): AnswerFixture => ({
  name,
  kind: 'native',
  body: events.map((value) => sse(value)).join(''),
  tells,
  verdict: 'complete',
  form,
});
const parts = (...list: unknown[]) => ({ candidates: [{ content: { role: 'model', parts: list }, index: 0 }] });
const end = { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }] };

const nativeForms: AnswerFixture[] = [
  native(
    'a signed call keeps its id and its place between texts',
    [
      parts({ text: 'think', thought: true }),
      parts({ text: ' more', thought: true }),
      parts({ text: 'Let ' }),
      parts({ text: 'me ' }),
      parts({ functionCall: { name: 'f', id: 'x1', args: { a: 1 } }, thoughtSignature: 'S1' }),
      end,
    ],
    ['reasoning think more', 'text Let me ', 'call 0 x1:f {"a":1}', 'finish STOP'],
    [
      { text: 'think more', thought: true },
      { text: 'Let me ' },
      { functionCall: { name: 'f', id: 'x1', args: { a: 1 } }, thoughtSignature: 'S1' },
    ],
  ),
  native(
    'a signature on text and on an empty text',
    [
      parts({ text: 'a' }),
      parts({ text: 'b', thoughtSignature: 'S1' }),
      parts({ text: 'c' }),
      parts({ text: '', thoughtSignature: 'S2' }),
      end,
    ],
    ['text abc', 'finish STOP'],
    [{ text: 'a' }, { text: 'b', thoughtSignature: 'S1' }, { text: 'c' }, { text: '', thoughtSignature: 'S2' }],
  ),
  native(
    'code execution',
    [
      parts({ executableCode: { language: 'PYTHON', code: '1' } }),
      parts({ codeExecutionResult: { outcome: 'OK', output: '1' } }),
      end,
    ],
    ['item executableCode', 'item codeExecutionResult', 'finish STOP'],
    [{ executableCode: { language: 'PYTHON', code: '1' } }, { codeExecutionResult: { outcome: 'OK', output: '1' } }],
  ),
  native(
    'a call whose arguments arrive value by value',
    [
      parts({ functionCall: { name: 'f', id: 'x1', willContinue: true }, thoughtSignature: 'S1' }),
      parts({ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue: 'one' }], willContinue: true } }),
      parts({ functionCall: {} }),
      end,
    ],
    ['call 0 x1:f {"a":"one"}', 'finish STOP'],
    [{ functionCall: { id: 'x1', name: 'f', args: { a: 'one' } }, thoughtSignature: 'S1' }],
  ),
  native(
    'text, thoughts, calls and images alone need no form',
    [parts({ text: 'a', thought: true }, { text: 'b' }, { functionCall: { name: 'f', args: {} } }), end],
    ['reasoning a', 'text b', 'call 0 :f {}', 'finish STOP'],
    [],
  ),
];

/** What of a reply the next request must contain, besides its text and its calls. */
export const formFixtures: AnswerFixture[] = [...chatForms, ...responsesForms, ...nativeForms];
