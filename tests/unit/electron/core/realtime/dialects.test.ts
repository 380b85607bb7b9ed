import { expect, test } from 'vitest';
import { sessionOf } from '#core/realtime/client-events.ts';
import { openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

test.each([
  ['beta-only', 'ga', 'beta'],
  ['ga-only', 'beta', 'ga'],
  ['beta-closed', 'beta', 'ga'],
] as const)(
  '%s requested in %s: the other dialect is tried once, and the result is the same',
  async (scenario, requested, spoken) => {
    const gateway = await openDemo();
    const { client, open } = await openRealtime(gateway.url);
    const session = await open({
      model: `faulty/session-${scenario}`,
      dialect: requested,
      settings: { output: 'text' },
    });
    await session.live();
    await session.say('Hello');
    expect(session.all('words-done').map(({ who }) => who)).toEqual(['person', 'model']);
    expect(session.all('stage').at(-1)?.dialect).toBe(spoken);
    expect(session.all('stage').some(({ note }) => /API version/.test(note ?? ''))).toBe(true);
    session.act({ kind: 'end' });
    await session.ended();
    expect((await client.realtime.sessions({}))[0]?.dialect).toBe(spoken);
  },
);

test('without permission to change it, the refusal is reported and the session stays', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const session = await open({ model: 'faulty/session-beta-only', flipDialect: false });
  await session.live();
  expect(await session.until('problem')).toMatchObject({ fatal: false, failure: { gatewayCode: 'unknown_parameter' } });
  const closed = await open({ model: 'faulty/session-beta-closed', dialect: 'beta', flipDialect: false });
  expect(await closed.ended()).toMatchObject({ state: 'failed', failure: { code: 'rejected' } });
});

test('a strict relay accepts what is sent', async () => {
  const gateway = await openDemo();
  const { open } = await openRealtime(gateway.url);
  const tools = '[{"type":"function","name":"get_time","parameters":{"type":"object"}}]';
  const session = await open({
    model: 'faulty/session-strict',
    settings: { output: 'text', tools, toolChoice: 'auto' },
    reconnect: false,
  });
  await session.live();
  await session.say('Hello');
});

test('settings in both shapes contain what was selected and nothing else', () => {
  const settings = {
    output: 'audio',
    voice: 'alloy',
    inputFormat: 'g711_ulaw',
    outputFormat: 'pcm16',
    transcription: { model: 'whisper-1', language: 'en' },
    turns: { kind: 'server-vad', silenceMs: 300, interruptResponse: false },
    noiseReduction: 'near_field',
    maxTokens: 'inf',
  } as const;
  expect(sessionOf(settings, 'beta')).toEqual({
    modalities: ['text', 'audio'],
    voice: 'alloy',
    input_audio_format: 'g711_ulaw',
    output_audio_format: 'pcm16',
    input_audio_transcription: { model: 'whisper-1', language: 'en' },
    turn_detection: { type: 'server_vad', silence_duration_ms: 300, interrupt_response: false },
    input_audio_noise_reduction: { type: 'near_field' },
    max_response_output_tokens: 'inf',
  });
  expect(sessionOf(settings, 'ga')).toEqual({
    type: 'realtime',
    output_modalities: ['audio'],
    audio: {
      input: {
        format: { type: 'audio/pcmu' },
        transcription: { model: 'whisper-1', language: 'en' },
        turn_detection: { type: 'server_vad', silence_duration_ms: 300, interrupt_response: false },
        noise_reduction: { type: 'near_field' },
      },
      output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'alloy' },
    },
    max_output_tokens: 'inf',
  });
  expect(sessionOf({ output: 'text' }, 'ga')).toEqual({ type: 'realtime', output_modalities: ['text'] });
  expect(sessionOf({ output: 'text', turns: { kind: 'manual' } }, 'beta')).toEqual({
    modalities: ['text'],
    turn_detection: null,
  });
});
