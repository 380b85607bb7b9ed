import { Buffer } from 'node:buffer';
import { type AnswerFixture, chunk, done, stop } from './read-answer.ts';

const event = (data: string) => `data: ${data}\n\n`;
const choice = (content: string, rest = '') => `{"choices":[{"delta":{"content":${content}}${rest}}]}`;

const stream = (name: string, bad: string, tells: string[]): AnswerFixture => ({
  name: `in an event: ${name}`,
  kind: 'chat',
  body: `${chunk({ content: 'a' })}${bad}${chunk({ content: 'z' })}${stop}${done}`,
  tells,
  verdict: 'complete',
});

const repaired = (name: string, data: string, text: string) =>
  stream(name, event(data) + event(data.replace('"b', '"c').replace("'b", "'c")), [
    `text a${text}${text.replace('b', 'c')}z`,
    'finish stop',
    'warning items-odd',
  ]);

const whole = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name: `in a document: ${name}`,
  kind: 'chat',
  head: { streamAsked: false },
  body,
  tells,
  verdict: 'complete',
  ...rest,
});
const message = (text: string) => `{"choices":[{"message":{"content":${text}},"finish_reason":"stop"}]}`;

/** JSON with faults: what can mean one thing is read, all else costs only itself. */
export const badJsonFixtures: AnswerFixture[] = [
  stream('NaN and Infinity in every event', event(choice('"b"', ',"x":-Infinity')) + event(choice('"c"', ',"x":NaN')), [
    'text abcz',
    'finish stop',
    'warning items-odd',
  ]),
  repaired('line feeds and tabs in a string', choice('"b\tx"'), 'b\tx'),
  repaired('trailing commas', '{"choices":[{"delta":{"content":"b",},},],}', 'b'),
  repaired(
    'a dictionary of Python',
    "{'choices': [{'delta': {'content': 'b\\'s \"x\"', 'refusal': None}, 'last': True}]}",
    'b\'s "x"',
  ),
  repaired('escapes of other languages', choice('"b\\x21\\\'"'), "b!'"),
  repaired('a byte order mark', `\ufeff${choice('"b"')}`, 'b'),
  stream('half a surrogate pair', event(choice('"\\ud83d"')) + event(choice('"\\ude80"')), [
    'text a🚀z',
    'finish stop',
  ]),
  stream(
    'documents in one event, one of them broken',
    event(`${choice('"b"')}{"choices":nope}${choice('"c"')},${choice('"d"')}`),
    ['text abcd', 'warning bad-event', 'text z', 'finish stop'],
  ),
  stream('an event that breaks off', event('{"choices":[{"delta":{"content":"b'), [
    'text a',
    'warning bad-event',
    'text z',
    'finish stop',
  ]),
  stream('text without quotes is not guessed', event('{choices:[{delta:{content:"b"}}]}'), [
    'text a',
    'warning bad-event',
    'text z',
    'finish stop',
  ]),
  {
    name: 'in an event: the last one breaks off',
    kind: 'chat',
    body: `${chunk({ content: 'a' })}data: {"choices":[{"delta":{"content":"b`,
    tells: ['text a', 'warning bad-event'],
    verdict: 'truncated',
    code: 'no-terminal',
  },
  whole(
    'NaN, control characters, trailing commas and a byte order mark',
    `\ufeff${message('"b\tx"').replace('}]}', ',"x":NaN,},],}')}`,
    ['text b\tx', 'finish stop', 'warning items-odd'],
  ),
  whole('a dictionary of Python', message("'b'").replaceAll('"', "'"), ['text b', 'finish stop', 'warning items-odd']),
  whole('names without quotes are not guessed', '{"choices":[{"message":{content:1}}]}', [], {
    verdict: 'failed',
    code: 'bad-json',
  }),
  {
    ...whole('invalid UTF-8 beside them', '', [
      'text \ufffd',
      'finish stop',
      'warning items-odd',
      'warning invalid-utf8',
    ]),
    body: Buffer.concat([
      Buffer.from('{"choices":[{"message":{"content":"'),
      Buffer.from([0xff]),
      Buffer.from('"},"finish_reason":"stop",}]}'),
    ]),
  },
];
