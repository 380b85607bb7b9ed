import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventDecoder, type StreamEvent } from '#core/readers/sse.ts';

const limit = 1024 * 1024;

function decode(pieces: Iterable<Uint8Array>, maxEventBytes = limit) {
  const events: StreamEvent[] = [];
  const decoder = new EventDecoder((event) => events.push(event), maxEventBytes);
  for (const piece of pieces) decoder.push(piece);
  decoder.end();
  return { events, invalid: decoder.invalidUtf8, stray: decoder.stray, tooLarge: decoder.tooLarge };
}

const dataOf = (text: string) => decode([Buffer.from(text)]).events.map(({ data }) => data);

/** Cases of the public event stream tests, and further cases of the same grammar. */
const grammar: [name: string, stream: string, data: string[]][] = [
  ['a byte order mark is dropped', '\ufeffdata: a\n\n', ['a']],
  ['only the first byte order mark is', 'data: a\n\n\ufeffdata: b\n\ndata: c\n\n', ['a', 'c']],
  ['a second mark makes an unknown field', '\ufeff\ufeffdata: a\n\ndata: b\n\n', ['b']],
  ['comments, also long ones', `data: 1\n: \0\n:\r\ndata: 2\n:${'x'.repeat(2048)}\rdata: 3\n\n`, ['1\n2\n3']],
  ['a colon alone is a comment', ':\n\ndata: a\n:\n\n', ['a']],
  ['the last block without a blank line counts', 'data: a\n\ndata: b', ['a', 'b']],
  ['the last line without its end counts', 'data: a\ndata: b', ['a\nb']],
  ['empty data makes no event', 'data:\n\ndata\n\ndata: \n\n', []],
  ['two empty data lines make one line feed', 'data\ndata\n\n', ['\n']],
  ['one space is taken off', 'data:  a\n\ndata:\tb\n\ndata:c\n\n', [' a', '\tb', 'c']],
  ['field names are exact', ' data: b\ndata : c\ndatax: d\ndata\0: e\ndata: f\n\n', ['f']],
  ['field names count in any case', 'Event: x\nData: a\nDATA:b\ndata: c\n\n', ['a\nb\nc']],
  ['a field needs no colon', 'data\ndata: a\n\n', ['\na']],
  ['every line end', 'data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\ndata: e\r\n\n', ['a', 'b', 'c', 'd', 'e']],
  ['a line feed after a CR is one line end', 'data: a\r\ndata: b\r\n\r\n', ['a\nb']],
  ['NUL is data', 'data: a\0b\n\n', ['a\0b']],
  ['unknown fields and retry are ignored', 'retry: 1\nfoo: x\ndata: a\nretry: x\n\n', ['a']],
  ['leading blank lines', '\n\r\n\rdata: a\n\n', ['a']],
  ['multi-byte text', 'data: ok…é世🚀\n\n', ['ok…é世🚀']],
];

describe('grammar', () => {
  test.each(grammar)('%s', (_name, stream, data) => {
    expect(dataOf(stream)).toEqual(data);
  });

  test.each(grammar)('%s: at every pair of cuts', (_name, stream) => {
    const bytes = Buffer.from(stream.length > 300 ? stream.replace(/x+/, 'xx') : stream);
    const whole = decode([bytes]);
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
        expect(decode(pieces)).toEqual(whole);
      }
    }
  });

  test('event names belong to their own event', () => {
    const { events } = decode([
      Buffer.from('event: a\nid: 1\ndata: x\n\nevent:\nid: 2\0\ndata: y\n\nevent: lost\n\ndata: z\n\n'),
    ]);
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['a', 'x'],
      [null, 'y'],
      [null, 'z'],
    ]);
  });
});

describe('documents without a field', () => {
  test.each([
    ['a bare line', '{"a":1}\n', ['{"a":1}']],
    ['a bare line without an end', '{"a":1}', ['{"a":1}']],
    ['a bare document over lines', '{\n "a": [\n1]\n}\ndata: x\n\n', ['{\n "a": [\n1]\n}', 'x']],
    ['a bare document that a field breaks off', '{\n"a":\ndata: x\n\n', ['{\n"a":', 'x']],
    ['a bare document that a blank line breaks off', '{"a":\n\n}\n', ['{"a":']],
    ['brackets in strings do not count', '{"a":"}\\"{"\n}\n{"b":1}\n', ['{"a":"}\\"{"\n}', '{"b":1}']],
    ['after data it is an event of its own', 'data: {"a":1}\n{"b":2}\n\n', ['{"a":1}', '{"b":2}']],
    ['inside open data it goes on', 'data: {"a":\n{"b":2}}\n\n', ['{"a":\n{"b":2}}']],
    ['an end mark', 'data: x\n\n[DONE]\n', ['x', '[DONE]']],
  ])('%s', (_name, stream, data) => {
    expect(dataOf(stream)).toEqual(data);
  });

  test('other lines are kept for the failure message, up to a limit', () => {
    const { stray } = decode([Buffer.from(`upstream error\n\nfoo: bar\n${'y'.repeat(5000)}\n`)]);
    expect(stray.startsWith('upstream error\nfoo: bar\nyyy')).toBe(true);
    expect(stray).toHaveLength(2000);
  });
});

