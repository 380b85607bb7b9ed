import { type AnswerFixture, sse } from './read-answer.ts';

const event = (parts: unknown[], rest: Record<string, unknown> = {}) =>
  sse({ candidates: [{ content: { parts }, ...rest }] });
const call = (functionCall: Record<string, unknown>) => ({ functionCall });

const calls = (name: string, events: unknown[][], tells: string[]): AnswerFixture => ({
  name,
  kind: 'native',
  body: events.map((parts) => event(parts)).join('') + event([], { finishReason: 'STOP' }),
  tells,
  verdict: 'complete',
});

/** Native calls that are split over parts and events. */
export const nativeCallFixtures: AnswerFixture[] = [
  calls(
    'the same name twice, with and without ids',
    [
      [call({ name: 'f', args: { x: 1 } }), call({ name: 'f', args: { x: 2 } })],
      [call({ name: 'f', id: 'a', args: {} })],
      [call({ name: 'f', id: 'a', args: {} })],
    ],
    ['call 0 :f {"x":1}', 'call 1 :f {"x":2}', 'call 2 a:f {}', 'call 3 a:f {}', 'finish STOP'],
  ),
  calls(
    'the name first, the arguments in the next event',
    [[call({ name: 'f', id: 'a' })], [call({ args: { x: 1 } })], [call({ name: 'g' })], [{ text: 'so' }]],
    ['call 0 a:f {"x":1}', 'call 1 :g {}', 'text so', 'finish STOP'],
  ),
  calls(
    'arguments as text, whole and in pieces',
    [
      [call({ name: 'f', args: '{"x":1}' })],
      [call({ name: 'g', args: '{"y"' })],
      [call({ args: ':2' })],
      [call({ args: '}' })],
    ],
    ['call 0 :f {"x":1}', 'call 1 :g {"y":2}', 'finish STOP'],
  ),
  calls(
    'a call that was to continue, and another one',
    [
      [call({ name: 'f', willContinue: true, partialArgs: [{ jsonPath: '$.x', numberValue: 1 }] })],
      [call({ name: 'g', args: { y: 2 } })],
    ],
    ['call 0 :f {"x":1}', 'call 1 :g {"y":2}', 'finish STOP'],
  ),
  calls(
    'the name in every piece',
    [
      [call({ name: 'f', id: 'a', willContinue: true })],
      [
        call({
          name: 'f',
          id: 'a',
          partialArgs: [{ jsonPath: '$.x', stringValue: 'o', willContinue: true }],
          willContinue: true,
        }),
      ],
      [call({ name: 'f', id: 'a', partialArgs: [{ jsonPath: '$.x', stringValue: 'n' }] })],
      [call({ name: 'f', id: 'b', args: {} })],
    ],
    ['call 0 a:f {"x":"on"}', 'call 1 b:f {}', 'finish STOP'],
  ),
  {
    ...calls('a broken call after some text', [], []),
    body: event([{ text: 'So:' }], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
    tells: ['text So:', 'finish MALFORMED_FUNCTION_CALL'],
    verdict: 'failed',
    code: 'upstream',
  },
  {
    ...calls('arguments as text that break off', [], []),
    body: event([call({ name: 'f', args: '{"x"' })]),
    tells: ['call 0 :f {"x" invalid', 'warning truncated-arguments'],
    verdict: 'truncated',
    code: 'no-terminal',
  },
];
