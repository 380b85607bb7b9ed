import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { all, type Bench, collect, never, startBench } from '../../../../support/exchange/bench.ts';
import { openGateway } from '../../demo/demo-client.ts';

const json = (value: object) => ({ kind: 'json' as const, text: JSON.stringify(value) });
const speech = (more: object = {}) => ({
  routeId: 'audio.speech' as const,
  body: json({ model: 'demo-tts', input: 'hello world', voice: 'alloy', ...more }),
});
const video = (task_id: string) => ({
  routeId: 'videos.content' as const,
  params: { task_id },
  body: { kind: 'none' as const },
});

/** A bench on the demo gateway; everything ends with the scope. */
async function openDemo(change: Parameters<typeof startBench>[1] = {}) {
  const gateway = await openGateway();
  const bench = startBench(gateway.url, { secret: gateway.key, ...change });
  const close = async () => {
    await bench.close();
    await gateway.close();
  };
  return { bench, [Symbol.asyncDispose]: close };
}

const partOf = <Type extends Part['type']>(parts: readonly Part[], type: Type) =>
  parts.find((part): part is Extract<Part, { type: Type }> => part.type === type);

async function requestVideo(bench: Bench, model = 'demo-video'): Promise<string> {
  const { parts } = await bench.run({ routeId: 'videos', body: json({ model, prompt: 'a boat', seconds: '1' }) });
  return partOf(parts, 'task-state')?.taskId ?? '';
}

const replay = async (bench: Bench, id: string) =>
  collect(await all(bench.exchanges.handlers.watch({ id }, { signal: never })));

test('speech is played while it arrives and stored as a file, also in its record', async () => {
  await using demo = await openDemo();
  const { bench } = demo;
  const { parts, end, id } = await bench.run(speech());
  expect(end.state).toBe('done');
  const file = partOf(parts, 'file');
  expect(file?.ref).toMatchObject({ name: 'hello world.wav', type: 'audio/wav' });
  const playedAudio = Buffer.concat(
    parts.flatMap((part) => (part.type === 'audio' ? [Buffer.from(part.base64 ?? '', 'base64')] : [])),
  );
  expect(bench.made.get(file?.ref.id ?? '')?.bytes).toEqual(playedAudio);
  expect(parts.filter((part) => part.type === 'audio').every((part) => part.streamed)).toBe(true);
  bench.files.set(file?.ref.id ?? '', {
    ...{ name: 'hello world.wav', type: 'audio/wav', sizeBytes: playedAudio.length },
    async *stream() {
      yield playedAudio;
    },
  });
  expect(partOf((await replay(bench, id)).parts, 'file')).toEqual(file);
});

test('speech events make the same file as bytes, and raw samples stay raw', async () => {
  await using demo = await openDemo();
  const { bench } = demo;
  const bytesOf = async (more: object) => {
    const { parts } = await bench.run(speech(more));
    return bench.made.get(partOf(parts, 'file')?.ref.id ?? '')?.bytes;
  };
  const whole = await bytesOf({});
  expect(await bytesOf({ stream_format: 'sse' })).toEqual(whole);
  const samples = await bytesOf({ response_format: 'pcm' });
  // Behind its samples the WAV of the demo has a comment.
  expect(samples).toEqual(whole?.subarray(44, 44 + (samples?.length ?? 0)));
});

test('generated speech can be transcribed again', async () => {
  await using demo = await openDemo();
  const { bench } = demo;
  const { parts } = await bench.run(speech());
  const bytes = bench.made.get(partOf(parts, 'file')?.ref.id ?? '')?.bytes ?? Buffer.alloc(0);
  bench.files.set('sound', {
    ...{ name: 'x.wav', type: 'audio/wav', sizeBytes: bytes.length },
    async *stream() {
      yield bytes;
    },
  });
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'demo-whisper' },
    { kind: 'text' as const, name: 'response_format', value: 'verbose_json' },
    { kind: 'file' as const, name: 'file', fileId: 'sound' },
  ];
  const written = await bench.run({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } });
  expect([written.end.state, written.text]).toEqual(['done', 'hello world']);
  expect(partOf(written.parts, 'transcript')).toMatchObject({ language: 'english' });
});

test('a video is written to a file and never passes through parts', async () => {
  await using demo = await openDemo();
  const { bench } = demo;
  const task = await requestVideo(bench);
  const { parts, end } = await bench.run(video(task));
  expect(end.state).toBe('done');
  const ref = partOf(parts, 'file')?.ref;
  expect(ref).toMatchObject({ name: `${task}.mp4`, type: 'video/mp4' });
  expect(bench.made.get(ref?.id ?? '')?.bytes.toString('latin1', 4, 8)).toBe('ftyp');
  expect(parts.map((part) => part.type)).not.toContain('audio');
  expect(JSON.stringify(parts).length).toBeLessThan(4000);
});

test('an interrupted video keeps what arrived and reports it', async () => {
  await using demo = await openDemo();
  const { bench } = demo;
  const task = await requestVideo(bench, 'faulty/video-cut-content');
  const { parts, end } = await bench.run(video(task));
  expect([end.state, end.error?.code]).toEqual(['interrupted', 'truncated']);
  const file = partOf(parts, 'file');
  expect(file).toMatchObject({ partial: true, ref: { name: `${task}.partial.mp4` } });
  expect(file?.ref.sizeBytes).toBeGreaterThan(0);
});

test.each(['page', 'error'])('a video response that is a %s is an error and makes no file', async (what) => {
  await using demo = await openDemo();
  const { bench } = demo;
  const { parts, end } = await bench.run(video(await requestVideo(bench, `faulty/video-${what}-content`)));
  expect(end.state).toBe('failed');
  expect(partOf(parts, 'file')).toBeUndefined();
  expect(bench.made.size).toBe(0);
});

test('a full disk ends a video, and only causes a warning for speech', async () => {
  const full = new AppError(failure('storage', 'The file was not stored: the disk is full.', { hint: 'Make room.' }));
  const files = {
    open: async () => null,
    admit: () => Promise.reject(full),
    receive: () => Promise.reject(full),
    resume: () => Promise.reject(full),
    discard: async () => {},
    remove: async () => {},
  };
  await using demo = await openDemo({ files });
  const { bench } = demo;
  const loaded = await bench.run(video(await requestVideo(bench)));
  expect([loaded.end.state, loaded.end.error?.code]).toEqual(['failed', 'storage']);
  const spoken = await bench.run(speech());
  expect(spoken.end.state).toBe('done-with-warnings');
  expect(partOf(spoken.parts, 'warning')?.code).toBe('not-kept');
  expect(partOf(spoken.parts, 'audio')).toBeDefined();
});

test('the name of a file comes from the gateway, but its extension from the bytes', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'audio/mpeg',
      'content-disposition': 'attachment; filename="../../talk.mp3"',
    });
    response.end(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(100)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bench = startBench(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const { parts } = await bench.run(speech());
    expect(partOf(parts, 'file')?.ref).toMatchObject({ name: expect.stringMatching(/talk\.ogg$/), type: 'audio/ogg' });
  } finally {
    await bench.close();
    server.close();
  }
});
