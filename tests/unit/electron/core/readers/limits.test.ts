import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { chunk, done, headOf, readPieces, sse, stop, told } from '../../../../support/readers/read-answer.ts';

const kinds: ReaderKind[] = ['chat', 'responses', 'compact', 'native', 'models', 'native-models', 'edits'];
const read = (body: string, kind: ReaderKind = 'chat', options = {}) =>
  readPieces(kind, [Buffer.from(body)], {}, options);

describe('events that are not JSON', () => {
  test('before and among good ones, they cost nothing but themselves', () => {
    const body = `${sse('nope').repeat(7)}${chunk({ content: 'a' })}${sse('nope').repeat(3)}${chunk({ content: 'b' })}${stop}${done}`;
    const answer = read(body);
    expect(answer.ending.verdict).toBe('complete');
    const warnings = told(answer.parts).filter((line) => line === 'warning bad-event');
    expect(told(answer.parts).filter((line) => !line.startsWith('warning'))).toEqual([
      'text a',
      'text b',
      'finish stop',
    ]);
    expect(warnings).toHaveLength(10);
  });

  test('many are reported by their count', () => {
    const answer = read(`${chunk({ content: 'a' })}${sse('nope').repeat(50)}${chunk({ content: 'b' })}${stop}${done}`);
    expect(answer.ending.verdict).toBe('complete');
    const warnings = answer.parts.flatMap((part) => (part.type === 'warning' ? [part.message] : []));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toContain('skipped: 50.');
  });

  test('a stream of nothing else is abandoned', () => {
    const answer = read(`${sse('nope').repeat(1000)}${stop}`);
    expect(answer.finished).toBe(true);
    expect(answer.ending).toMatchObject({ verdict: 'failed', error: { code: 'bad-json' } });
  });

  test('fewer than five bad events and nothing else', () => {
    expect(read(sse('nope').repeat(3)).ending).toMatchObject({ verdict: 'failed', error: { code: 'bad-json' } });
  });

  test('payload text is never part of a message', () => {
    const answer = read(`${chunk({ content: 'a' })}${sse('{"secret-payload": tru')}${stop}${done}`);
    const whole = readPieces('chat', [Buffer.from('{"secret-payload": tru}')], { streamAsked: false });
    const words = [answer.parts.filter((part) => part.type === 'warning'), whole.ending.error];
    expect(JSON.stringify(words)).not.toContain('secret-payload');
  });
});

