import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { breaksOff, findJsonFault } from '#core/readers/intake/json-text.ts';
import { openReader } from '#core/readers/open-reader.ts';
import type { TrafficEvent } from '#core/readers/reader.ts';
import type { Part } from '#shared/protocol/part.ts';
import { chunk, done, headOf, readPieces, sse, stop } from '../../../../support/readers/read-answer.ts';

const whole = (kind: 'chat' | 'native' | 'models' | 'native-models' | 'responses', body: unknown, status = 200) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readPieces(kind, [Buffer.from(text)], { streamAsked: false, status });
};
const stream = (body: string) => readPieces('chat', [Buffer.from(body)]);

describe('the opening part', () => {
  test('reports status, form and the request id of the gateway', () => {
    const answer = readPieces('chat', [Buffer.from(`${stop}${done}`)], {
      headers: [
        ['X-Request-Id', 'u'],
        ['x-oneapi-request-id', 'g'],
      ],
    });
    expect(answer.parts[0]).toEqual({ type: 'answer-start', status: 200, streamed: true, requestId: 'g' });
  });

  test('arrives with the first event, and for a document at its end', () => {
    const reader = openReader('chat', headOf());
    expect(reader.read(Buffer.from('data'))).toEqual([]);
    expect(reader.read(Buffer.from(': {"cho')).map(({ type }) => type)).toEqual(['answer-start']);
    const unary = openReader('chat', headOf({ streamAsked: false }));
    expect(unary.read(Buffer.from('{"choices":[]}'))).toEqual([]);
    expect(unary.end().parts[0]).toMatchObject({ type: 'answer-start', streamed: false });
  });
});

describe('content of a reply', () => {
  const idle: ['chat' | 'native', unknown][] = [
    ['chat', { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }],
    ['chat', { choices: [{ index: 0, delta: { content: null, tool_calls: [] } }] }],
    ['chat', { choices: [{ index: 0, delta: {} }] }],
    ['chat', { choices: [], usage: { prompt_tokens: 3 } }],
    ['native', { candidates: [{ content: { role: 'model', parts: [{ text: '' }] } }] }],
    ['native', { usageMetadata: { promptTokenCount: 3 } }],
  ];
  test.each(idle)('%s: nothing in %j', (kind, event) => {
    const reader = openReader(kind, headOf());
    const before = reader.activity;
    reader.read(Buffer.from(sse(event)));
    expect(reader.activity).toBe(before);
  });

  const withContent: ['chat' | 'native', unknown][] = [
    ['chat', { choices: [{ index: 0, delta: { content: 'a' } }] }],
    ['chat', { choices: [{ index: 0, delta: { reasoning_content: 'a' } }] }],
    ['chat', { choices: [{ index: 0, delta: { content: '![i](data:image/png;base64,iVBO' } }] }],
    ['chat', { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{' } }] } }] }],
    ['chat', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }],
    ['native', { candidates: [{ content: { parts: [{ functionCall: { name: 'f' } }] } }] }],
  ];
  test.each(withContent)('%s: something in %j', (kind, event) => {
    const reader = openReader(kind, headOf());
    const before = reader.activity;
    reader.read(Buffer.from(sse(event)));
    expect(reader.activity).not.toBe(before);
  });

  test('a stream of roles, counts and empty deltas is an empty reply', () => {
    const answer = stream(
      chunk({ role: 'assistant', content: '' }) +
        chunk({}) +
        stop +
        sse({ choices: [], usage: { total_tokens: 3 } }) +
        done,
    );
    expect(answer.ending).toMatchObject({ verdict: 'empty', error: { code: 'empty' } });
  });
});

describe('the end of a stream', () => {
  test('the chat reader waits for the usage after the finish reason', () => {
    const reader = openReader('chat', headOf());
    reader.read(Buffer.from(chunk({ content: 'a' }, { finish_reason: 'stop' })));
    expect(reader.finished).toBe(false);
    expect(reader.read(Buffer.from(sse({ choices: [], usage: { total_tokens: 2 } })))).toMatchObject([
      { type: 'usage-report', totalTokens: 2 },
    ]);
    expect(reader.finished).toBe(false);
    reader.read(Buffer.from(done));
    expect(reader.finished).toBe(true);
  });

  test('the responses reader is done with the last event, whatever follows', () => {
    const reader = openReader('responses', headOf());
    reader.read(Buffer.from(sse({ type: 'response.output_text.delta', delta: 'a' })));
    reader.read(Buffer.from(sse({ type: 'response.completed', response: { status: 'completed' } })));
    expect(reader.finished).toBe(true);
    expect(reader.read(Buffer.from(sse({ type: 'response.output_text.delta', delta: 'late' })))).toEqual([]);
    expect(reader.end().verdict).toBe('complete');
  });

  test('the native reader only ends with the transport', () => {
    const reader = openReader('native', headOf());
    reader.read(Buffer.from(sse({ candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] })));
    expect(reader.finished).toBe(false);
    expect(reader.end().verdict).toBe('complete');
  });
});

describe('wire events', () => {
  test('every event with its position, name, text and what was read from it', () => {
    const body = `: PING\n\n${chunk({ content: 'é' })}event: x\ndata: nope\n\n${stop}${done}`;
    const { events } = stream(body);
    const bytes = Buffer.from(body);
    expect(
      events.map(({ index, name, malformed, parts }) => [index, name, malformed, parts.map(({ type }) => type)]),
    ).toEqual([
      [0, null, false, ['text-delta']],
      [1, 'x', true, ['warning']],
      [2, null, false, ['finish']],
      [3, null, false, []],
    ]);
    const texts = events.map(({ offset, sizeBytes }) => bytes.subarray(offset, offset + sizeBytes).toString());
    expect(texts).toEqual([chunk({ content: 'é' }), 'event: x\ndata: nope\n\n', stop, done]);
  });

  test('a document or a page is one event', () => {
    const json = whole('chat', { choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] });
    expect(json.events).toMatchObject([{ index: 0, offset: 0, name: null, malformed: false }]);
    const page = whole('chat', '<html></html>');
    expect(page.events).toMatchObject([{ index: 0, sizeBytes: 13, data: '<html></html>', malformed: true }]);
  });

  test('events after a failure are recorded and not read', () => {
    const { events, parts } = stream(`${sse({ error: { message: 'm' } })}${chunk({ content: 'late' })}${done}`);
    expect(events).toHaveLength(3);
    expect(parts.map(({ type }) => type)).toEqual(['answer-start']);
  });

  test('array elements have positions too', () => {
    const body = '[{"candidates":[]},\n {"candidates":[{"finishReason":"STOP"}]}]';
    const events: TrafficEvent[] = [];
    const reader = openReader('native', headOf(), { onEvent: (event) => events.push(event) });
    reader.read(Buffer.from(body));
    reader.end();
    expect(events.map(({ offset, sizeBytes }) => body.slice(offset, offset + sizeBytes))).toEqual([
      '{"candidates":[]}',
      '{"candidates":[{"finishReason":"STOP"}]}',
    ]);
  });
});

