import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';
import { completed, counts, created, delta, type Event, message, named } from './response-events.ts';

const odd = (kind: string) => [`item ${kind}`, 'warning unknown-shape'];
const whole = (value: unknown) => ({ head: { streamAsked: false }, body: JSON.stringify(value) });

const chat = (name: string, deltas: unknown[], tells: string[]): AnswerFixture => ({
  name: `chat: ${name}`,
  kind: 'chat',
  body: `${deltas.map((one) => chunk(one)).join('')}${stop}${done}`,
  tells: [...tells, 'finish stop'],
  verdict: 'complete',
});
const responses = (name: string, events: Event[], tells: string[]): AnswerFixture => ({
  name: `responses: ${name}`,
  kind: 'responses',
  body: named(created, ...events),
  tells: ['id r1 m', ...tells],
  verdict: 'complete',
});
const native = (name: string, content: unknown, tells: string[]): AnswerFixture => ({
  name: `native: ${name}`,
  kind: 'native',
  ...whole({ candidates: [{ content, finishReason: 'STOP' }] }),
  tells: [...tells, 'finish STOP'],
  verdict: 'complete',
});

/** Values of unexpected types where text is expected: each becomes text, or a warning and an item. */
export const oddValueFixtures: AnswerFixture[] = [
  chat(
    'numbers and booleans',
    [{ content: 'n' }, { content: 0.5 }, { content: 0 }, { content: false }],
    ['text n0.50false'],
  ),
  chat(
    'nested lists',
    [{ content: [['a', [{ type: 'text', text: 'b' }, 1]], { text: { value: 'c' } }] }],
    ['text ab1c'],
  ),
  chat(
    'records with text, and one without, twice',
    [
      { content: { text: 'a' } },
      { content: { parts: [{ text: 'b' }] } },
      { content: { rate: 1 } },
      { content: { rate: 2 } },
      { content: {} },
    ],
    ['text ab', ...odd('unknown'), 'item unknown'],
  ),
  chat(
    'parts of unknown types',
    [
      {
        content: [
          { type: 'chart', id: 1 },
          { type: 'table', text: 'a' },
        ],
      },
    ],
    [...odd('chart'), 'text a'],
  ),
  chat(
    'reasoning and refusals',
    [
      { reasoning_content: 1.5 },
      { reasoning: ['a', { text: 'b' }] },
      { thinking: { depth: 1 } },
      { refusal: 404 },
      { refusal: false },
      { refusal: { why: 1 } },
      { content: 'x' },
    ],
    ['reasoning 1.5ab', ...odd('unknown'), 'refusal 404', ...odd('unknown'), 'text x'],
  ),
  chat(
    'images that are none',
    [{ images: [{ id: 1 }, 'https://x/1'] }],
    [...odd('unknown'), 'image image/* https://x/1'],
  ),
  {
    name: 'chat: in one document',
    kind: 'chat',
    ...whole({ choices: [{ message: { content: [7, { foo: 1 }, 'a'], refusal: ['no'] }, finish_reason: 'stop' }] }),
    tells: ['text 7', ...odd('unknown'), 'text a', 'refusal no', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'chat: deltas and texts that are not records',
    kind: 'chat',
    body: `${sse({ choices: [{ delta: 'a' }] })}${sse({ choices: [{ text: 1 }] })}${sse({ choices: [{ content: 'b' }] })}${sse({ choices: { delta: { content: 'c' }, finish_reason: 'stop' } })}${done}`,
    tells: ['text a1bc', 'finish stop'],
    verdict: 'complete',
  },
  responses(
    'deltas of other types',
    [delta(1 as never), delta({ text: 'a' } as never), delta({ rate: 1 } as never), completed([])],
    ['text 1a', ...odd('unknown'), counts, 'finish completed'],
  ),
  responses(
    'refusals, reasoning and arguments',
    [
      { type: 'response.reasoning_text.delta', delta: 2 },
      { type: 'response.refusal.delta', delta: ['no', 1] },
      completed([{ type: 'function_call', call_id: 'c', name: 'f', arguments: 5 }]),
    ],
    ['reasoning 2', 'refusal no1', 'call 0 c:f 5 invalid', 'warning bad-arguments', counts, 'finish completed'],
  ),
  ...(
    [
      ['a text as the output', 'Hey', ['text Hey']],
      ['texts and numbers among the items', ['Hey', 7, { content: 'x' }], ['text Hey7x']],
      [
        'content as a text, a number and a record',
        [message('a', { content: 'Hey' }), message('', { id: 'm2', content: 7 })],
        ['text Hey7'],
      ],
      [
        'parts of unknown types',
        [
          message('', {
            content: [
              { type: 'chart', id: 1 },
              { type: 'note', text: 'Hey' },
            ],
          }),
        ],
        [...odd('chart'), 'text Hey'],
      ],
      [
        'reasoning as a text and as texts',
        [
          { type: 'reasoning', summary: 'one' },
          { type: 'reasoning', id: 'r2', summary: ['two', 3] },
        ],
        ['reasoning one\n\ntwo\n\n3'],
      ],
    ] as const
  ).map(
    ([name, output, tells]): AnswerFixture => ({
      name: `responses: ${name}`,
      kind: 'responses',
      ...whole({ object: 'response', status: 'completed', output }),
      tells: [...tells, 'finish completed'],
      verdict: 'complete',
    }),
  ),
  native('a text as the content', 'Hey', ['text Hey']),
  native('a list as the content', ['Hey', { text: 7 }], ['text Hey7']),
  native('one part, and texts among the parts', { parts: { text: 'Hey' } }, ['text Hey']),
  native('texts and numbers among the parts', { parts: ['Hey', 7, [{ text: '!' }], { text: ['a', true] }] }, [
    'text Hey7!atrue',
  ]),
  native('parts of unknown kinds', { parts: [{ text: 'a' }, { chart: { id: 1 } }, { thoughtSignature: 's' }] }, [
    'text a',
    ...odd('unknown'),
  ]),
  native(
    'the spelling of Protocol Buffers',
    {
      parts: [
        { inline_data: { mime_type: 'image/png', data: 'iVBO' } },
        { function_call: { name: 'f', args: {} } },
        { executable_code: { code: '1' } },
      ],
    },
    ['image image/png iVBO', 'call 0 :f {}', 'item executableCode'],
  ),
];
