import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { openReader } from '#core/readers/open-reader.ts';
import { imageFilePart } from '#core/readers/parts/image-file.ts';
import { imagePart } from '#core/readers/parts/media.ts';
import type { ResponseHead } from '#core/readers/reader.ts';
import type { Part } from '#shared/protocol/part.ts';
import { done, headOf, sse } from '../../../../support/readers/read-answer.ts';

interface MediaResponse {
  parts: Part[];
  /** The audio of all parts, joined. */
  joinedAudio: Buffer;
  /** Media types of the audio parts. */
  types: Set<string>;
  /** The bytes of the file with its patches applied, `null` when the response makes none. */
  file: Buffer | null;
  fileType: string | undefined;
  ending: string | undefined;
  verdict: string;
  code: string | undefined;
  warnings: string[];
}

function readMedia(kind: 'speech' | 'video', pieces: Iterable<Uint8Array>, head: Partial<ResponseHead>): MediaResponse {
  const written: Buffer[] = [];
  const reader = openReader(kind, headOf({ streamAsked: kind === 'video', ...head }), {
    onMedia: (bytes) => written.push(Buffer.from(bytes)),
  });
  const parts: Part[] = [];
  for (const piece of pieces) parts.push(...reader.read(piece));
  const ending = reader.end();
  parts.push(...ending.parts);
  const { media } = reader;
  const file = Buffer.concat(written);
  for (const { offset, bytes } of media?.patches ?? []) file.set(bytes, offset);
  const audio = parts.filter((part) => part.type === 'audio');
  return {
    parts,
    joinedAudio: Buffer.concat(audio.map((part) => Buffer.from(part.base64 ?? '', 'base64'))),
    types: new Set(audio.map((part) => part.mediaType)),
    file: media && file,
    fileType: media?.mediaType,
    ending: media?.ending,
    verdict: ending.verdict,
    code: ending.error?.code,
    warnings: parts.flatMap((part) => (part.type === 'warning' ? [part.code] : [])),
  };
}

const labelled = (type: string, rest: Partial<ResponseHead> = {}): Partial<ResponseHead> => ({
  headers: [['content-type', type]],
  ...rest,
});
const speech = (body: Uint8Array | string, type = 'audio/mpeg') =>
  readMedia('speech', [Buffer.from(body as string)], labelled(type));
const video = (body: Uint8Array | string, type = 'video/mp4') =>
  readMedia('video', [Buffer.from(body as string)], labelled(type));

/** A WAV file of `samples` bytes that claims the given sizes. */
function wave(samples: Buffer, riffSize = 36 + samples.length, dataSize = samples.length): Buffer {
  const head = Buffer.from('RIFF----WAVEfmt ----------------------data----', 'latin1').subarray(0, 44);
  head.writeUInt32LE(riffSize, 4);
  head.writeUInt32LE(16, 16);
  head.write('data', 36);
  head.writeUInt32LE(dataSize, 40);
  return Buffer.concat([head, samples]);
}

const samples = Buffer.from(Array.from({ length: 60 }, (_, at) => (at * 37) % 256));
const hex = (text: string) => Buffer.concat([Buffer.from(text, 'hex'), samples]);
const mp4 = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom'), samples]);

