import { readFileSync } from 'node:fs';
import { OpenAI, toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { findWords, readWave, waveFile } from '#demo/media/audio/samples.ts';
import { type DemoVoice, speak, voiceNamed } from '#demo/media/audio/speech.ts';

let gateway: DemoGateway;
let client: OpenAI;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
afterAll(() => gateway.close());

const words = 'Hello, can you hear seven quick foxes? Grüße aus 東京.';

async function spoken(input: string, more: object = {}): Promise<Buffer> {
  const answer = await client.audio.speech.create({
    model: 'demo-tts',
    voice: 'coral',
    input,
    response_format: 'wav',
    ...more,
  });
  return Buffer.from(await answer.arrayBuffer());
}

const transcribe = async (bytes: Buffer, more: object = {}, name = 'speech.wav') =>
  client.audio.transcriptions.create({ model: 'demo-whisper', file: await toFile(bytes, name), ...more });

test('its own speech is transcribed word for word, at every voice and speed', async () => {
  for (const voice of ['onyx', 'shimmer', 'fable'])
    for (const speed of [0.5, 1, 2]) expect((await transcribe(await spoken(words, { voice, speed }))).text).toBe(words);
});

test('its words survive a cut at any sample', async () => {
  const clip = await spoken('one two three four five six seven');
  const { text } = await transcribe(Buffer.concat([clip.subarray(0, 44), clip.subarray(44 + 2 * 17_333)]));
  expect(text).toMatch(/four five six seven$/);
  expect(text).not.toMatch(/^one/);
});

test('the same text and voice give the same bytes, another voice different ones', async () => {
  const [first, second, other] = [await spoken('yes'), await spoken('yes'), await spoken('yes', { voice: 'ash' })];
  expect(first.equals(second)).toBe(true);
  expect(first.equals(other)).toBe(false);
  expect(first.readUInt32LE(24)).toBe(24_000);
  expect([first.readUInt32LE(4), readWave(first)?.fault]).toEqual([first.length - 8, 'none']);
});

test('raw samples and FLAC contain the same audio', async () => {
  const wave = await spoken('yes');
  const samples = wave.subarray(44, 44 + wave.readUInt32LE(40));
  expect((await spoken('yes', { response_format: 'pcm' })).equals(samples)).toBe(true);
  const flac = await spoken('yes', { response_format: 'flac' });
  const first = Buffer.from(samples.subarray(0, 8192)).swap16();
  expect([flac.toString('latin1', 0, 4), flac.includes(first)]).toEqual(['fLaC', true]);
});

test('the words are the comment of the file, with the time of each', async () => {
  for (const [format, name] of [
    ['wav', 'ICMT'],
    ['flac', 'COMMENT='],
  ] as const) {
    const file = await spoken('yes of course', { response_format: format });
    const comment = file
      .toString('utf8', file.indexOf(name))
      .replace(/^[^{]*/, '')
      .replace(/(?<=\}).*/s, '');
    expect(JSON.parse(comment).demoSpeech.map(([word]: [string]) => word)).toEqual(['yes', 'of', 'course']);
  }
});

test('speech as events: the deltas are the file, the last one counts', async () => {
  const answer = await client.audio.speech.create({
    model: 'demo-tts',
    voice: 'alloy',
    input: 'yes',
    response_format: 'wav',
    stream_format: 'sse',
  });
  const events = (await answer.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
  const clip = Buffer.concat(events.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64')));
  expect(clip.equals(await spoken('yes', { voice: 'alloy' }))).toBe(true);
  expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: 1 } });
});

test('timestamps of words and sentences', async () => {
  const clip = await spoken('One two. Three four.');
  const verbose = await transcribe(clip, {
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  });
  const {
    segments,
    words: found,
    duration,
  } = verbose as unknown as {
    segments: { text: string; start: number; end: number }[];
    words: { word: string; start: number; end: number }[];
    duration: number;
  };
  expect(segments.map(({ text }) => text)).toEqual(['One two.', 'Three four.']);
  expect(found.map(({ word }) => word)).toEqual(['One', 'two.', 'Three', 'four.']);
  expect(found.every(({ start, end }, index) => start < end && end <= (found[index + 1]?.start ?? duration))).toBe(
    true,
  );
});