describe('sizes', () => {
  const calls = (id: string) =>
    Array.from({ length: 130_000 }, (_, index) => `{"type":"function_call","${id}":"c${index}","name":"f"}`).join();

  test('one event over the limit, before and after others', () => {
    const big = chunk({ content: 'x'.repeat(2000) });
    const after = read(`${chunk({ content: 'a' })}${big}${stop}`, 'chat', { maxEventBytes: 1000 });
    expect(after.finished).toBe(true);
    expect(after.ending).toMatchObject({ verdict: 'truncated', error: { code: 'too-large' } });
    expect(told(after.parts)).toEqual(['text a']);
    expect(read(big, 'chat', { maxEventBytes: 1000 }).ending).toMatchObject({
      verdict: 'failed',
      error: { code: 'too-large' },
    });
  });

  test('a body over the limit', () => {
    const answer = read(`{"choices":"${'x'.repeat(3000)}"}`, 'chat', { maxBodyBytes: 2000 });
    expect(answer.finished).toBe(true);
    expect(answer.ending).toMatchObject({ verdict: 'failed', error: { code: 'too-large' } });
  });

  test.each([
    ['a field name repeated', `data: ${'data:'.repeat(3_000_000)}\n\n`],
    ['an event of blanks', `data: x${' '.repeat(10_000_000)}\n\n`],
    ['brackets without end', `data: ${'}'.repeat(10_000_000)}\n\n`],
    ['thoughts of blanks', chunk({ content: '  \n' }).repeat(20_000)],
    ['closing tags', chunk({ content: '\n</think>\n```' }).repeat(5000)],
    ['a sentence of blanks', `{"error":{"message":"a${' '.repeat(10_000_000)}(request id: "}}`],
    ['a sentence of waits', `{"error":{"message":"try again in ${'1s '.repeat(1_000_000)}"}}`],
    ['a sentence of words', `{"error":{"message":"${'model_a'.repeat(1_000_000)}","code":"invalid_request"}}`],
  ])('%s', (_name, body) => {
    expect(read(body).ending.verdict).not.toBe('complete');
  });

  test('endless blanks', () => {
    const pieces = Array.from({ length: 50 }, () => Buffer.alloc(100, ' '));
    const answer = readPieces('chat', pieces, {}, { maxBodyBytes: 1000 });
    expect(answer.finished).toBe(true);
    expect(answer.ending).toMatchObject({ verdict: 'failed', error: { code: 'too-large' } });
  });

  test('an array element over the limit', () => {
    const answer = read(
      `[{"candidates":[{"content":{"parts":[{"text":"a"}]}}]},{"x":"${'y'.repeat(2000)}"}]`,
      'native',
      { maxEventBytes: 1000 },
    );
    expect(answer.ending).toMatchObject({ verdict: 'truncated', error: { code: 'too-large' } });
    expect(told(answer.parts)).toEqual(['text a']);
  });

  test('30,000 events', () => {
    const body = `${chunk({ content: 'ab' }).repeat(30_000)}${stop}${done}`;
    const answer = read(body);
    expect(answer.ending.verdict).toBe('complete');
    expect(answer.parts[1]).toMatchObject({ type: 'text-delta', text: 'ab'.repeat(30_000) });
  });

  test.each([
    ['chat', `{"choices":[{"message":{"content":[${'"a",'.repeat(130_000)}"a"]}}]}`],
    ['chat', `{"choices":[${'{"delta":{"content":"a"}},'.repeat(130_000)}{}]}`],
    ['chat', `{"choices":[{"message":{"images":[${'"https://x",'.repeat(130_000)}"https://x"]}}]}`],
    ['chat', `{"choices":[{"message":{"tool_calls":[${calls('id')}]}}]}`],
    ['responses', `{"output":[${calls('call_id')}]}`],
    ['responses', `{"output":[${'{"type":"x"},'.repeat(130_000)}{"type":"x"}]}`],
    ['native', `{"candidates":[{"content":{"parts":[${'{"text":"a"},'.repeat(130_000)}{"text":"a"}]}}]}`],
    ['models', `{"data":[${Array.from({ length: 130_000 }, (_, index) => `"m${index}"`).join()}]}`],
  ] as [ReaderKind, string][])('130,000 entries in a response of %s', (kind, body) => {
    expect(read(body, kind).parts.length).toBeGreaterThan(1);
  });

  test('one text of 4 MiB in one event and in one document', () => {
    const text = 'é'.repeat(2 * 1024 * 1024);
    expect(read(`${chunk({ content: text })}${stop}${done}`).ending.verdict).toBe('complete');
    expect(read(JSON.stringify({ choices: [{ message: { content: text } }] })).ending.verdict).toBe('complete');
  });
});

describe('nesting', () => {
  const million = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  // Deep enough to overflow every recursion, and faster.
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

  test.each([
    ['chat', `{"choices":[{"index":0,"delta":{"content":${deep}},"finish_reason":"stop"}],"usage":{"x":${deep}}}`],
    [
      'chat',
      `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":${deepObject}}}]}}]}`,
    ],
    ['chat', `{"choices":[{"index":${deep},"delta":{"role":${deep}},"finish_reason":${deep}}],"id":${deep}}`],
    ['chat', `{"error":${deep}}`],
    ['chat', `{"error":{"message":${deep},"code":${deepObject},"param":${deep}}}`],
    ['chat', `{"detail":[{"loc":${deep},"msg":${deep}}]}`],
    ['responses', `{"type":"response.output_item.done","item":{"type":"web_search_call","x":${deep}}}`],
    ['responses', `{"type":"response.output_text.delta","delta":${deep}}`],
    [
      'native',
      `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${deepObject}}},{"executableCode":${deepObject}}]}}]}`,
    ],
    ['models', `{"data":[{"id":"x","y":${deep}}]}`],
    ['compact', `{"output":[{"type":"compaction","y":${deep}}]}`],
    ['edits', deep],
    ['edits', `{"a":${deep}}`],
  ] as [ReaderKind, string][])('100,000 levels in a response of %s', (kind, body) => {
    const answer = read(sse(body), kind);
    expect(() => structuredClone([answer.parts, answer.ending])).not.toThrow();
  });

  test('a million levels, in one chunk and in an event', () => {
    const body = `{"output":[{"type":"x","y":${million}}]}`;
    for (const answer of [read(body, 'responses'), read(sse(body), 'responses'), read(sse(million), 'edits')])
      expect(() => structuredClone(answer.parts)).not.toThrow();
  });

  test('a record of 100 levels is passed on, a deeper one is replaced', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const item = (levels: number) => {
      const answer = read(`{"output":[${nested(levels)}]}`, 'compact');
      return answer.parts.find((part) => part.type === 'item')?.item;
    };
    expect(item(100)).toHaveProperty('a');
    expect(item(102)).toHaveProperty('omitted');
  });
});

