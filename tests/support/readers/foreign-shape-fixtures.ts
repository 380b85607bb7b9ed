import { type AnswerFixture, done, sse, stop } from './read-answer.ts';

const lines = (...documents: unknown[]) => documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const whole = { head: { streamAsked: false } };
const foreign = 'warning unknown-shape';

const chat = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name: `chat: ${name}`,
  kind: 'chat',
  body,
  tells,
  verdict: 'complete',
  ...rest,
});

const piece = (content: string, rest: Record<string, unknown> = {}) => ({
  model: 'm',
  message: { role: 'assistant', content },
  done: false,
  ...rest,
});

/** Replies in the form of another API on a text route: read by their structure, with one warning. */
export const foreignShapeFixtures: AnswerFixture[] = [
  chat(
    'lines of messages, as Ollama streams them',
    lines(
      piece('Ha'),
      piece('Ha'),
      piece('', { message: { role: 'assistant', content: '', thinking: 'hm' } }),
      piece('', { done: true, done_reason: 'stop', prompt_eval_count: 4, eval_count: 2 }),
    ),
    ['id null m', foreign, 'text HaHa', 'reasoning hm', 'finish stop', 'usage 4/2/null rnull cnull'],
  ),
  chat(
    'one message of Ollama with calls',
    JSON.stringify({
      ...piece('', { done: true, done_reason: 'length' }),
      message: { role: 'assistant', content: 'a', tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] },
    }),
    [
      'id null m',
      foreign,
      'text a',
      'finish length',
      'warning cut-short',
      'call 0 :f {"x":1}',
      'warning truncated-arguments',
    ],
    whole,
  ),
  chat('text alone', lines({ response: 'a', done: false }, { response: 'b', done: true }), [
    foreign,
    'text ab',
    'finish stop',
  ]),
  chat('the convenience field alone', '{"output_text":"Hey","id":"r"}', ['id r null', foreign, 'text Hey'], whole),
  chat(
    'events of Anthropic',
    [
      {
        type: 'message_start',
        message: { id: 'msg', model: 'm', content: [], usage: { input_tokens: 9, cache_read_input_tokens: 3 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hey' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"x"' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ':1}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]
      .map((event) => `event: ${event.type}\n${sse(event)}`)
      .join(''),
    [
      'id msg m',
      foreign,
      'reasoning hm',
      'text Hey',
      'finish tool_use',
      'warning finish-odd',
      'usage 9/5/null rnull c3',
      'call 0 t:f {"x":1}',
    ],
  ),
  chat(
    'a message of Anthropic',
    JSON.stringify({
      type: 'message',
      id: 'msg',
      model: 'm',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'Hey' },
      ],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
    [
      'id msg m',
      foreign,
      'reasoning hm',
      'text Hey',
      'finish max_tokens',
      'warning cut-short',
      'warning finish-odd',
      'usage 1/2/null rnull cnull',
    ],
    whole,
  ),
  chat(
    'a completion in an envelope',
    JSON.stringify({
      code: 0,
      msg: 'ok',
      data: { id: 'c', choices: [{ message: { content: 'Hey' }, finish_reason: 'stop' }] },
    }),
    ['id c null', foreign, 'text Hey', 'finish stop'],
    whole,
  ),
  chat(
    'a list of chunks',
    JSON.stringify([
      { choices: [{ delta: { content: 'He' } }] },
      { choices: [{ delta: { content: 'y' }, finish_reason: 'stop' }] },
    ]),
    ['text Hey', 'finish stop'],
    whole,
  ),
  chat(
    'messages of which each begins with the one before',
    `${['He', 'Hey', 'Hey', 'Hey you'].map((content) => sse({ choices: [{ message: { content } }] })).join('')}${stop}${done}`,
    ['text Hey you', 'finish stop'],
  ),
  chat(
    'messages that are pieces',
    `${['Ha', 'ha', 'ha'].map((content) => sse({ choices: [{ message: { content } }] })).join('')}${stop}${done}`,
    ['text Hahaha', 'finish stop'],
  ),
  ...(
    [
      ['separators', 'response.output-text.delta', 'response/completed'],
      ['no prefix', 'output_text.delta', 'response.completed'],
      ['capitals', 'RESPONSE_OUTPUT_TEXT_DELTA', 'Response.Completed'],
    ] as const
  ).map(
    ([name, delta, end]): AnswerFixture => ({
      name: `responses: event types with other spelling: ${name}`,
      kind: 'responses',
      body: `${sse({ type: delta, delta: 'Hey' })}${sse({ type: end, response: { status: 'completed' } })}`,
      tells: ['text Hey', foreign, 'finish completed'],
      verdict: 'complete',
    }),
  ),
  {
    name: 'responses: the type only in the name of the event, the text in other fields',
    kind: 'responses',
    body: `event: response.output_text.delta\n${sse({ text: 'He' })}event: response.output_text.delta\n${sse({ content: 'y' })}event: response.completed\n${sse({ response: { status: 'completed' } })}`,
    tells: ['text Hey', 'finish completed'],
    verdict: 'complete',
  },
  {
    name: 'responses: unknown deltas by the words in their types',
    kind: 'responses',
    body: `${sse({ type: 'response.thinking.delta', delta: 'hm' })}${sse({ type: 'response.text.delta', delta: 'Hey' })}${sse({ type: 'response.code_interpreter_call_code.delta', delta: 'print' })}${sse({ type: 'response.completed', response: {} })}`,
    tells: ['reasoning hm', foreign, 'text Hey', 'finish completed'],
    verdict: 'complete',
  },
  {
    name: 'native: inside an envelope, and in snake case',
    kind: 'native',
    body: sse({
      response: {
        response_id: 'n',
        model_version: 'g',
        candidates: [{ content: { parts: [{ text: 'Hey' }] }, finish_reason: 'STOP' }],
        usage_metadata: { prompt_token_count: 1, candidates_token_count: 2 },
      },
    }),
    tells: ['id n g', 'text Hey', 'finish STOP', 'usage 1/2/null rnull cnull'],
    verdict: 'complete',
  },
];
