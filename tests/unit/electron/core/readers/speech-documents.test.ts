import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { openReader } from '#core/readers/open-reader.ts';
import type { Part } from '#shared/protocol/part.ts';
import { done, headOf, sse } from '../../../../support/readers/read-answer.ts';

function read(pieces: readonly Uint8Array[], type: string) {
  const written: Buffer[] = [];
  const reader = openReader('speech', headOf({ streamAsked: false, headers: [['content-type', type]] }), {
    onMedia: (bytes) => written.push(Buffer.from(bytes)),
  });
  const parts: Part[] = pieces.flatMap((piece) => reader.read(piece));
  const ending = reader.end();
  parts.push(...ending.parts);
  const file = Buffer.concat(written);
  for (const { offset, bytes } of reader.media?.patches ?? []) file.set(bytes, offset);
  return {
    parts,
    file: reader.media && file.toString('latin1'),
    fileType: reader.media?.mediaType,
    verdict: ending.verdict,
    code: ending.error?.code,
    warnings: parts.flatMap((part) => (part.type === 'warning' ? [part.code] : [])),
  };
}

/** Reads a body whole, byte by byte and at some cuts, which must not differ. */
function readEverywhere(body: string | Uint8Array, type = 'application/json') {
  const bytes = Buffer.from(body as string);
  const whole = read([bytes], type);
  const { parts: _, ...facts } = whole;
  const cuts = [[...bytes].map((byte) => Uint8Array.of(byte))];
  for (let cut = 1; cut < bytes.length; cut += 7) cuts.push([bytes.subarray(0, cut), bytes.subarray(cut)]);
  for (const pieces of cuts) expect(read(pieces, type)).toMatchObject(facts);
  return whole;
}

const random = Buffer.from(Array.from({ length: 700 }, (_, at) => (at * 37 + (at >> 3) * 11) % 256));
const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), random]);

/** A WAV file that declares `dataSize` bytes of samples. */
function wave(samples: Buffer, dataSize = samples.length, rate = 24_000): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 0, 'latin1');
  head.writeUInt32LE(dataSize === samples.length ? 36 + samples.length : dataSize, 4);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.write('\x02\0\x10\0data', 32, 'latin1');
  head.writeUInt32LE(dataSize, 40);
  return Buffer.concat([head, samples]);
}

