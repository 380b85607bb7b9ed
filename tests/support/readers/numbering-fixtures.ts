import { type AnswerFixture, chunk, done, sse } from './read-answer.ts';

const finish = chunk({}, { finish_reason: 'tool_calls' });
type Call = Record<string, unknown>;

const calls = (name: string, lists: Call[][], tells: string[]): AnswerFixture => ({
  name,
  kind: 'chat',
  body: `${lists.map((list) => chunk({ tool_calls: list })).join('')}${finish}${done}`,
  tells: ['finish tool_calls', ...tells],
  verdict: 'complete',
});

const whole = (text: string, rest: Call = {}): Call => ({ function: { name: 'find', arguments: text }, ...rest });
const cities = ['{"at":"Oslo"}', '{"at":"Rome"}', '{"at":"Lima"}'];
const three = (id: string) => cities.map((city, at) => `call ${at} ${id}:find ${city}`);

/** Parallel calls in every numbering: neither an index nor an id is trusted alone. */
export const numberingFixtures: AnswerFixture[] = [
  calls(
    'all with index 0 and an empty id, one chunk each',
    cities.map((city) => [whole(city, { index: 0, id: '' })]),
    three(''),
  ),
  calls(
    'all with index 0 and an empty id, in one list',
    [cities.map((city) => whole(city, { index: 0, id: '' }))],
    [...three('')],
  ),
  calls('all with one id, in one list', [cities.map((city) => whole(city, { id: 'find' }))], three('find')),
  calls(
    'all with one id, one chunk each',
    cities.map((city) => [whole(city, { id: 'find' })]),
    three('find'),
  ),
  calls(
    'all with one id under indexes of their own, arguments interleaved',
    [
      [{ index: 0, id: 'c', function: { name: 'find', arguments: '' } }],
      [{ index: 1, id: 'c', function: { name: 'find', arguments: '' } }],
      [{ index: 0, function: { arguments: '{"at":' } }],
      [{ index: 1, function: { arguments: '{"at":' } }],
      [{ index: 1, function: { arguments: '"Rome"}' } }],
      [{ index: 0, function: { arguments: '"Oslo"}' } }],
    ],
    three('c').slice(0, 2),
  ),
  calls(
    'all with index 0, arguments interleaved by id',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: '{"at":' } }],
      [{ index: 0, id: 'b', function: { name: 'find', arguments: '{"at":' } }],
      [{ index: 0, id: 'a', function: { arguments: '"Oslo"}' } }],
      [{ index: 0, id: 'b', function: { arguments: '"Rome"}' } }],
    ],
    ['call 0 a:find {"at":"Oslo"}', 'call 1 b:find {"at":"Rome"}'],
  ),
  calls(
    'an id of its own for every chunk',
    [
      [{ index: 0, id: 'x1', function: { name: 'find', arguments: '' } }],
      [{ index: 0, id: 'x2', function: { arguments: '{"at":' } }],
      [{ index: 0, id: 'x3', function: { arguments: '"Oslo"}' } }],
      [{ index: 1, id: 'x4', function: { name: 'find', arguments: '{"at":' } }],
      [{ index: 1, id: 'x5', function: { name: 'find', arguments: '"Rome"}' } }],
    ],
    ['call 0 x1:find {"at":"Oslo"}', 'call 1 x4:find {"at":"Rome"}'],
  ),
  calls(
    'an id of its own for every chunk, without an index',
    [
      [{ id: 'x1', function: { name: 'find', arguments: '{"at":' } }],
      [{ id: 'x2', function: { arguments: '"Oslo"}' } }],
    ],
    ['call 0 x1:find {"at":"Oslo"}'],
  ),
  calls(
    'indexes as text, from 1, and ids as numbers',
    [
      [{ index: '1', id: 71, function: { name: 'find', arguments: '{"at":' } }],
      [{ index: '2', id: 72, function: { name: 'find', arguments: '{"at":"Rome"}' } }],
      [{ index: '1', function: { arguments: '"Oslo"}' } }],
    ],
    ['call 0 71:find {"at":"Oslo"}', 'call 1 72:find {"at":"Rome"}'],
  ),
  calls(
    'an index that counts the chunks',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: '{"at"' } }],
      [{ index: 1, function: { arguments: ':"Oslo"' } }],
      [{ index: 2, function: { arguments: '}' } }],
    ],
    ['call 0 a:find {"at":"Oslo"}'],
  ),
  calls(
    'repeated as a whole at the end',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: '{"at":' } }],
      [{ index: 0, function: { arguments: '"Oslo"}' } }],
      [{ index: 1, id: 'b', function: { name: 'find', arguments: '{"at":"Rome"}' } }],
      [whole('{"at": "Oslo"}', { index: 0, id: 'a' }), whole('{"at":"Rome"}', { index: 1, id: 'b' })],
    ],
    ['call 0 a:find {"at":"Oslo"}', 'call 1 b:find {"at":"Rome"}'],
  ),
  calls(
    'the name and the type in every chunk',
    [
      [{ index: 0, id: 'a', type: 'function', function: { name: 'find', arguments: '' } }],
      [{ index: 0, id: 'a', type: 'function', function: { name: 'find', arguments: '{"at":' } }],
      [{ index: 0, id: 'a', type: 'function', function: { name: 'find', arguments: '"Oslo"}' } }],
      [{ index: 0, id: 'a', type: 'function', function: { name: 'find', arguments: '' } }],
    ],
    ['call 0 a:find {"at":"Oslo"}'],
  ),
  calls(
    'two calls without arguments under one index and no id',
    [
      [{ index: 0, id: '', type: 'function', function: { name: 'now', arguments: '' } }],
      [{ index: 0, id: '', type: 'function', function: { name: 'here', arguments: null } }],
    ],
    ['call 0 :now {}', 'call 1 :here {}'],
  ),
  calls(
    'arguments as objects that grow, then of another call',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: { at: 'Os' } } }],
      [{ index: 0, id: 'a', function: { name: 'find', arguments: { at: 'Oslo', n: 1 } } }],
      [{ index: 0, id: 'b', function: { name: 'find', arguments: { at: 'Rome' } } }],
    ],
    ['call 0 a:find {"at":"Oslo","n":1}', 'call 1 b:find {"at":"Rome"}'],
  ),
  calls(
    'an empty object before the arguments, and the word null',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: '{}' } }],
      [{ index: 0, function: { arguments: '{"at":"Oslo"}' } }],
      [{ index: 1, id: 'b', function: { name: 'now', arguments: 'null' } }],
    ],
    ['call 0 a:find {"at":"Oslo"}', 'call 1 b:now {}'],
  ),
  calls(
    'arguments encoded twice, and under other names',
    [
      [{ index: 0, id: 'a', function: { name: 'find', arguments: '"{\\"at\\":\\"Oslo\\"}"' } }],
      [{ index: 1, id: 'b', name: 'find', parameters: { at: 'Rome' } }],
    ],
    ['call 0 a:find {"at":"Oslo"}', 'call 1 b:find {"at":"Rome"}'],
  ),
  calls(
    'a function that is a text',
    [[{ id: 'a', function: '{"name":"find","arguments":"{}"}' }]],
    ['call 0 a:find {}'],
  ),
  {
    name: 'one call that is not in a list, and a copy in the older form',
    kind: 'chat',
    body: `${chunk({ tool_calls: { id: 'a', function: { name: 'find', arguments: '{}' } }, function_call: { name: 'find', arguments: '{}' } })}${finish}${done}`,
    tells: ['finish tool_calls', 'call 0 a:find {}'],
    verdict: 'complete',
  },
  {
    name: 'calls among the parts of the content',
    kind: 'chat',
    body: `${chunk({
      content: [
        { type: 'text', text: 'So:' },
        { type: 'tool_use', id: 'a', name: 'find', input: { at: 'Oslo' } },
      ],
    })}${finish}${done}`,
    tells: ['text So:', 'finish tool_calls', 'call 0 a:find {"at":"Oslo"}'],
    verdict: 'complete',
  },
  {
    name: 'calls that are a text are kept, with a warning',
    kind: 'chat',
    body: `${chunk({ tool_calls: 'find Oslo' })}${chunk({ content: 'a' }, { finish_reason: 'stop' })}${done}`,
    tells: ['item unknown', 'warning unknown-shape', 'text a', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'calls of two choices',
    kind: 'chat',
    body: `${sse({
      choices: [0, 1].map((index) => ({
        index,
        delta: { tool_calls: [whole(cities[index]!, { index: 0, id: 'a' })] },
        finish_reason: 'tool_calls',
      })),
    })}${done}`,
    tells: [
      'finish tool_calls',
      '[1] finish tool_calls',
      'call 0 a:find {"at":"Oslo"}',
      '[1] call 0 a:find {"at":"Rome"}',
    ],
    verdict: 'complete',
  },
];
