import net from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoGateway } from '#demo/gateway.ts';

async function open(model = 'demo-realtime') {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  onTestFinished(() => gateway.close());
  const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1` });
  // The client supports only wss; the demo uses plain ws on this computer.
  const options = { createConnection: () => net.connect(gateway.port, '127.0.0.1') };
  const realtime = new OpenAIRealtimeWS({ model, options }, client);
  onTestFinished(() => realtime.close());
  return { gateway, realtime };
}

test('the official client talks to the demo: settings, a text turn, audio and its transcript', async () => {
  const { realtime } = await open();
  const types: string[] = [];
  let words = '';
  let audioBytes = 0;
  const done = new Promise<void>((resolve, reject) => {
    realtime.on('error', reject);
    realtime.on('event', ({ type }) => types.push(type));
    realtime.on('session.created', () => {
      realtime.send({
        type: 'session.update',
        session: { type: 'realtime', output_modalities: ['audio'], audio: { output: { voice: 'cedar' } } },
      });
    });
    realtime.on('session.updated', () => {
      realtime.send({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is 20 + 22?' }] },
      });
      realtime.send({ type: 'response.create' });
    });
    realtime.on('response.output_audio.delta', ({ delta }) => {
      audioBytes += Buffer.from(delta, 'base64').length;
    });
    realtime.on('response.output_audio_transcript.done', ({ transcript }) => {
      words = transcript;
    });
    realtime.on('response.done', ({ response }) => {
      expect(response.status).toBe('completed');
      expect(response.usage?.output_tokens).toBeGreaterThan(0);
    });
    realtime.on('rate_limits.updated', () => resolve());
  });
  await done;
  expect(words).toBe('That makes 42.');
  expect(audioBytes).toBeGreaterThan(24_000);
  expect(types).toEqual(
    expect.arrayContaining(['conversation.item.added', 'conversation.item.done', 'response.output_item.done']),
  );
});

test('the official client receives an error as an error, and the session continues', async () => {
  const { realtime } = await open();
  const code = await new Promise((resolve) => {
    realtime.on('error', ({ error }) => resolve(error?.code));
    realtime.on('session.created', () => realtime.send({ type: 'response.cancel' }));
  });
  expect(code).toBe('response_cancel_not_active');
});