test('a record of 50,000 values is passed on, a larger one is replaced', () => {
  const item = (values: number) => {
    const members = Array.from({ length: values }, (_, at) => `"k${at}":${at}`).join();
    return read(`{"output":[{${members}}]}`, 'compact').parts.find((part) => part.type === 'item')?.item;
  };
  expect(Object.keys(item(50_000) ?? {}).length).toBe(50_000);
  expect(item(50_001)).toEqual({ omitted: expect.stringContaining('50000 values') });
});

describe('hostile keys', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(names)('%s as a key, a type, an id and a reason', (name) => {
    const key = JSON.stringify(name);
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const kind of kinds) {
      for (const body of [
        `{${key}:{"error":{"message":"m"},"choices":[{"delta":{"content":"x"}}],"polluted":1}}`,
        `{"choices":[{${key}:{"polluted":1},"delta":{${key}:{"content":"x"},"tool_calls":[{"id":${key},"function":{"name":${key},"arguments":${key}}}]},"finish_reason":${key}}],"usage":{${key}:{"polluted":1}}}`,
        `{"type":${key},"event":1}`,
        `{"type":"response.output_item.done","item":{"type":${key},"id":${key},${key}:{"polluted":1}}}`,
        `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.${name}.polluted","stringValue":"x"}]}}]},"finishReason":${key}}]}`,
        `{"choices":[{"finish_reason":{"toString":1},"index":{"valueOf":1}}],"error":{"code":{"toString":1}}}`,
        `{"error":{"code":${key},"type":${key},"message":"m"}}`,
        `{"data":[{"id":${key},${key}:{"polluted":1}}]}`,
      ]) {
        for (const answer of [read(body, kind), read(sse(body), kind)]) {
          expect(structuredClone(answer.parts)).toBeDefined();
          for (const part of answer.parts) expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
        }
      }
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });
});

describe('any JSON', () => {
  const fields = fc.constantFrom(
    ...'choices delta message content tool_calls function name arguments index id finish_reason usage error type text parts'.split(
      ' ',
    ),
    ...'response output item candidates finishReason promptFeedback functionCall inlineData data models code detail logprobs audio images'.split(
      ' ',
    ),
  );
  const leaf = fc.oneof(
    fc.constantFrom(null, true, 0, -1, 1e99, '', 'stop', 'response.completed', 'message', 'error', 'function_call'),
    fc.string(),
    fc.double(),
  );
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fields, tie('node'), { maxKeys: 5 }),
    ),
  })).node;

  test('no kind throws, streamed or not, at any status', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(200, 400, 500),
        (kind, documents, status) => {
          const stream = documents.map((document) => sse(JSON.stringify(document))).join('');
          for (const body of [JSON.stringify(documents[0]), stream, JSON.stringify(documents)]) {
            const answer = readPieces(kind, [Buffer.from(body)], { status });
            expect(['complete', 'truncated', 'empty', 'failed']).toContain(answer.ending.verdict);
            expect(answer.ending.error === null).toBe(answer.ending.verdict === 'complete');
            if (status >= 400) expect(answer.ending.verdict).toBe('failed');
            structuredClone(answer.parts);
          }
        },
      ),
      { numRuns: 800 },
    );
  });

  test('no bytes throw, and their chunking does not matter', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string().map((text) => Buffer.from(text)),
    );
    const start = fc.constantFrom('', 'data: ', '{', '[', '<', ': x\n', '\ufeff', '{"a":1}\n', 'event: error\n');
    fc.assert(
      fc.property(fc.constantFrom(...kinds), start, noise, (kind, opening, rest) => {
        const bytes = Buffer.concat([Buffer.from(opening), rest]);
        const single = [...bytes].map((byte) => Uint8Array.of(byte));
        expect(readPieces(kind, single)).toEqual(readPieces(kind, [bytes]));
      }),
      { numRuns: 1500 },
    );
  });
});

test('the head alone decides nothing', () => {
  expect(headOf().status).toBe(200);
  const types = ['application/json', 'text/event-stream', 'text/html', 'text/plain', 'application/octet-stream'];
  for (const type of types) {
    const body = `${chunk({ content: 'a' })}${stop}${done}`;
    const answer = readPieces('chat', [Buffer.from(body)], { headers: [['content-type', type]] });
    expect(told(answer.parts)).toEqual(['text a', 'finish stop']);
  }
});