test.each([
  ['an MP3 with a tag', Buffer.concat([Buffer.from('ID3'), samples]), 'audio/mpeg', 'mp3'],
  ['an MP3 without a tag', hex('fff344c4'), 'audio/mpeg', 'mp3'],
  ['AAC frames', hex('fff15080'), 'audio/aac', 'aac'],
  ['Ogg', Buffer.concat([Buffer.from('OggS'), samples]), 'audio/ogg', 'ogg'],
  ['FLAC', Buffer.concat([Buffer.from('fLaC'), samples]), 'audio/flac', 'flac'],
  ['WAV', wave(samples), 'audio/wav', 'wav'],
  ['WebM', hex('1a45dfa3'), 'audio/webm', 'weba'],
  ['MP4', Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypM4A '), samples]), 'audio/mp4', 'm4a'],
])('speech is identified by its bytes, whatever its label: %s', (_, body, type, ending) => {
  for (const label of ['audio/mpeg', 'application/octet-stream', 'application/json', 'text/html']) {
    const answer = speech(body, label);
    expect(answer).toMatchObject({
      verdict: 'complete',
      fileType: type,
      ending,
      joinedAudio: body,
      file: body,
      warnings: [],
    });
    expect([...answer.types]).toEqual([type]);
  }
});

test.each([
  ['MP4', mp4, 'video/mp4', 'mp4'],
  [
    'QuickTime',
    Buffer.concat([Buffer.from('00000014', 'hex'), Buffer.from('ftypqt  '), samples]),
    'video/quicktime',
    'mov',
  ],
  ['WebM', hex('1a45dfa3'), 'video/webm', 'webm'],
  ['a GIF', Buffer.concat([Buffer.from('GIF89a'), samples]), 'image/gif', 'gif'],
  ['a preview', hex('89504e47'), 'image/png', 'png'],
])('a video is identified by its bytes and never passes through parts: %s', (_, body, type, ending) => {
  const answer = video(body, 'application/octet-stream');
  expect(answer).toMatchObject({ verdict: 'complete', fileType: type, ending, file: body, warnings: [] });
  expect(answer.parts.map((part) => part.type)).toEqual(['answer-start']);
});

test('raw samples stay raw, in the parts and in the file', () => {
  for (const label of ['audio/pcm', 'application/octet-stream', 'audio/L16; rate=24000']) {
    const answer = speech(samples, label);
    expect(answer).toMatchObject({ verdict: 'complete', fileType: 'audio/pcm', ending: 'pcm', warnings: [] });
    expect([answer.joinedAudio, answer.file]).toEqual([samples, samples]);
    expect([...answer.types]).toEqual(['audio/pcm;rate=24000']);
  }
});

test('a label may specify another rate and channels', () => {
  const answer = speech(samples, 'audio/pcm;rate=16000;channels=2');
  expect([...answer.types]).toEqual(['audio/pcm;rate=16000;channels=2']);
});

test('other headers may specify the rate and the channels', () => {
  const headers = [
    ['content-type', 'application/octet-stream'],
    ['X-Sample-Rate', '16000'],
    ['X-Audio-Channels', '2'],
  ] as const;
  const answer = readMedia('speech', [samples], { headers });
  expect([...answer.types]).toEqual(['audio/pcm;rate=16000;channels=2']);
});

test('raw samples may look like a frame of MP3, a document or events', () => {
  for (const start of ['fffb9064', '7b226122', '3c68746d', '5b7b7d5d', '3a203a20'])
    expect(speech(hex(start), 'audio/pcm')).toMatchObject({ verdict: 'complete', joinedAudio: hex(start) });
});

test('samples under the label of another format are reported', () => {
  expect(speech(samples, 'audio/mpeg')).toMatchObject({ verdict: 'complete', warnings: ['unknown-shape'] });
});

test.each([
  ['0', 0, 0],
  ['the largest number', 0xffff_ffff, 0xffff_ffff],
])('a WAV header with size %s gets its true sizes in the file', (_, riffSize, dataSize) => {
  const { file, joinedAudio: heard } = speech(wave(samples, riffSize, dataSize));
  expect(file).toEqual(wave(samples));
  expect(heard).toEqual(wave(samples, riffSize, dataSize));
});

test('sizes of a WAV header become true, and its other chunks stay', () => {
  const list = Buffer.concat([
    wave(samples).subarray(0, 36),
    Buffer.from('LIST\x04\0\0\0abcddata'),
    Buffer.alloc(4),
    samples,
  ]);
  list.writeUInt32LE(0, 4);
  const { file } = speech(list);
  expect([file?.readUInt32LE(4), file?.readUInt32LE(52)]).toEqual([list.length - 8, samples.length]);
  for (const guess of [0, 20, 4000, 0x7fff_ffff, 0x8000_0000, 0xffff_fff8, 0xffff_ffff])
    expect(speech(wave(samples, guess, guess)).file, String(guess)).toEqual(wave(samples));
  const title = Buffer.from('LIST\x04\0\0\0abcd', 'latin1');
  const titled = Buffer.concat([wave(samples, 36 + samples.length + title.length), title]);
  expect(speech(titled).file).toEqual(titled);
});

test('a WAV with fewer samples than its header promises is reported as incomplete', () => {
  const cut = speech(wave(Buffer.alloc(1000), 64_036, 64_000), 'audio/wav');
  expect(cut).toMatchObject({ verdict: 'complete', warnings: ['media-short'] });
  expect(partOf(cut.parts)?.message).toContain('declares 64,000 bytes of samples, but 1,000 arrived');
  expect(speech(wave(samples), 'audio/wav').warnings).toEqual([]);
});

const partOf = (parts: readonly Part[]) => parts.find((part) => part.type === 'warning');

test('events of a speech stream are joined into one audio', () => {
  const body = [mp4.subarray(0, 5), mp4.subarray(5, 30), mp4.subarray(30)]
    .map((piece) => sse({ type: 'speech.audio.delta', audio: piece.toString('base64') }))
    .join('');
  const usage = { input_tokens: 3, output_tokens: 40, total_tokens: 43 };
  const last = sse({ type: 'speech.audio.done', usage });
  for (const label of ['text/event-stream', 'audio/mpeg', 'text/plain']) {
    const answer = speech(body + last, label);
    expect(answer).toMatchObject({ verdict: 'complete', joinedAudio: mp4, file: mp4, fileType: 'audio/mp4' });
    expect(answer.parts.at(-1)).toMatchObject({ type: 'usage-report', totalTokens: 43 });
  }
  expect(speech(body, 'text/event-stream')).toMatchObject({ verdict: 'truncated', code: 'no-terminal', file: mp4 });
  expect(speech(body + done, 'text/event-stream')).toMatchObject({ verdict: 'complete' });
});

test('a failed speech stream keeps what arrived', () => {
  const delta = sse({ type: 'speech.audio.delta', audio: mp4.toString('base64') });
  const failing = delta + sse({ error: { message: 'Quota exceeded', code: 'insufficient_quota' } });
  expect(speech(failing, 'text/event-stream')).toMatchObject({
    verdict: 'failed',
    code: 'quota',
    joinedAudio: mp4,
    file: mp4,
  });
  const unexpected = sse({ type: 'speech.audio.delta', audio: '%%%' }) + delta + sse({ type: 'speech.audio.done' });
  expect(speech(unexpected, 'text/event-stream')).toMatchObject({
    verdict: 'complete',
    joinedAudio: mp4,
    warnings: ['items-odd'],
  });
  const empty = sse({ type: 'speech.audio.done' });
  expect(speech(empty, 'text/event-stream')).toMatchObject({ verdict: 'empty', code: 'empty', file: null });
});

test.each(['speech', 'video'] as const)('errors and pages under a 200 status are not %s', (kind) => {
  const read = kind === 'speech' ? speech : video;
  const error = JSON.stringify({ error: { message: 'Invalid token', code: 'invalid_api_key' } });
  expect(read(error, 'application/json')).toMatchObject({ verdict: 'failed', code: 'auth', file: null });
  expect(read(error, 'application/octet-stream')).toMatchObject({ verdict: 'failed', code: 'auth', file: null });
  expect(read('<!doctype html><title>Login</title>', 'text/html')).toMatchObject({ code: 'not-json', file: null });
  expect(read('{"state":"fine"}', 'application/json')).toMatchObject({ code: 'wrong-type', file: null });
  expect(read('Please try again later.', 'text/plain')).toMatchObject({ code: 'not-json', file: null });
  expect(read('', 'audio/mpeg')).toMatchObject({ verdict: 'empty', code: 'empty', file: null });
});

test.each([
  ['{"error":{"message":"boom"}}', 'failed', undefined],
  ['\n {"detail":"voice a is not available"}', 'failed', undefined],
  ['<!doctype html><title>Busy</title>', 'failed', 'not-json'],
  ['The voice aurora is not available.', 'failed', 'not-json'],
  ['语音合成失败：余额不足', 'failed', 'quota'],
  ['{"error":{"message":"cut of', 'failed', 'truncated'],
])('a body that is text is no media, whatever its label: %s', (body, verdict, code) => {
  for (const label of ['audio/mpeg', 'audio/pcm', 'audio/wav', 'application/octet-stream', 'video/mp4']) {
    const answer = speech(body, label);
    expect(answer, label).toMatchObject({ verdict, file: null, ...(code && { code }) });
    expect(video(body, label), label).toMatchObject({ verdict, file: null, ...(code && { code }) });
  }
});

test('only as long as the bytes are text, speech is held back', () => {
  const reader = openReader('speech', headOf(labelled('audio/pcm')));
  expect(reader.read(Buffer.from('{"a": 1234567890}'))).toEqual([]);
  expect(reader.read(Buffer.from([0, 1, 2])).map(({ type }) => type)).toEqual(['answer-start', 'audio']);
});

test('an error status is read as an error, whatever its label', () => {
  const body = [Buffer.from('{"error":{"message":"Task is not completed yet","code":"x"}}')];
  const answer = readMedia('video', body, labelled('video/mp4', { status: 400 }));
  expect(answer).toMatchObject({ verdict: 'failed', file: null });
});

test.each([1, 5, 11])('%i bytes are not a video, whatever their label says', (size) => {
  const read = video(new Uint8Array(size).fill(7));
  expect(read).toMatchObject({ verdict: 'failed', file: null });
});

test('a video of an unknown format is stored unchanged, and reported', () => {
  expect(video(samples, 'video/x-flv')).toMatchObject({ verdict: 'complete', file: samples, fileType: 'video/x-flv' });
  expect(video(samples, 'application/octet-stream')).toMatchObject({ ending: 'bin', warnings: ['unknown-shape'] });
});

const splits: [string, 'speech' | 'video', Buffer, string][] = [
  ['MP3', 'speech', hex('fff344c4'), 'audio/mpeg'],
  ['samples', 'speech', samples, 'audio/pcm'],
  ['WAV of unknown size', 'speech', wave(samples, 0, 0), 'audio/wav'],
  ['a few samples', 'speech', samples.subarray(0, 6), 'audio/pcm'],
  ['MP4', 'video', mp4, 'video/mp4'],
  ['an error', 'video', Buffer.from('{"error":{"message":"boom"}}'), 'application/json'],
  [
    'events',
    'speech',
    Buffer.from(
      sse({ type: 'speech.audio.delta', audio: samples.toString('base64') }) + sse({ type: 'speech.audio.done' }),
    ),
    'text/event-stream',
  ],
];

test.each(splits)('the same at every cut and byte by byte: %s', (_, kind, body, type) => {
  const facts = ({ joinedAudio, file, fileType, verdict, code, warnings, types }: MediaResponse) => ({
    ...{ joinedAudio, file, fileType, verdict, code, warnings, types },
  });
  const whole = facts(readMedia(kind, [body], labelled(type)));
  const single = [...body].map((byte) => Uint8Array.of(byte));
  expect(facts(readMedia(kind, single, labelled(type)))).toEqual(whole);
  for (let cut = 0; cut <= body.length; cut += 1)
    expect(facts(readMedia(kind, [body.subarray(0, cut), body.subarray(cut)], labelled(type)))).toEqual(whole);
});

test('audio chunks are of moderate size and marked', () => {
  const long = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(200_000, 7)]);
  const { parts, joinedAudio: heard } = speech(long);
  expect(heard).toEqual(long);
  for (const part of parts)
    if (part.type === 'audio') {
      expect(part.streamed).toBe(true);
      expect(part.base64?.length).toBeLessThanOrEqual(64 * 1024);
    }
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '\n<?xml version="1.0"?>\n<!-- made by hand -->\n<svg width="1">  </svg>',
])('an SVG in base64 is called SVG, not PNG: %s', (drawing) => {
  const base64 = Buffer.from(drawing + ' '.repeat(80)).toString('base64');
  expect(imageFilePart({ b64_json: base64 }, null)).toMatchObject({ type: 'image', mediaType: 'image/svg+xml' });
  expect(imagePart({ b64_json: base64 })).toMatchObject({ type: 'image', mediaType: 'image/svg+xml' });
});