const base64 = mp3.toString('base64');
const documents: [string, unknown][] = [
  ['base64 in a field', { audio: base64 }],
  ['hex in an envelope', { data: { audio: mp3.toString('hex'), status: 2 }, base_resp: { status_code: 0 } }],
  ['hex in capitals', { audio: mp3.toString('hex').toUpperCase() }],
  ['base64url', { audio_content: mp3.toString('base64url') }],
  ['lines of base64', { audioContent: base64.replace(/.{76}/g, '$&\r\n') }],
  ['a data URL', { audio: { url: `data:audio/mpeg;base64,${base64}` } }],
  ['a record of audio', { audio: { data: base64, format: 'mp3' }, text: 'said' }],
  ['the list of an image route', { data: [{ b64_json: base64 }] }],
  ['a chat completion', { choices: [{ message: { audio: { id: 'a', data: base64, transcript: 'said' } } }] }],
  [
    'a native response',
    { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/mpeg', data: base64 } }] } }] },
  ],
  ['an output', { output: { audio: { data: base64, url: 'https://files.example/a.mp3' } } }],
];

test.each(documents)('speech in a document is decoded: %s', (_, document) => {
  for (const type of ['application/json', 'audio/mpeg'])
    expect(readEverywhere(JSON.stringify(document), type)).toMatchObject({
      ...{ verdict: 'complete', fileType: 'audio/mpeg', warnings: [] },
      file: mp3.toString('latin1'),
    });
});

const thirds = [mp3.subarray(0, 200), mp3.subarray(200, 513), mp3.subarray(513)];
const streams: [string, string][] = [
  ['base64 without a type', thirds.map((piece) => sse({ audio: piece.toString('base64') })).join('')],
  [
    'pieces with a last mark',
    thirds.map((piece) => sse({ audio: piece.toString('base64') })).join('') + sse({ done: true }),
  ],
  [
    'hex, and all of it again in the last event',
    thirds.map((piece) => sse({ data: { audio: piece.toString('hex'), status: 1 } })).join('') +
      sse({ data: { audio: mp3.toString('hex'), status: 2 } }),
  ],
  [
    'chunks of chat',
    thirds.map((piece) => sse({ choices: [{ delta: { audio: { data: piece.toString('base64') } } }] })).join('') + done,
  ],
  ['lines of JSON', thirds.map((piece) => `${JSON.stringify({ audio: piece.toString('base64') })}\n`).join('')],
];

test.each(streams)('speech in events of any shape is joined: %s', (_, body) => {
  for (const type of ['text/event-stream', 'application/json'])
    expect(readEverywhere(body, type)).toMatchObject({
      verdict: 'complete',
      file: mp3.toString('latin1'),
      warnings: [],
    });
});

test('a document with a URL is speech to be downloaded', () => {
  const { parts, verdict } = readEverywhere(
    JSON.stringify({ output: { audio: { url: 'https://files.example/a.wav' } } }),
  );
  expect(verdict).toBe('complete');
  expect(parts).toContainEqual({ type: 'audio', mediaType: 'audio/*', url: 'https://files.example/a.wav' });
  expect(readEverywhere('{"docs":"https://help.example/errors"}')).toMatchObject({ code: 'wrong-type' });
});

test('raw samples in a document have the rate that it names', () => {
  const { parts } = read(
    [Buffer.from(JSON.stringify({ audio: random.toString('base64'), sample_rate: 16_000 }))],
    'application/json',
  );
  expect(parts).toContainEqual(expect.objectContaining({ type: 'audio', mediaType: 'audio/pcm;rate=16000' }));
});

test('text that looks like base64 is no audio', () => {
  expect(readEverywhere('{"voice":"alloy","model":"tts","format":"mp3"}')).toMatchObject({
    code: 'wrong-type',
    file: null,
  });
});

const three = [random.subarray(0, 200), random.subarray(200, 401), random.subarray(401)];

test.each([
  ['with true lengths', (samples: Buffer) => wave(samples)],
  ['of unknown length', (samples: Buffer) => wave(samples, 0xffff_ffff)],
  ['with no length', (samples: Buffer) => wave(samples, 0)],
  ['that declare more', (samples: Buffer) => wave(samples, 900)],
  ['that declare less', (samples: Buffer) => wave(samples, 64)],
])('WAV files in a row are one: %s', (_, make) => {
  const body = Buffer.concat(three.map(make));
  const { file } = readEverywhere(body, 'audio/wav');
  expect(file).toEqual(wave(random).toString('latin1'));
  const events = three.map((samples) => sse({ audio: make(samples).toString('base64') })).join('');
  expect(readEverywhere(events, 'text/event-stream').file).toEqual(wave(random).toString('latin1'));
});

test('chunks behind the samples of a WAV file end with it', () => {
  const title = Buffer.from('LIST\x04\0\0\0abcd', 'latin1');
  const even = random.subarray(0, 400);
  const body = Buffer.concat([wave(even), title, wave(even), title]);
  const joined = Buffer.concat([wave(Buffer.concat([even, even])), title]);
  joined.writeUInt32LE(joined.length - 8, 4);
  expect(readEverywhere(body, 'audio/wav').file).toEqual(joined.toString('latin1'));
});

test('WAV files of different rates are reported', () => {
  const body = Buffer.concat([wave(random), wave(random, random.length, 8000)]);
  expect(readEverywhere(body, 'audio/wav').warnings).toEqual(['items-odd']);
});
