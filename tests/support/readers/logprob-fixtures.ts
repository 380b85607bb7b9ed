import { type AnswerFixture, done, sse } from './read-answer.ts';
import { completed, counts, created, delta, message, named } from './response-events.ts';

const token = (text: string, logprob: number, top: [string, number][] = []) => ({
  token: text,
  logprob,
  bytes: [1],
  top_logprobs: top.map(([other, value]) => ({ token: other, logprob: value })),
});
const hi = token('Hi', -0.25, [
  ['Hi', -0.25],
  ['Yo', -2],
]);
const choice = (content: string, logprobs: unknown, rest: Record<string, unknown> = {}) =>
  sse({ choices: [{ index: 0, delta: { content }, logprobs, ...rest }] });

const whole = { head: { streamAsked: false } };

/** Log probabilities of every surface, streamed and whole. */
export const logprobFixtures: AnswerFixture[] = [
  {
    name: 'chat: with the deltas',
    kind: 'chat',
    body: `${choice('Hi', { content: [hi] })}${choice('?', { content: [token('?', 0)], refusal: null })}${choice('', null, { finish_reason: 'stop' })}${done}`,
    tells: ['text Hi?', 'finish stop', 'logprobs Hi=-0.25/Hi=-0.25/Yo=-2 ?=0'],
    verdict: 'complete',
  },
  {
    name: 'chat: of two choices in one document',
    kind: 'chat',
    ...whole,
    body: JSON.stringify({
      choices: [
        { index: 0, message: { content: 'Hi' }, logprobs: { content: [hi] }, finish_reason: 'stop' },
        { index: 1, message: { content: 'Yo' }, logprobs: { content: [token('Yo', -2)] }, finish_reason: 'stop' },
      ],
    }),
    tells: [
      'text Hi',
      'finish stop',
      '[1] text Yo',
      '[1] finish stop',
      'logprobs Hi=-0.25/Hi=-0.25/Yo=-2',
      '[1] logprobs Yo=-2',
    ],
    verdict: 'complete',
  },
  {
    name: 'chat: parallel lists of old completions, and minus infinity',
    kind: 'chat',
    ...whole,
    body: '{"choices":[{"text":"Hi?","logprobs":{"tokens":["Hi","?"],"token_logprobs":[-0.25,-Infinity],"top_logprobs":[{"Hi":-0.25,"Yo":-2},null],"text_offset":[0,2]},"finish_reason":"stop"}]}',
    tells: ['text Hi?', 'finish stop', 'logprobs Hi=-0.25/Hi=-0.25/Yo=-2 ?=null', 'warning items-odd'],
    verdict: 'complete',
  },
  {
    name: 'responses: with the deltas, and again with the whole',
    kind: 'responses',
    body: named(
      created,
      delta('Hi', { logprobs: [hi] }),
      { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hi', logprobs: [hi] },
      completed([message('Hi', { content: [{ type: 'output_text', text: 'Hi', logprobs: [hi] }] })]),
    ),
    tells: ['id r1 m', 'text Hi', counts, 'finish completed', 'logprobs Hi=-0.25/Hi=-0.25/Yo=-2'],
    verdict: 'complete',
  },
  {
    name: 'responses: in one document',
    kind: 'responses',
    ...whole,
    body: JSON.stringify(
      completed([message('Hi', { content: [{ type: 'output_text', text: 'Hi', logprobs: [hi] }] })]).response,
    ),
    tells: ['id r1 m', 'text Hi', counts, 'finish completed', 'logprobs Hi=-0.25/Hi=-0.25/Yo=-2'],
    verdict: 'complete',
  },
  {
    name: 'native: what was chosen, and what could have been',
    kind: 'native',
    ...whole,
    body: JSON.stringify({
      candidates: [
        {
          content: { parts: [{ text: 'Hi' }] },
          finishReason: 'STOP',
          avgLogprobs: -0.25,
          logprobsResult: {
            topCandidates: [
              {
                candidates: [
                  { token: 'Hi', logProbability: -0.25 },
                  { token: 'Yo', logProbability: -2 },
                ],
              },
            ],
            chosenCandidates: [{ token: 'Hi', tokenId: 7, logProbability: -0.25 }],
          },
        },
      ],
    }),
    tells: ['text Hi', 'finish STOP', 'logprobs Hi=-0.25/Hi=-0.25/Yo=-2'],
    verdict: 'complete',
  },
];
