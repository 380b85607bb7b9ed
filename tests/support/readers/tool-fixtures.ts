import { type AnswerFixture, chunk, done } from './read-answer.ts';

const finish = chunk({}, { finish_reason: 'tool_calls' });
type Call = Record<string, unknown>;

const calls = (name: string, lists: Call[][], tells: string[], end = finish): AnswerFixture => ({
  name,
  kind: 'chat',
  body: `${lists.map((list) => chunk({ tool_calls: list })).join('')}${end}${done}`,
  tells,
  verdict: 'complete',
  finished: true,
});

/** Every form in which cut-off tool calls were seen. */
export const toolFixtures: AnswerFixture[] = [
  calls(
    'nulls after the first delta, then no index',
    [
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }],
      [{ index: 0, id: null, function: { name: null, arguments: '{"x"' } }],
      [{ function: { arguments: ':1}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {"x":1}'],
  ),
  calls(
    'no index at all',
    [
      [{ id: 'a', function: { name: 'f', arguments: '{"x":' } }],
      [{ function: { arguments: '1}' } }],
      [{ id: 'b', function: { name: 'g', arguments: '{}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {"x":1}', 'call 1 b:g {}'],
  ),
  calls(
    'neither index nor id, whole calls',
    [
      [{ function: { name: 'f', arguments: '{"x":1}' } }, { function: { name: 'f', arguments: '{}' } }],
      [{ function: { name: 'g', arguments: '{}' } }],
    ],
    ['finish tool_calls', 'call 0 :f {"x":1}', 'call 1 :f {}', 'call 2 :g {}'],
  ),
  calls(
    'all calls with index 0',
    [
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }],
      [{ index: 0, id: 'b', function: { name: 'g', arguments: '{"y"' } }],
      [{ index: 0, function: { arguments: ':2}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {}', 'call 1 b:g {"y":2}'],
  ),
  calls(
    'id on one index, arguments on another, merged by id',
    [[{ index: 0, id: 'a', function: { name: 'f' } }], [{ index: 1, id: 'a', function: { arguments: '{"x":1}' } }]],
    ['finish tool_calls', 'call 0 a:f {"x":1}'],
  ),
  calls(
    'id on one index, arguments on another without an id',
    [
      [{ index: 0, id: 'a', function: { name: 'f' } }],
      [{ index: 1, function: { arguments: '{"x"' } }],
      [{ index: 1, function: { arguments: ':1}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {"x":1}'],
  ),
  calls(
    'a name that comes after the arguments, and again',
    [
      [{ index: 0, id: 'a', function: { arguments: '{}' } }],
      [{ index: 0, function: { name: 'f' } }],
      [{ index: 0, id: 'a', function: { name: 'f' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {}'],
  ),
  calls(
    'a name in pieces',
    [
      [{ index: 0, id: 'a', function: { name: 'get_' } }],
      [{ index: 0, function: { name: 'weather' } }],
      [{ index: 0, function: { arguments: '{}' } }],
    ],
    ['finish tool_calls', 'call 0 a:get_weather {}'],
  ),
  calls(
    'arguments as an object',
    [[{ index: 0, id: 'a', function: { name: 'f', arguments: { x: [1] } } }]],
    ['finish tool_calls', 'call 0 a:f {"x":[1]}'],
  ),
  calls(
    'arguments as growing snapshots',
    [
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }],
      [{ index: 0, function: { arguments: '{"x":' } }],
      [{ index: 0, function: { arguments: '{"x":1}' } }],
      [{ index: 0, function: { arguments: '{"x":1}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {"x":1}'],
  ),
  calls(
    'pieces that repeat the start without being snapshots',
    [
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } }],
      [{ index: 0, function: { arguments: '{"x":1}}' } }],
    ],
    ['finish tool_calls', 'call 0 a:f {"x":{"x":1}}'],
  ),
  calls(
    'no arguments',
    [[{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }]],
    ['finish tool_calls', 'call 0 a:f {}'],
  ),
  calls(
    'arguments that are not JSON',
    [[{ index: 0, id: 'a', function: { name: 'f', arguments: '{x}' } }]],
    ['finish tool_calls', 'call 0 a:f {x} invalid', 'warning bad-arguments'],
  ),
  calls(
    'arguments cut by the token limit',
    [[{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } }]],
    [
      'finish length',
      'warning cut-short',
      'call 0 a:f {"x": invalid',
      'warning bad-arguments',
      'warning truncated-arguments',
    ],
    chunk({}, { finish_reason: 'length' }),
  ),
  calls(
    'the reason says stop',
    [[{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }]],
    ['finish stop', 'call 0 a:f {}'],
    chunk({}, { finish_reason: 'stop' }),
  ),
  calls(
    'a custom tool with free text',
    [
      [{ index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: 'free ' } }],
      [{ index: 0, custom: { input: 'text' } }],
    ],
    ['finish tool_calls', 'call 0 a:f free text'],
  ),
  {
    name: 'the old single function call',
    kind: 'chat',
    body: `${chunk({ function_call: { name: 'f', arguments: '{"x"' } })}${chunk({ function_call: { arguments: ':1}' } })}${chunk({}, { finish_reason: 'function_call' })}${done}`,
    tells: ['finish function_call', 'call 0 :f {"x":1}'],
    verdict: 'complete',
  },
  {
    name: 'a stream that is cut inside a call',
    kind: 'chat',
    body: chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1' } }] }),
    tells: ['call 0 a:f {"x":1 invalid', 'warning bad-arguments', 'warning truncated-arguments'],
    verdict: 'truncated',
    code: 'no-terminal',
  },
];