test.each([
  ['srt', /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nOne two\.\n\n2\n/],
  ['vtt', /^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nOne two\.\n/],
  ['text', /^One two\. Three four\.\n$/],
] as const)('a transcript as %s', async (format, expected) => {
  const text = await transcribe(await spoken('One two. Three four.'), { response_format: format });
  expect(text as unknown as string).toMatch(expected);
});

test('a streamed transcript', async () => {
  const stream = await transcribe(await spoken('One two three.'), { stream: true });
  let text = '';
  let last = '';
  for await (const event of stream as unknown as AsyncIterable<{ type: string; delta?: string }>) {
    text += event.delta ?? '';
    last = event.type;
  }
  expect([text, last]).toEqual(['One two three.', 'transcript.text.done']);
});

test('other audio is described, not made up', async () => {
  const samples = Float32Array.from({ length: 24_000 }, (_, index) => Math.sin(index / 20) * 0.3);
  const { text } = await transcribe(waveFile({ samples, sampleRate: 24_000 }));
  expect(text).toMatch(/^1\.0 seconds of audio \(WAV, 24,000 Hz, 1 channel\)\. .*only its own voice/);
});

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

test.each(['voice.opus', 'voice.webm', 'voice.m4a', 'voice.mp3'])(
  'its own voice is understood in %s, which was converted with its comment',
  async (name) => {
    const settings = { response_format: 'verbose_json', timestamp_granularities: ['word'] };
    const { text, words: found } = (await transcribe(fixture(name), settings, name)) as unknown as {
      text: string;
      words: { start: number }[];
    };
    expect(text).toBe('One two.');
    const spokenAt = speak('One two.', voiceNamed('coral') as DemoVoice).words.map(({ start }) => start);
    for (const [index, { start }] of found.entries()) expect(start).toBeCloseTo(spokenAt[index] as number, 2);
  },
);

test('its own FLAC is understood like its own WAV', async () => {
  expect((await transcribe(await spoken(words, { response_format: 'flac' }), {}, 'a.flac')).text).toBe(words);
});

test('other files get a description, and no words', async () => {
  const tone = await transcribe(fixture('tone.mp3'), { response_format: 'verbose_json' }, 'tone.mp3');
  expect(tone.text).toMatch(/^0\.4 seconds of audio \(MP3, 44,100 Hz, 1 channel\)\. /);
  expect((tone as unknown as { duration: number }).duration).toBeCloseTo(0.44, 1);
  expect((await transcribe(fixture('voice.aac'), {}, 'voice.aac')).text).toMatch(
    /^1\.\d seconds of audio \(AAC, 24,000 Hz, 1 channel\)\. .*only its own voice/,
  );
});

test('a comment whose file was cut since is not believed', async () => {
  const cut = await transcribe(fixture('voice.mp3').subarray(0, 3000), {}, 'voice.mp3');
  expect(cut.text).toMatch(/only its own voice/);
});

test('damaged words are marked and never guessed', () => {
  const { samples, words: spoken } = speak('one two three', voiceNamed('coral') as DemoVoice);
  // The lowest bit of the first sample behind the mark of the second word.
  const at = Math.round((spoken[1]?.start ?? 0) * 24_000) + 32;
  samples[at] = (Math.round((samples[at] ?? 0) * 32_768) ^ 1) / 32_768;
  expect(findWords(samples).map(({ word }) => word)).toEqual(['one', '[inaudible]', 'three']);
});

