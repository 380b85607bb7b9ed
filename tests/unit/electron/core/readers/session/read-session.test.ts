import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { openFramesReader } from '#core/readers/session/frames-reader.ts';
import { SessionReader } from '#core/readers/session/read-session.ts';
import type { PartBody } from '#core/readers/session/session-line.ts';
import { wavHeader } from '#shared/media/wav.ts';

type Event = Record<string, unknown>;

/** Reads events as a server sent them; frames are left out. */
function read(events: readonly Event[], reader = new SessionReader()): PartBody[] {
  return events
    .flatMap((event, at) => {
      const data = JSON.stringify(event);
      return reader.read({ n: 0, at, socket: 0, dir: 'in', op: 'text', size: data.length, data });
    })
    .filter(({ type }) => type !== 'frame' && type !== 'latency' && type !== 'item');
}

const created = (session: Event): Event => ({ type: 'session.created', session });
const delta = (bytes: Uint8Array | string, more: Event = {}): Event => ({
  type: 'response.output_audio.delta',
  item_id: 'a',
  delta: typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64'),
  ...more,
});

/** The samples of all audio parts. */
function samples(parts: readonly PartBody[]): number[] {
  const pcm = Buffer.concat(
    parts.flatMap((part) => (part.type === 'audio' ? [Buffer.from(part.base64, 'base64')] : [])),
  );
  return Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2));
}

const pcmOf = (values: readonly number[]): Buffer => {
  const pcm = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) pcm.writeInt16LE(value, at * 2);
  return pcm;
};
const warningsIn = (parts: readonly PartBody[]) =>
  parts.flatMap((part) => (part.type === 'warning' ? [part.code] : []));

const wave = Array.from({ length: 40 }, (_, at) => at * 300 - 6000);

test('audio that is cut inside a sample is whole, wherever it is cut', () => {
  const pcm = pcmOf(wave);
  for (let cut = 0; cut <= pcm.length; cut += 1)
    expect(samples(read([delta(pcm.subarray(0, cut)), delta(pcm.subarray(cut))])), `cut at ${cut}`).toEqual(wave);
  expect(samples(read([...pcm].map((byte) => delta(Uint8Array.of(byte)))))).toEqual(wave);
});

test.each([
  ['an object', { audio: { output: { format: { type: 'audio/pcm', rate: 16_000 } } } }],
  ['a media type', { output_audio_format: 'audio/pcm;rate=16000' }],
  ['a name', { output_audio_format: 'PCM_16000HZ_MONO_16BIT' }],
  ['a field beside it', { output_audio_format: 'pcm16', output_audio_sample_rate: 16_000 }],
  ['one rate for both sides', { sample_rate: 16_000 }],
])('a session at 16 kHz that says so by %s is converted to 24 kHz', (_, session) => {
  const level = Array.from({ length: 160 }, () => 1000);
  const heard = samples(read([created(session), delta(pcmOf(level.slice(0, 70))), delta(pcmOf(level.slice(70)))]));
  // One and a half times as many, but for the last, which waits for its neighbor.
  expect(heard.length).toBeGreaterThanOrEqual(237);
  expect(heard.length).toBeLessThanOrEqual(240);
  expect(heard.every((value) => Math.abs(value - 1000) <= 1)).toBe(true);
});

test('telephone audio and the usual PCM are read as before', () => {
  expect(samples(read([created({ output_audio_format: 'g711_ulaw' }), delta(Uint8Array.of(0xff, 0xff))]))).toEqual(
    Array.from({ length: 6 }, () => 0),
  );
  for (const name of ['pcm16', 'pcm24', 'audio/pcm', 'pcm_s16le'])
    expect(samples(read([created({ output_audio_format: name }), delta(pcmOf([7]))])), name).toEqual([7]);
});

