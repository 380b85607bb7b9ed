import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { pcmBytes, waveFile } from '#demo/media/audio/samples.ts';
import { speak, voiceNamed } from '#demo/media/audio/speech.ts';
import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import { type Listener, openDemo, openRealtime, type RealtimeBench } from '../../../../../support/realtime/bench.ts';

const said = speak(
  'What is two plus two? Tell me 2 + 2.',
  voiceNamed('nova') as NonNullable<ReturnType<typeof voiceNamed>>,
);

async function admit({ files }: RealtimeBench, bytes: Buffer, name = 'question.wav'): Promise<string> {
  async function* once() {
    yield bytes;
  }
  const { id } = await files.admit({ name, type: 'audio/wav', sizeBytes: bytes.length }, once());
  return id;
}

async function stored({ files }: RealtimeBench, file: { id: string } | null): Promise<Buffer> {
  const opened = await files.open(file?.id ?? '');
  if (!opened) throw new Error('the file is not stored');
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const spoken: Partial<SessionDraftInput> = { settings: { output: 'audio', transcription: { model: 'demo-whisper' } } };

async function openVoice(
  draft: Partial<SessionDraftInput> = spoken,
  pace = 0,
): Promise<{ bench: RealtimeBench; session: Listener }> {
  const gateway = await openDemo(pace);
  const bench = await openRealtime(gateway.url);
  const session = await bench.open(draft);
  await session.live();
  return { bench, session };
}

const wordsOf = (session: Listener, who: 'person' | 'model') =>
  session
    .all('words-done')
    .filter((part) => part.who === who)
    .map(({ text }) => text);

test.each(['ga', 'beta'] as const)(
  'a spoken question played in is heard, transcribed and answered aloud (%s)',
  async (dialect) => {
    const { bench, session } = await openVoice({ ...spoken, dialect });
    const fileId = await admit(bench, waveFile(said));
    session.act({ kind: 'play', fileId, pace: 'fast' });
    await session.until('response', ({ state }) => state === 'done');
    await session.until('playing', ({ done }) => done);
    session.act({ kind: 'end' });
    await session.ended();

    expect(
      session
        .all('speech')
        .map(({ state }) => state)
        .slice(0, 2),
    ).toEqual(['started', 'stopped']);
    expect(wordsOf(session, 'person')[0]).toMatch(/^What is two plus two\?/);
    expect(wordsOf(session, 'model')[0]).toMatch(/\w/);
    const audio = Buffer.concat(session.all('audio').map(({ base64 }) => Buffer.from(base64, 'base64')));
    expect(audio.length).toBeGreaterThan(24_000);
    const latency = session.all('latency').at(-1)?.latency;
    expect(latency).toMatchObject({ turn: expect.any(Number) });
    const first = session.all('latency').findLast(({ latency: { turn } }) => turn === 1)?.latency;
    expect(first?.speechEndMs).not.toBeNull();
    expect(first?.firstAudioMs ?? 0).toBeGreaterThanOrEqual(first?.speechEndMs ?? Number.POSITIVE_INFINITY);
    expect(first?.doneMs ?? 0).toBeGreaterThanOrEqual(first?.firstAudioMs ?? Number.POSITIVE_INFINITY);

    const tracks = await bench.client.realtime.tracks({ id: session.id });
    expect(tracks.person?.sizeBytes).toBe(tracks.model?.sizeBytes);
    expect(tracks.person?.type).toBe('audio/wav');
    expect(tracks.model?.sizeBytes).toBeGreaterThan(audio.length);
  },
);

test('the stereo file has the user left and the model right, sample by sample at their times', async () => {
  const { bench, session } = await openVoice();
  session.act({ kind: 'play', fileId: await admit(bench, waveFile(said)), pace: 'fast' });
  await session.until('response', ({ state }) => state === 'done');
  await session.until('playing', ({ done }) => done);
  session.act({ kind: 'end' });
  await session.ended();

  const samples = async (file: { id: string } | null) => {
    const bytes = await stored(bench, file);
    return { head: bytes.subarray(0, 44), pcm: bytes.subarray(44) };
  };
  const { person, model } = await bench.client.realtime.tracks({ id: session.id });
  const [left, right, both] = [
    await samples(person),
    await samples(model),
    await samples(await bench.client.realtime.stereo({ id: session.id })),
  ];
  expect([both.head.readUInt16LE(22), both.head.readUInt32LE(24), both.head.readUInt32LE(40)]).toEqual([
    ...[2, 24_000, 2 * left.pcm.length],
  ]);
  expect(both.pcm.length).toBe(2 * left.pcm.length);
  for (let at = 0; at < left.pcm.length; at += 2)
    if (
      both.pcm.readInt16LE(2 * at) !== left.pcm.readInt16LE(at) ||
      both.pcm.readInt16LE(2 * at + 2) !== right.pcm.readInt16LE(at)
    )
      expect.fail(`sample ${at / 2} differs`);
  // Both have words, and the reply begins when its first audio arrived: before that its side is silent.
  const firstLoud = (pcm: Buffer) => pcm.findIndex((byte) => byte !== 0) / 48;
  const arrivedMs = session.all('audio')[0]?.atMs ?? Number.NaN;
  expect(firstLoud(right.pcm)).toBeGreaterThanOrEqual(arrivedMs - 1);
  expect(left.pcm.some((byte) => byte !== 0)).toBe(true);
});

test('a side that never spoke is silent in the stereo file, and without any audio there is no file', async () => {
  const { bench, session } = await openVoice({ settings: { output: 'text', turns: { kind: 'manual' } } });
  expect(await bench.client.realtime.stereo({ id: session.id })).toBeNull();
  const pcm = pcmBytes(said).subarray(0, 9600);
  session.act({ kind: 'audio', base64: pcm.toString('base64') });
  session.act({ kind: 'end' });
  await session.ended();
  const file = await bench.client.realtime.stereo({ id: session.id });
  const bytes = (await stored(bench, file)).subarray(44);
  const [left, right] = [0, 2].map((from) =>
    Buffer.from(Uint8Array.from({ length: bytes.length / 2 }, (_, at) => bytes[(at >> 1) * 4 + from + (at & 1)] ?? 0)),
  );
  expect(left?.subarray(-9600).equals(pcm)).toBe(true);
  expect(right?.every((byte) => byte === 0)).toBe(true);
});

test.each(['g711_ulaw', 'g711_alaw'] as const)(
  'sound as %s goes both ways, and the listener still gets PCM',
  async (format) => {
    const { session } = await openVoice({
      settings: { inputFormat: format, outputFormat: format, turns: { kind: 'manual' } },
    });
    const pcm = pcmBytes(said);
    session.act({ kind: 'audio', base64: pcm.subarray(0, 48_000).toString('base64') });
    session.act({ kind: 'commit' });
    session.act({ kind: 'respond' });
    const audio = await session.until('audio');
    const frame = session.all('frame').find(({ frame: { kind } }) => kind === 'input_audio_buffer.append');
    // 8 kHz bytes in base64: a sixth of the PCM.
    expect(frame?.frame.sizeBytes).toBeLessThan(48_000 / 4);
    const samples = Buffer.from(audio.base64, 'base64');
    expect(samples.length).toBe(200 * 48);
    session.act({ kind: 'end' });
    await session.ended();
  },
);

test('a turn ended by the user: one too short is refused, and the session continues', async () => {
  const { session } = await openVoice({ settings: { turns: { kind: 'manual' } } });
  session.act({ kind: 'commit' });
  const problem = await session.until('problem');
  expect(problem).toMatchObject({ fatal: false, failure: { gatewayCode: 'input_audio_buffer_commit_empty' } });
  session.act({ kind: 'audio', base64: pcmBytes(said).toString('base64') });
  session.act({ kind: 'commit' });
  session.act({ kind: 'respond' });
  await session.until('response', ({ state }) => state === 'done');
  expect(session.all('speech')).toEqual([]);
  expect(session.all('item').map(({ who }) => who)).toEqual(['person', 'model']);
});

test('an interrupted reply is canceled, cut to what was heard, and its late audio is dropped', async () => {
  const { bench, session } = await openVoice({ settings: { output: 'audio', turns: { kind: 'manual' } } }, 60);
  session.act({
    kind: 'say',
    text: 'Tell me a very long story about rivers, mountains, lakes, seas and everything between them',
  });
  const audio = await session.until('audio');
  const from = session.parts.length;
  session.act({ kind: 'interrupt', itemId: audio.itemId, playedMs: 120 });
  expect(await session.until('truncated')).toMatchObject({ itemId: audio.itemId, playedMs: 120 });
  const done = await session.until('response', ({ state }) => state === 'done', from);
  expect(done).toMatchObject({ end: { status: 'cancelled' } });
  session.act({ kind: 'end' });
  await session.ended();
  const cutAt = session.parts.findIndex(
    (part) => part.type === 'frame' && part.frame.kind === 'conversation.item.truncate',
  );
  expect(session.parts.slice(cutAt).filter(({ type }) => type === 'audio' || type === 'words')).toEqual([]);
  // Audio that was never played is not in the recording either.
  const { model } = await bench.client.realtime.tracks({ id: session.id });
  expect(model?.sizeBytes).toBeLessThan((audio.atMs + 120) * 48 + 44 + 200 * 48);
});

test('speaking during a reply interrupts it', async () => {
  const { bench, session } = await openVoice({ settings: { output: 'audio' } }, 60);
  session.act({ kind: 'say', text: 'Tell me something long about one two three four five six seven eight nine ten' });
  await session.until('audio');
  const fileId = await admit(bench, waveFile(said));
  session.act({ kind: 'play', fileId, pace: 'fast' });
  const done = await session.until('response', ({ state }) => state === 'done');
  expect(done).toMatchObject({ end: { status: 'cancelled', reason: 'turn_detected' } });
});

test('a tool is called, its output sent, and the reply mentions it', async () => {
  const tools = JSON.stringify([
    {
      type: 'function',
      name: 'get_weather',
      description: 'Weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ]);
  const { session } = await openVoice({ settings: { output: 'text', tools } });
  session.act({ kind: 'say', text: 'What is the weather in Utrecht?' });
  const call = await session.until('tool-call');
  expect(call.name).toBe('get_weather');
  expect(JSON.parse(call.arguments)).toHaveProperty('city');
  await session.until('response', ({ state }) => state === 'done');
  expect(session.all('tool-call')).toHaveLength(1);
  const from = session.parts.length;
  session.act({ kind: 'tool-output', callId: call.callId, output: '{"sky":"violet"}' });
  await session.until('frame', ({ frame }) => frame.answeredCall === call.callId);
  await session.until('response', ({ state }) => state === 'done', from);
  expect(wordsOf(session, 'model').at(-1)).toMatch(/violet/);
});

test('a microphone lost mid-word ends the turn: no more speech is detected', async () => {
  const gateway = await openDemo();
  const bench = await openRealtime(gateway.url, { timings: { goneMs: 150 } });
  const session = await bench.open(spoken);
  await session.live();
  const loud = pcmBytes(said).subarray(0, 48_000);
  for (let at = 0; at < loud.length; at += 4800)
    session.act({ kind: 'audio', base64: loud.subarray(at, at + 4800).toString('base64') });
  await session.until('speech', ({ state }) => state === 'started');
  await session.until('speech', ({ state }) => state === 'stopped');
  const sent = session.all('frame').filter(({ frame }) => frame.direction === 'out');
  expect(sent.at(-1)?.frame.kind).toBe('input_audio_buffer.commit');
  session.act({ kind: 'end' });
  expect((await session.ended()).state).toBe('done');
});

test('words that cannot be transcribed are named', async () => {
  const { bench, session } = await openVoice({ ...spoken, model: 'faulty/session-no-transcript' });
  session.act({ kind: 'play', fileId: await admit(bench, waveFile(said)), pace: 'fast' });
  const failed = await session.until('words-failed');
  expect(failed.failure.gatewayCode).toBe('audio_unintelligible');
});

test('a file that is not WAV is not played, and the session continues', async () => {
  const { bench, session } = await openVoice();
  session.act({ kind: 'play', fileId: await admit(bench, Buffer.from('ID3 not a wave'), 'song.mp3') });
  expect((await session.until('problem')).failure.code).toBe('unsupported-media');
  await session.say('Still there?');
});
