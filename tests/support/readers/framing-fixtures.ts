import { Buffer } from 'node:buffer';
import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

const opening = { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
const hi = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }], usage: null };
const counts = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
const whole = ['text Hi', 'finish stop', 'usage 1/1/2 rnull cnull'];

function framed(lineEnd: string, values: unknown[]): string {
  const ping = `: PING${lineEnd}${lineEnd}`;
  return `${ping}${values.map((value) => sse(value, lineEnd)).join('')}`;
}

/** The same reply, in every framing seen. */
export const framingFixtures: AnswerFixture[] = [
  ...[
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ].map(
    ([name, lineEnd]): AnswerFixture => ({
      name: `${name} line ends, a comment first, usage in a last chunk without choices`,
      kind: 'chat',
      body: framed(lineEnd!, [opening, hi, counts, '[DONE]']),
      tells: whole,
      verdict: 'complete',
      finishReason: 'stop',
      finished: true,
    }),
  ),
  {
    name: 'no space after the colon',
    kind: 'chat',
    body: `data:${JSON.stringify(opening)}\n\ndata:${JSON.stringify(hi)}\n\ndata:${JSON.stringify(counts)}\n\ndata:[DONE]\n\n`,
    tells: whole,
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'characters of two, three and four bytes, CRLF',
    kind: 'chat',
    body: framed('\r\n', [{ choices: [{ index: 0, delta: { content: 'é世🚀' }, finish_reason: 'stop' }] }, '[DONE]']),
    tells: ['text é世🚀', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'byte order mark',
    kind: 'chat',
    body: `\ufeff${sse(opening)}${sse(hi)}${done}`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'last event without its blank line',
    kind: 'chat',
    body: `${sse(hi)}data: [DONE]`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'empty comments, blank lines and liveness events between the chunks',
    kind: 'chat',
    body: `:\n\n${chunk({ content: 'a' })}\n\n:\n: x\n\nevent: ping\ndata: {}\n\n${sse({ type: 'ping' })}event: keepalive\ndata: still here\n\n${chunk({ content: 'b' })}${stop}${done}`,
    tells: ['text ab', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'events that hold null, nothing, an empty string or an empty object',
    kind: 'chat',
    body: `${sse('null')}${chunk({ content: 'a' })}${sse('{}')}${sse('""')}data:\n\ndata: \n\n${stop}${done}`,
    tells: ['text a', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'data wrapped twice',
    kind: 'chat',
    body: `data: ${chunk({ content: 'a' })}data: ${stop}data: ${done}`,
    tells: ['text a', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'two documents in one event, on data lines',
    kind: 'chat',
    body: `${chunk({ content: 'a' }).slice(0, -1)}${chunk({ content: 'b' }).slice(0, -1)}${stop.slice(0, -1)}${done}`,
    tells: ['text ab', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'two documents in one event, the second on a bare line, then two on one line',
    kind: 'chat',
    body: `${chunk({ content: 'a' }).slice(0, -1)}${chunk({ content: 'b' }).slice(6)}data: ${chunk({ content: 'c' }).slice(6, -2)}${stop.slice(6)}${done}`,
    tells: ['text abc', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'lines of JSON without any data field',
    kind: 'chat',
    body: `${chunk({ content: 'a' }).slice(6, -1)}${chunk({ content: 'b' }).slice(6, -1)}${stop.slice(6, -1)}[DONE]\n`,
    tells: ['text ab', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'lines of JSON, CRLF, asked in one piece',
    kind: 'chat',
    head: { streamAsked: false },
    body: `${chunk({ content: 'a' }).slice(6, -2)}\r\n${stop.slice(6, -2)}\r\n`,
    tells: ['warning stream-for-json', 'text a', 'finish stop', 'warning no-end-mark'],
    verdict: 'complete',
  },
  {
    name: 'bare end mark in a stream with data fields',
    kind: 'chat',
    body: `${sse(hi)}[DONE]\n\n`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'end mark and last document in one event',
    kind: 'chat',
    body: `${sse(hi).slice(0, -1)}${done}`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'a document over several data lines and one over several bare lines',
    kind: 'chat',
    body: `data: {"choices":\ndata: [{"delta":\ndata: {"content":"a"}}]}\n\ndata: {"choices": [\n  {"delta": {"content": "b"},\n   "finish_reason": "stop"}\n]}\n\n${done}`,
    tells: ['text ab', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'equal events under one id, and two documents under one id',
    kind: 'chat',
    body: `id: 1\n${chunk({ content: 'a' })}id: 2\n${chunk({ content: 'b' })}id: 2\n${chunk({ content: 'b' })}id: 3\n${stop.slice(0, -1)}${stop}${done}`,
    tells: ['text abb', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'all events under the id of the answer',
    kind: 'chat',
    body: `${['a', 'a', 'b', 'a'].map((content) => `id: c1\n${chunk({ content })}`).join('')}${stop}${done}`,
    tells: ['text aaba', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'an event that is not JSON among good ones',
    kind: 'chat',
    body: `${chunk({ content: 'a' })}${sse('{"choices":[{"delta":')}${chunk({ content: 'b' })}${stop}${done}`,
    tells: ['text a', 'warning bad-event', 'text b', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'invalid UTF-8 inside a text',
    kind: 'chat',
    body: Buffer.concat([
      Buffer.from('data: {"choices":[{"delta":{"content":"a'),
      Buffer.from([0xff, 0xe4, 0xb8]),
      Buffer.from('b"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
    ]),
    tells: ['text a\ufffd\ufffdb', 'finish stop', 'warning invalid-utf8'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'labelled as plain text',
    kind: 'chat',
    head: { headers: [['Content-Type', 'text/plain; charset=utf-8']] },
    body: `${sse(hi)}${done}`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'labelled as JSON and not asked for',
    kind: 'chat',
    head: { headers: [['content-type', 'application/json']], streamAsked: false },
    body: `${sse(hi)}${done}`,
    tells: ['warning stream-for-json', 'text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'an unknown field first, labelled as an event stream',
    kind: 'chat',
    head: { headers: [['content-type', 'text/event-stream']] },
    body: `foo: bar\n\nid: 1\nretry: 5\n${sse(hi)}${done}`,
    tells: ['text Hi', 'finish stop'],
    verdict: 'complete',
    finished: true,
  },
];