test('data URLs, the other alphabet and line breaks are audio; text that is not base64 is a warning', () => {
  const pcm = pcmOf([-1, -2, 3]);
  const base64 = pcm.toString('base64');
  for (const text of [
    `data:audio/pcm;base64,${base64}`,
    base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    base64.replace(/(.{4})/g, '$1\n'),
  ])
    expect(samples(read([delta(text)])), text).toEqual([-1, -2, 3]);
  const noise = read([delta('not audio at all!'), delta('nor this?')]);
  expect(samples(noise)).toEqual([]);
  expect(warningsIn(noise)).toEqual(['bad-audio']);
});

test('a delta that is a WAV file is its samples, and a coding that cannot be played is a warning', () => {
  const file = Buffer.concat([wavHeader(6, 24_000), pcmOf([5, 6, 7])]);
  expect(samples(read([delta(file)]))).toEqual([5, 6, 7]);
  const opus = read([created({ output_audio_format: 'opus' }), delta(Uint8Array.of(1, 2, 3, 4))]);
  expect([samples(opus), warningsIn(opus)]).toEqual([[], ['bad-audio']]);
});

test.each([
  ['its error', { status: 'failed', status_details: { error: { type: 'insufficient_quota', message: 'No credit' } } }],
  ['an error beside the status', { status: 'failed', error: { code: 'insufficient_quota', message: 'No credit' } }],
  ['a text', { status: 'error', error: 'You exceeded your current quota' }],
  ['a word', { status: 'error', error: 'insufficient_quota' }],
])('a failed response with %s is classified', (_, response) => {
  const [part] = read([{ type: 'response.done', response: { id: 'r', ...response } }]);
  expect(part).toMatchObject({ type: 'response', end: { status: 'failed', failure: { code: 'quota', status: null } } });
});

test('an end that is no failure has none: canceled by the user, cut by a limit, complete', () => {
  const ends = [
    { status: 'cancelled', status_details: { type: 'cancelled', reason: 'turn_detected' } },
    { status: 'canceled', status_details: { reason: 'client_cancelled' } },
    { status: 'incomplete', status_details: { reason: 'max_output_tokens' } },
    { status: 'completed', status_details: null, error: null },
  ];
  const parts = read(ends.map((response, id) => ({ type: 'response.done', response: { id: `r${id}`, ...response } })));
  expect(parts.flatMap((part) => (part.type === 'response' && part.state === 'done' ? [part.end] : []))).toMatchObject([
    { status: 'cancelled', reason: 'turn_detected' },
    { status: 'cancelled', reason: 'client_cancelled' },
    { status: 'incomplete' },
    { status: 'completed' },
  ]);
  expect(parts.some((part) => part.type === 'response' && part.state === 'done' && part.end.failure)).toBe(false);
  expect(warningsIn(parts)).toEqual(['cut-short']);
});

test.each(['failed', 'error', 'incomplete', 'cancelled'])('response.%s and response.done are one end', (name) => {
  const parts = read([
    { type: 'response.created', response: { id: 'r' } },
    { type: `response.${name}`, response: { id: 'r' } },
    { type: 'response.done', response: { id: 'r', status: name } },
    { type: 'response.created', response: {} },
    { type: `response.${name}` },
    { type: 'response.done', response: { status: name } },
  ]);
  expect(parts.filter((part) => part.type === 'response' && part.state === 'done')).toHaveLength(2);
});

const said = (parts: readonly PartBody[]) =>
  parts.flatMap((part) => (part.type === 'words-done' ? [`${part.who} ${part.text}`] : []));

test.each([
  ['beta', ['response.audio_transcript.done', { transcript: 'Yes' }]],
  ['GA', ['response.output_audio_transcript.done', { transcript: 'Yes' }]],
  ['text in another field', ['response.output_text.done', { content: [{ type: 'text', text: 'Yes' }] }]],
  ['text as a record', ['response.text.done', { text: { content: 'Yes' } }]],
] as const)('what the model said is read in every spelling: %s', (_, [type, fields]) => {
  expect(said(read([{ type, item_id: 'i', ...fields }]))).toEqual(['model Yes']);
});