describe('tool deltas', () => {
  test('contain each new chunk once, under the number of the call', () => {
    const call = (delta: unknown) => chunk({ tool_calls: [delta] });
    const { parts } = stream(
      call({ index: 3, id: 'a', function: { name: 'f', arguments: '' } }) +
        call({ index: 3, id: 'a', function: { name: 'f', arguments: '{"x"' } }) +
        call({ index: 3, function: { arguments: ':1}' } }) +
        stop +
        done,
    );
    expect(parts.filter(({ type }) => type === 'tool-delta')).toEqual([
      { type: 'tool-delta', index: 0, id: 'a', name: 'f' },
      { type: 'tool-delta', index: 0, arguments: '{"x"' },
      { type: 'tool-delta', index: 0, arguments: ':1}' },
    ]);
  });
});

describe('messages', () => {
  test('a complete and empty reply says where the tokens went', () => {
    const usage = { completion_tokens: 64, completion_tokens_details: { reasoning_tokens: 64 } };
    const { error } = whole('chat', { choices: [{ message: { content: '' }, finish_reason: 'length' }], usage }).ending;
    expect(error?.message).toContain('"length" after 64 output tokens, all of them spent on reasoning');
    expect(error?.hint).toContain('Raise the token limit');
    expect(error?.retryable).toBe(false);
  });

  test('a blocked prompt reports the reason and the categories', () => {
    const promptFeedback = {
      blockReason: 'SAFETY',
      blockReasonMessage: 'why',
      safetyRatings: [
        { category: 'HARM_CATEGORY_HARASSMENT', blocked: true },
        { category: 'HARM_CATEGORY_HATE_SPEECH' },
      ],
    };
    const { error } = whole('native', { promptFeedback }).ending;
    expect(error).toMatchObject({ code: 'moderated', type: 'SAFETY', gatewayMessage: 'why', status: 200 });
    expect(error?.message).toContain('the prompt (SAFETY, HARASSMENT)');
  });

  test('a truncated stream reports how far it got', () => {
    expect(stream(chunk({ content: 'abc' })).ending.error?.message).toContain('3 characters of text in 1 event');
    expect(stream(`${chunk({ content: 'abc' })}${done}`).ending.error?.message).toContain('[DONE]');
  });

  test('a response of another route is named', () => {
    expect(whole('chat', { results: [] }).ending.error?.message).toContain('looks like a ranking');
    expect(stream(sse({ type: 'session.created', session: {} })).ending.error).toMatchObject({ code: 'wrong-type' });
  });

  test("text between the events of an empty stream is the gateway's message", () => {
    const answer = readPieces('chat', [Buffer.from(': x\n\nupstream connect error\n')]);
    expect(answer.ending.error).toMatchObject({ code: 'upstream', gatewayMessage: 'upstream connect error' });
  });

  test('bytes that are not text are not shown as text, and compressed ones are named', () => {
    const read = (...bytes: number[]) => readPieces('chat', [Uint8Array.from(bytes)]).ending.error;
    expect(read(1, 0, 0xff, 0xfe)).toMatchObject({ code: 'not-json', gatewayMessage: null });
    expect(read(1, 0, 0xff, 0xfe)?.message).toContain('4 bytes that are not text');
    expect(read(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)).toMatchObject({
      code: 'not-json',
      message: 'The gateway returned 200 with gzip data but without Content-Encoding.',
      gatewayMessage: null,
    });
  });

  test('invalid UTF-8 reports the count and the first offset', () => {
    const answer = readPieces('chat', [Buffer.from('{"choices":[{"message":{"content":"a\xff\xfe"}}]}', 'latin1')], {
      streamAsked: false,
    });
    expect(answer.parts.at(-1)).toMatchObject({
      code: 'invalid-utf8',
      message: expect.stringContaining('2 invalid UTF-8 sequences, the first at byte 36'),
    });
  });

  test('lost and repeated events are counted', () => {
    const delta = (number: number) => sse({ type: 'response.output_text.delta', delta: 'a', sequence_number: number });
    const { parts } = readPieces('responses', [Buffer.from([0, 1, 5, 5, 7].map(delta).join(''))]);
    const warnings = parts.filter((part) => part.type === 'warning').map(({ message }) => message);
    expect(warnings).toEqual([
      expect.stringContaining('by their sequence numbers: 4.'),
      expect.stringContaining('arrived twice: 1.'),
    ]);
  });
});

