import { Buffer } from 'node:buffer';
import { expect, onTestFinished, test } from 'vitest';
import { waveFile } from '#demo/media/audio/samples.ts';
import { type DemoVoice, speak, voiceNamed } from '#demo/media/audio/speech.ts';
import { type SessionPlay, startSessionGateway } from '../../../../support/gateways/session-gateway.ts';
import { listen, openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

const settings = { output: 'transcript', transcription: { model: 'demo-whisper' }, turns: { kind: 'manual' } } as const;
const spoken = () => Uint8Array.from(waveFile(speak('Seven lamps are lit', voiceNamed('onyx') as DemoVoice)));

test.each(['ga', 'beta'] as const)(
  'a transcription session of the %s dialect hears a file and never replies',
  async (dialect) => {
    const gateway = await openDemo();
    const { client, connectionId, files } = await openRealtime(gateway.url);
    const file = await files.admit(
      { name: 'talk.wav', type: 'audio/wav', sizeBytes: null },
      new Blob([spoken()]).stream(),
    );
    const { id } = await client.realtime.runScript({
      draft: { connectionId, model: 'demo-whisper', dialect, settings },
      script: JSON.stringify([
        { do: 'play', file: 'talk.wav', pace: 'fast' },
        { do: 'wait', for: 'played', seconds: 30 },
        { do: 'commit' },
        { do: 'wait', for: 'transcript' },
      ]),
      fileIds: { 'talk.wav': file.id },
    });
    const session = listen(client, id);
    expect(await session.ended()).toMatchObject({ state: 'done', failure: null });
    const words = session.all('words-done');
    expect(words).toMatchObject([{ who: 'person', spoken: true, text: expect.stringMatching(/seven lamps/i) }]);
    expect([session.all('response'), session.all('problem')]).toEqual([[], []]);
    const sent = session
      .all('frame')
      .filter(({ frame }) => frame.direction === 'out')
      .map(({ frame }) => frame.kind);
    expect(sent[0]).toBe(dialect === 'ga' ? 'session.update' : 'transcription_session.update');
    expect(gateway.requestLog().at(-1)?.path ?? '').toContain('/v1/realtime');
    expect(session.all('configured').at(-1)?.text).toContain('transcription_session');
  },
);

/** A gateway that plays a script of its own. */
async function openAt(play: SessionPlay, draft: object) {
  const gateway = await startSessionGateway(play);
  onTestFinished(() => gateway.close());
  const bench = await openRealtime(`http://127.0.0.1:${gateway.port}`);
  return { gateway, session: await bench.open({ model: 'gpt-transcribe', settings, ...draft }) };
}

test('the address names the intent and the model, and its own query wins', async () => {
  const { gateway, session } = await openAt({}, { query: [['api-version', '1']] });
  await session.live();
  const { target } = gateway.sockets[0]!.request;
  expect([...new URL(target, 'http://h').searchParams]).toEqual([
    ['intent', 'transcription'],
    ['model', 'gpt-transcribe'],
    ['api-version', '1'],
  ]);
  const update = gateway.sockets[0]!.got.find(({ op }) => op === 'text')!.data.toString();
  expect(JSON.parse(update)).toEqual({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: { input: { transcription: { model: 'demo-whisper' }, turn_detection: null } },
    },
  });
});

test('a service that reads the model from the settings alone gets a second address without it', async () => {
  const refusal = {
    message: 'You must not provide a model parameter for transcription sessions.',
    code: 'invalid_model',
  };
  const { gateway, session } = await openAt(
    {
      onOpen(socket, count) {
        if (count > 1) return;
        socket.event({ type: 'error', error: { type: 'invalid_request_error', ...refusal } });
        socket.close(4000, 'invalid_request_error.invalid_model');
      },
    },
    {},
  );
  await session.until('stage', ({ stage, socket }) => stage === 'live' && socket === 1);
  expect(gateway.sockets.map(({ request }) => new URL(request.target, 'http://h').searchParams.get('model'))).toEqual([
    'gpt-transcribe',
    null,
  ]);
  session.act({ kind: 'end' });
  expect((await session.ended()).state).toBe('done');
});

test('audio is sent at the rate that the session reports', async () => {
  const { gateway, session } = await openAt(
    {
      isSilent: true,
      onOpen: (socket) =>
        socket.event({ type: 'session.created', session: { input_audio_format: 'pcm16', sample_rate: 16_000 } }),
      onFrame({ op, data }, socket) {
        if (op === 'text' && String(data).includes('session.update'))
          socket.event({ type: 'session.updated', session: {} });
      },
    },
    {},
  );
  await session.live();
  for (let chunk = 0; chunk < 10; chunk += 1)
    session.act({ kind: 'audio', base64: Buffer.alloc(4800).toString('base64') });
  session.act({ kind: 'commit' });
  await session.until('frame', ({ frame }) => frame.kind === 'input_audio_buffer.commit');
  await expect
    .poll(() => gateway.sockets[0]!.got.filter(({ data }) => String(data).includes('append')).length)
    .toBe(10);
  const sent = gateway.sockets[0]!.got.filter(({ data }) => String(data).includes('append')).reduce(
    (sum, { data }) => sum + Buffer.from(JSON.parse(String(data)).audio, 'base64').length,
    0,
  );
  // One second of 16 kHz, less the sample that waits for its neighbor.
  expect(sent).toBeGreaterThan(31_900);
  expect(sent).toBeLessThanOrEqual(32_000);
});