describe('positions', () => {
  test.each([
    ['LF', '\n', 2],
    ['CRLF', '\r\n', 4],
    ['CR', '\r', 2],
  ])('offsets and sizes with %s', (_name, end, ends) => {
    const stream = `: c${end}${end}event: n${end}data: é${end}${end}data: b${end}${end}`;
    const { events } = decode([Buffer.from(stream)]);
    const first = 3 + ends;
    const size = 8 + ends / 2 + 8 + ends;
    expect(events.map(({ offset, sizeBytes }) => [offset, sizeBytes])).toEqual([
      [first, size],
      [first + size, 7 + ends],
    ]);
  });

  test('invalid UTF-8 is counted as a decoder counts it, at its offset', () => {
    const start = Buffer.from('data: ok\n\n: \xff\n\ndata: a', 'latin1');
    const wrong = Buffer.from([0xc0, 0x80, 0xe4, 0xb8, 0x41, 0xf0, 0x9f, 0x9a, 0xed, 0xa0, 0x80]);
    const bytes = Buffer.concat([start, wrong, Buffer.from('\n\ndata: \ufffd\n\n')]);
    const { invalid, events } = decode([bytes]);
    expect(invalid).toEqual({
      count: [...wrong.toString('utf8')].filter((letter) => letter === '\ufffd').length,
      firstOffset: start.length,
    });
    expect(events[2]?.data).toBe('\ufffd');
    expect(decode([...bytes].map((byte) => Uint8Array.of(byte))).invalid).toEqual(invalid);
  });
});

describe('limits', () => {
  const pieceSizes = [1, 7, 4096, 1 << 20];

  test.each(pieceSizes)('an endless line is abandoned, in chunks of %i bytes', (size) => {
    const bytes = Buffer.concat([Buffer.from('data: first\n\ndata: '), Buffer.alloc(200_000, 'x')]);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, at * size + size),
    );
    const read = decode(pieces, 1000);
    expect(read.tooLarge).toBe(true);
    expect(read.events.map(({ data }) => data)).toEqual(['first']);
  });

  test('an event of many lines is abandoned; comments and other events do not count', () => {
    const comments = `${': keep alive\n'.repeat(1000)}data: a\n\n`.repeat(3);
    expect(decode([Buffer.from(comments)], 1000).tooLarge).toBe(false);
    expect(decode([Buffer.from('data: 12345678\n'.repeat(100))], 1000).tooLarge).toBe(true);
    expect(decode([Buffer.from('event: 12345678\n'.repeat(100))], 1000).tooLarge).toBe(true);
  });

  test('an event exactly at the limit is read', () => {
    const line = `data: ${'x'.repeat(94)}`;
    expect(decode([Buffer.from(`${line}\n\n`)], 100).tooLarge).toBe(false);
    expect(decode([Buffer.from(`${line}y\n\n`)], 100).tooLarge).toBe(true);
  });

  test('8 MiB in single bytes, and one event of 8 MiB in single bytes', () => {
    const size = 8 * 1024 * 1024;
    const byte = Buffer.alloc(1);
    const stream = Buffer.from(`data: ${'x'.repeat(100)}\n\n`);
    let events = 0;
    const many = new EventDecoder(() => {
      events += 1;
    }, size * 2);
    for (let at = 0; at < size; at += 1) {
      byte[0] = stream[at % stream.length]!;
      many.push(byte);
    }
    expect(events).toBe(Math.floor(size / stream.length));
    let length = 0;
    const one = new EventDecoder((event) => {
      length = event.data.length;
    }, size * 2);
    one.push(Buffer.from('data: '));
    byte[0] = 120;
    for (let at = 0; at < size; at += 1) one.push(byte);
    one.push(Buffer.from('\n\n'));
    expect(length).toBe(size);
  });
});

describe('random splits', () => {
  const word = fc.constantFrom(
    'data: a',
    'data:',
    'data',
    'data: é世🚀',
    ': c',
    'event: e',
    'id: 7',
    '{"a":1}',
    '{"a":',
    '[1',
    ']}',
    '[DONE]',
    'foo',
    '',
    '',
    '',
  );
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const stream = fc.array(fc.tuple(word, end), { maxLength: 30 }).map((lines) => lines.flat().join(''));

  test('chunking does not matter', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }), (text, sizes) => {
        const bytes = Buffer.from(text);
        const pieces: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length]!;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(decode(pieces)).toEqual(decode([bytes]));
      }),
      { numRuns: 3000 },
    );
  });

  test('any bytes are read without a throw, and alike in single bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        const bytes = Buffer.concat([Buffer.from('data: '), noise, Buffer.from('\n\n')]);
        expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(decode([bytes]));
      }),
      { numRuns: 1000 },
    );
  });
});