describe('broken JSON is located', () => {
  test.each([
    ['{"a":x}', 1, 6],
    ['{"a":1,}', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{\n "a": tru }', 2, 7],
    ['{"a":"b\nc"}', 1, 8],
    ['"\\x"', 1, 2],
    ['{"a":01}', 1, 6],
    ['{"a":1]', 1, 7],
    ['[1 2]', 1, 4],
    ['[1]x', 1, 4],
    ['[}', 1, 2],
    ['[1,2', 1, 5],
  ])('%j', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonFault(text)).toMatchObject({ line, column });
  });

  test('and named in the failure', () => {
    expect(whole('chat', '{\n  "choices": [x]\n}').ending.error?.message).toContain('line 2, column 15');
  });
});

describe('model records', () => {
  test('ids of a compatible list are those of the list; the native list has them in its own form', () => {
    const ids = (parts: readonly Part[]) =>
      parts.flatMap((part) => (part.type === 'models' ? part.models : [])).map(({ id }) => id);
    const data = [{ id: 'models/Olm-7B' }, { id: 'Olm-7B' }];
    expect(ids(whole('models', { data }).parts)).toEqual(['models/Olm-7B', 'Olm-7B']);
    expect(ids(whole('native-models', { models: [{ name: 'models/olm' }, { name: 'tuned/x' }] }).parts)).toEqual([
      'olm',
      'tuned/x',
    ]);
  });

  test('of the compatible surface', () => {
    const [part] = whole('models', {
      data: [
        {
          id: 'x',
          display_name: 'X',
          owned_by: 'o',
          supported_endpoint_types: ['openai', 1],
          context_length: 8,
          max_output_tokens: 0,
        },
      ],
    }).parts.slice(1);
    expect(part).toMatchObject({
      models: [
        {
          id: 'x',
          name: 'X',
          owner: 'o',
          endpoints: ['openai'],
          inputTokenLimit: 8,
          outputTokenLimit: null,
          raw: { context_length: 8 },
        },
      ],
      nextPage: null,
    });
  });

  test('of the native surface', () => {
    const [part] = whole('native-models', {
      models: [
        {
          name: 'models/g',
          displayName: 'G',
          supportedGenerationMethods: ['generateContent'],
          inputTokenLimit: 4,
          outputTokenLimit: 2,
        },
      ],
      nextPageToken: 'p',
    }).parts.slice(1);
    expect(part).toMatchObject({
      models: [
        { id: 'g', name: 'G', owner: null, endpoints: ['generateContent'], inputTokenLimit: 4, outputTokenLimit: 2 },
      ],
      nextPage: 'p',
    });
  });
});

test.each([
  ['{"a":1,', true],
  ['{"a":"b', true],
  ['{"a":"\\u00', true],
  ['{"a":tr', true],
  ['{"a":-', true],
  ['{"a" 1,"b":2', false],
  ['{"a":nope,"b":2', false],
  ['{"a":"b"c"d":1', false],
])('truncated JSON is distinguished from invalid JSON: %s', (text, isCut) => {
  expect(breaksOff(text)).toBe(isCut);
});
