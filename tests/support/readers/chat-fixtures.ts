import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

const chat = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'chat',
  body,
  tells,
  verdict: 'complete',
  ...rest,
});

const counted = (rest: Record<string, unknown>) => sse({ choices: [], usage: rest });
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

/** What a stream of deltas may contain. */
export const chatFixtures: AnswerFixture[] = [
  chat(
    'a preamble without choices, then a chunk without the field',
    `${sse({ choices: [], prompt_filter_results: [] })}${sse({ id: 'c1', object: 'chat.completion.chunk', model: 'm' })}${chunk({ content: 'a' })}${stop}${sse({ usage })}${done}`,
    ['id c1 m', 'text a', 'finish stop', 'usage 3/2/5 rnull cnull'],
  ),
  chat(
    'usage with every chunk: the last counts',
    [1, 2]
      .map((n) => sse({ choices: [{ delta: { content: `${n}` } }], usage: { ...usage, completion_tokens: n } }))
      .join('') +
      sse({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: { ...usage, completion_tokens: 9 } }) +
      done,
    ['text 12', 'finish stop', 'usage 3/9/5 rnull cnull'],
  ),
  chat(
    'usage under both names, with details, beside a choice',
    sse({
      choices: [
        {
          delta: { content: 'a' },
          finish_reason: 'stop',
          usage: {
            prompt_tokens: 0,
            input_tokens: 7,
            completion_tokens: 4,
            output_tokens: 0,
            prompt_tokens_details: { cached_tokens: 6 },
            completion_tokens_details: { reasoning_tokens: 3 },
          },
        },
      ],
    }) + done,
    ['text a', 'finish stop', 'usage 7/4/null r3 c6'],
  ),
  chat('no finish reason before the end mark', `${chunk({ content: 'half' })}${done}`, ['text half'], {
    verdict: 'truncated',
    code: 'no-terminal',
    finished: true,
  }),
  chat('the stream is cut', chunk({ content: 'half' }), ['text half'], { verdict: 'truncated', code: 'no-terminal' }),
  chat(
    'finish reason and no end mark',
    `${chunk({ content: 'a' })}${stop}`,
    ['text a', 'finish stop', 'warning no-end-mark'],
    {
      finishReason: 'stop',
    },
  ),
  chat(
    'a finish reason that was made up, with nothing said',
    `${chunk({ role: 'assistant' })}${chunk({}, { finish_reason: 'other' })}${done}`,
    ['finish other', 'warning finish-odd'],
    { verdict: 'empty', code: 'empty', finishReason: 'other' },
  ),
  chat(
    'empty and quoted reasons mean none; the true one comes with text after it',
    `${chunk({ content: 'a' }, { finish_reason: '' })}${chunk({ content: 'b' }, { finish_reason: 'null' })}${stop}${chunk({ content: 'c' }, { finish_reason: 'stop' })}${done}`,
    ['text ab', 'finish stop', 'text c'],
  ),
  chat('a reason of another surface', `${chunk({ content: 'a' })}${chunk({}, { finish_reason: 'end_turn' })}${done}`, [
    'text a',
    'finish end_turn',
    'warning finish-odd',
  ]),
  chat(
    'the reason "error"',
    `${chunk({ content: 'a' })}${chunk({}, { finish_reason: 'error' })}${done}`,
    ['text a', 'finish error', 'warning finish-odd'],
    { verdict: 'failed', code: 'upstream' },
  ),
  ...['reasoning_content', 'reasoning', 'reasoning_summary', 'thinking'].map((field) =>
    chat(`reasoning in ${field}`, `${chunk({ [field]: 'hm' })}${chunk({ content: 'a' })}${stop}${done}`, [
      'reasoning hm',
      'text a',
      'finish stop',
    ]),
  ),
  chat(
    'reasoning under two names with the same text, and as details',
    `${chunk({ reasoning: 'x', reasoning_content: 'x' })}${chunk({
      reasoning_details: [
        { type: 'reasoning.text', text: 'y' },
        { type: 'reasoning.encrypted', data: 'zz' },
      ],
    })}${chunk({ content: 'a' })}${stop}${done}`,
    ['reasoning xy', 'text a', 'finish stop'],
  ),
  chat(
    'think tags cut by chunks',
    `${chunk({ content: '<thi' })}${chunk({ content: 'nk>plan</th' })}${chunk({ content: 'ink>answer' })}${stop}${done}`,
    ['reasoning plan', 'text answer', 'finish stop'],
  ),
  chat(
    'think tags on lines of their own',
    `${chunk({ content: '\n<think>\n' })}${chunk({ content: 'plan\n' })}${chunk({ content: '</think>\n' })}${chunk({ content: '\nanswer </think> x' })}${stop}${done}`,
    ['reasoning plan', 'text answer </think> x', 'finish stop'],
  ),
  chat(
    'a closing tag that was never opened',
    `${chunk({ content: 'plan\n</thi' })}${chunk({ content: 'nk>\n\nans' })}${chunk({ content: 'wer' })}${stop}${done}`,
    ['text plan\n', 'reasoning plan', 'text answer', 'finish stop', 'final answer'],
  ),
  chat(
    'an answer about the tags',
    `${chunk({ content: 'Write <think> and </think>:\n```\n' })}${chunk({ content: '</think>\n```' })}${stop}${done}`,
    ['text Write <think> and </think>:\n```\n</think>\n```', 'finish stop'],
  ),
  chat(
    'an answer that only looks like a tag at first',
    `${chunk({ content: '<th' })}${chunk({ content: 'ree' })}${stop}${done}`,
    ['text <three', 'finish stop'],
  ),
  chat('a tag that never closes', `${chunk({ content: '<think>so' })}${chunk({ content: '</thi' })}${stop}${done}`, [
    'reasoning so',
    'finish stop',
    'reasoning </thi',
  ]),
  chat(
    'content as a list of parts',
    chunk({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { type: 'refusal', refusal: 'no' },
        { type: 'widget', id: 1 },
      ],
    }) +
      stop +
      done,
    [
      'reasoning hm',
      'text a',
      'image image/png iVBORw0KGgo=',
      'refusal no',
      'item widget',
      'warning unknown-shape',
      'finish stop',
    ],
  ),
  chat(
    'images, audio, sources and a refusal in deltas',
    chunk({
      images: [{ type: 'image_url', image_url: { url: 'https://x/y.png' } }, { b64_json: 'UklGRhAAAABXRUJQ' }],
    }) +
      chunk({ audio: { id: 'au', data: '//sAAA==', transcript: 'he' } }) +
      chunk({ annotations: [{ type: 'url_citation', url_citation: { url: 'https://s/1', title: 'One' } }] }) +
      sse({ choices: [], citations: ['https://s/1', 'https://s/2'] }) +
      chunk({ refusal: 'I can' }) +
      chunk({ refusal: ' not' }) +
      stop +
      done,
    [
      'image image/* https://x/y.png',
      'image image/webp UklGRhAAAABXRUJQ',
      'audio audio/pcm;rate=24000 //sAAA==|he',
      'citation https://s/1 One',
      'citation https://s/2 null',
      'refusal I can not',
      'finish stop',
    ],
  ),
  chat(
    'two answers at once',
    sse({ choices: [{ index: 0, delta: { content: 'a' } }] }) +
      sse({ choices: [{ index: 1, delta: { content: 'b' } }] }) +
      sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      sse({ choices: [{ index: 1, delta: {}, finish_reason: 'length' }] }) +
      done,
    ['text a', '[1] text b', 'finish stop', '[1] finish length', 'warning cut-short'],
  ),
  chat(
    'one of two answers without its reason',
    `${sse({
      choices: [
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
        { index: 1, delta: { content: 'b' } },
      ],
    })}${done}`,
    ['text a', 'finish stop', '[1] text b'],
    { verdict: 'truncated', code: 'no-terminal' },
  ),
  chat(
    'a whole message after the deltas that said the same',
    `${chunk({ content: 'ab' })}${sse({ choices: [{ message: { content: 'abc' }, finish_reason: 'stop' }] })}${done}`,
    ['text abc', 'finish stop'],
  ),
  chat(
    'a whole message after deltas that said something else',
    `${chunk({ content: 'ab' })}${sse({ choices: [{ message: { content: 'xyz' }, finish_reason: 'stop' }] })}${done}`,
    ['text ab', 'finish stop', 'final xyz'],
  ),
  chat(
    'calls, images and sources that only the whole message has',
    `${chunk({ content: 'ab' })}${sse({ choices: [{ message: { content: 'ab', tool_calls: [{ id: 't', function: { name: 'f', arguments: '{}' } }], images: ['https://x/1'], annotations: [{ url: 'https://s' }] }, finish_reason: 'stop' }] })}${done}`,
    ['text ab', 'citation https://s null', 'image image/* https://x/1', 'finish stop', 'call 0 t:f {}'],
  ),
  chat(
    'blocked by a filter, with nothing said',
    `${chunk({}, { finish_reason: 'content_filter' })}${done}`,
    ['finish content_filter', 'warning filtered'],
    {
      verdict: 'failed',
      code: 'moderated',
    },
  ),
  chat('text of an old completion', `${sse({ choices: [{ text: 'a', index: 0, finish_reason: 'stop' }] })}${done}`, [
    'text a',
    'finish stop',
  ]),
  chat(
    'counts in a vendor field',
    `${chunk({ content: 'a' })}${stop}${sse({ choices: [], x_groq: { usage } })}${counted({})}${done}`,
    ['text a', 'finish stop', 'usage 3/2/5 rnull cnull'],
  ),
];