test.each([
  ['conversation.item.input_audio_transcription.completed', { transcript: 'No' }],
  ['conversation.item.audio_transcription.completed', { transcript: 'No' }],
  ['input_audio_buffer.transcription.done', { text: 'No' }],
  ['transcription.done', { text: 'No' }],
  ['transcript.text.done', { text: 'No' }],
])('what the user said is read in every spelling: %s', (type, fields) => {
  expect(said(read([{ type, ...fields }]))).toEqual(['person No']);
});

test('turns without ids are turns of their own', () => {
  const parts = read([
    { type: 'transcription.delta', delta: 'One ' },
    { type: 'transcription.delta', delta: 'two' },
    { type: 'transcription.done', text: 'One two' },
    { type: 'transcription.delta', delta: 'Three' },
    { type: 'transcription.done', text: 'Three' },
  ]);
  const ids = parts.flatMap((part) => ('itemId' in part ? [part.itemId] : []));
  expect([said(parts), new Set(ids).size]).toEqual([['person One two', 'person Three'], 2]);
});

test('a server that sends all it heard so far adds to its words', () => {
  const type = 'conversation.item.input_audio_transcription.text';
  const parts = read([
    { type, item_id: 'u', text: 'North', stash: 'ern' },
    { type, item_id: 'u', text: 'Northern wind', stash: '' },
  ]);
  expect(parts.flatMap((part) => (part.type === 'words' ? [part.delta] : []))).toEqual(['North', 'ern wind']);
});

test('arguments that arrive only as deltas, or as a record, are those of the call', () => {
  const parts = read([
    { type: 'response.output_item.added', item: { id: 'f', type: 'function_call', name: 'tide', call_id: 'c' } },
    { type: 'response.function_call_arguments.delta', item_id: 'f', call_id: 'c', delta: '{"port":' },
    { type: 'response.function_call_arguments.delta', item_id: 'f', call_id: 'c', delta: '"Brest"}' },
    { type: 'response.output_item.done', item: { id: 'f', type: 'function_call', name: 'tide', call_id: 'c' } },
    {
      type: 'conversation.item.done',
      item: { id: 'g', type: 'function_call', name: 'tide', call_id: 'd', arguments: { port: 'Kiel' } },
    },
  ]);
  expect(parts.flatMap((part) => (part.type === 'tool-call' ? [part.arguments] : []))).toEqual([
    '{"port":"Brest"}',
    '{"port":"Kiel"}',
  ]);
});

test.each(['input_audio_buffer.speech_started', 'speech_started', 'vad.speech.start', 'input.speech_begin'])(
  '%s is the start of speech',
  (type) => expect(read([{ type }])).toEqual([{ type: 'speech', state: 'started', itemId: null }]),
);

test.each([
  [{ type: 'error', error: 'Bad codec' }],
  [{ type: 'error', message: 'Bad codec' }],
  [{ error: { message: 'Bad codec' } }],
  [{ event: 'error', data: { error: { message: 'Bad codec' } } }],
  [{ type: 'error', error: { error: { message: 'Bad codec' } } }],
  [{ type: 'session.error', detail: 'Bad codec' }],
])('an error is an error in every shape: %j', (event) => {
  const [part] = read([created({}), event]).slice(1);
  expect(part).toMatchObject({ type: 'problem', fatal: false, failure: { gatewayMessage: 'Bad codec' } });
});

test('recorded frames with an event in a binary frame are read the same at every cut', () => {
  const words = JSON.stringify({ type: 'response.text.delta', item_id: 'i', delta: 'Hi' });
  const lines = [
    { n: 0, at: 1, socket: 0, dir: 'in', op: 'text', size: words.length, data: words, binary: true },
    { n: 3, at: 2, note: { type: 'ended', state: 'done', failure: null } },
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const head = { status: 101, statusText: '', headers: [], streamAsked: true };
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = openFramesReader(head);
    const parts = [...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut))];
    expect(
      parts.map(({ type }) => type),
      `cut at ${cut}`,
    ).toEqual(['answer-start', 'text-delta']);
    expect(reader.end().verdict).toBe('complete');
  }
});