test.each([
  [
    'a page with the ending of an MP3',
    () => Buffer.from('ID3\x03\0\0\0\0\0\0<html></html>'),
    'a.mp3',
    /Invalid audio file/,
  ],
  ['an M4A file without its index', () => fixture('voice.m4a').subarray(0, 5000), 'a.m4a', /there is no audio in it/],
  ['a FLAC file of text', () => Buffer.from('fLaC and more'), 'a.flac', /damaged|no audio/],
  ['an Ogg file of text', () => Buffer.from('OggS and more'), 'a.ogg', /Invalid audio file/],
  [
    'a recording of an hour',
    () => {
      const wave = waveFile({ samples: new Float32Array(4000), sampleRate: 24_000 });
      wave.writeUInt32LE(2, 24);
      return wave;
    },
    'a.wav',
    /it lasts 2000\.0 s, and at most 900 s are accepted/,
  ],
])('%s is refused with 400', async (_, bytes, name, message) => {
  const refused = transcribe(bytes(), {}, name);
  await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) });
});

test.each([
  ['a text file', () => transcribe(Buffer.from('no sound'), {}, 'a.txt'), /Invalid file format. Supported formats/],
  ['an unknown format', async () => transcribe(await spoken('a'), { response_format: 'docx' }), /Supported values are/],
  [
    'an unknown voice',
    () => spoken('a', { voice: 'nobody' }),
    /Invalid value: 'nobody'. Supported values are: 'alloy'/,
  ],
  [
    'a format it cannot write',
    () => spoken('a', { response_format: 'mp3' }),
    /Supported values are: 'wav', 'flac', 'pcm'/,
  ],
  ['a long text', () => spoken('a'.repeat(4097)), /at most 4096 characters, got 4097/],
  ['a chat model', () => spoken('a', { model: 'demo-chat' }), /does not support this endpoint/],
  ['no text', () => spoken(' '), /input is required/],
])('%s is refused with a message', async (_, ask, message) => {
  await expect(ask()).rejects.toThrow(message);
});

test('translations have their own response shape', async () => {
  const file = await toFile(await spoken('One two.'), 'a.wav');
  const answer = await client.audio.translations.create({
    model: 'demo-whisper',
    file,
    response_format: 'verbose_json',
  });
  expect(answer).toMatchObject({ task: 'translate', language: 'english', text: 'One two.' });
});

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank.';

test('the small model mishears the same words each time, and is not sure of them', async () => {
  const clip = await spoken(sentence);
  const heard = async () =>
    client.audio.transcriptions.create({
      model: 'demo-whisper-small',
      file: await toFile(clip, 'speech.wav'),
      response_format: 'verbose_json',
    });
  const { text, segments } = await heard();
  expect(text).not.toBe(sentence);
  expect(text).toContain('thick brown');
  expect(segments?.[0]?.avg_logprob).toBeLessThan(-0.1);
  expect((await heard()).text).toBe(text);
});

test('speakers are separated by their voices', async () => {
  const clips = [
    await spoken('Good morning, how can I help you?', { voice: 'alloy' }),
    await spoken('I returned a pair of boots three weeks ago.', { voice: 'shimmer' }),
    await spoken('One moment, please.', { voice: 'alloy' }),
  ];
  const samples = Buffer.concat(clips.map((clip) => clip.subarray(44)));
  const header = Buffer.from((clips[0] as Buffer).subarray(0, 44));
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  const { segments } = (await client.audio.transcriptions.create({
    model: 'demo-diarize',
    file: await toFile(Buffer.concat([header, samples]), 'call.wav'),
    response_format: 'diarized_json',
  } as never)) as unknown as { segments: { speaker: string; text: string }[] };
  expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'A: Good morning, how can I help you?',
    'B: I returned a pair of boots three weeks ago.',
    'A: One moment, please.',
  ]);
});

test('the probability of each word is given where it is asked for', async () => {
  const { logprobs } = await transcribe(await spoken('yes of course'), { include: ['logprobs'] });
  expect(logprobs?.map(({ token }) => token)).toEqual(['yes', ' of', ' course']);
  expect((await transcribe(await spoken('yes of course'))).logprobs).toBeUndefined();
});
