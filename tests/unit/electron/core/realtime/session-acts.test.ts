import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Listener, openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

const tools = JSON.stringify(
  ['get_weather', 'get_time'].map((name) => ({
    type: 'function',
    name,
    description: name.replace('_', ' '),
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })),
);

const updatesOf = (session: Listener) =>
  session
    .all('frame')
    .flatMap(({ frame: { sentSettings } }) =>
      sentSettings ? [{ ...sentSettings, session: JSON.parse(sentSettings.session) as Record<string, unknown> }] : [],
    );

test.each(['ga', 'beta'] as const)(
  'a change of the instructions is one frame with nothing else in it, and what the gateway confirms is reported (%s)',
  async (dialect) => {
    const { open } = await openRealtime((await openDemo()).url);
    const session = await open({ dialect, settings: { output: 'text', instructions: 'Be brief.' } });
    await session.live();
    const from = session.parts.length;
    session.act({ kind: 'settings', settings: { instructions: 'Be a pirate.' } });
    const configured = await session.until('configured', () => true, from);
    expect(JSON.parse(configured.text)).toMatchObject({ instructions: 'Be a pirate.' });
    const [first, change, ...others] = updatesOf(session);
    expect(first?.session).toMatchObject({ instructions: 'Be brief.' });
    expect(change).toEqual({
      session: { ...(dialect === 'ga' && { type: 'realtime' }), instructions: 'Be a pirate.' },
      eventId: 'settings_1',
    });
    expect(others).toEqual([]);
  },
);

test('a confirmed change is sent again after a reconnect, and a rejected one is not', async () => {
  const { open } = await openRealtime((await openDemo()).url);
  const session = await open({ settings: { output: 'text', voice: 'alloy' } });
  await session.live();
  session.act({ kind: 'settings', settings: { instructions: 'Be a pirate.' } });
  session.act({ kind: 'settings', settings: { voice: 'nobody' } });
  const problem = await session.until('problem');
  expect(problem).toMatchObject({ eventId: 'settings_2', fatal: false });
  const from = session.parts.length;
  session.act({ kind: 'cut', ms: 0 });
  await session.live(from);
  expect(updatesOf(session).at(-1)?.session).toMatchObject({
    instructions: 'Be a pirate.',
    audio: { output: { voice: 'alloy' } },
  });
});

test('a tool with an output of its own is answered automatically once its response is complete', async () => {
  const { client, open } = await openRealtime((await openDemo()).url);
  const session = await open({ settings: { output: 'text', tools }, toolOutputs: { get_weather: '{"sky":"violet"}' } });
  await session.live();
  session.act({ kind: 'say', text: 'What is the weather in Utrecht?' });
  await session.until('words-done', ({ who, text }) => who === 'model' && /violet/.test(text));
  const call = await session.until('tool-call');
  expect(session.all('automatic-output')).toMatchObject([{ callId: call.callId, state: 'sent' }]);
  const kinds = session.parts.flatMap((part) =>
    part.type === 'response' && part.state === 'done'
      ? ['done']
      : part.type === 'frame' && part.frame.answeredCall
        ? ['output']
        : [],
  );
  expect(kinds.slice(0, 2)).toEqual(['done', 'output']);

  // A tool without an output waits for the user.
  session.act({ kind: 'say', text: 'What is the time in Utrecht?' });
  const other = await session.until('tool-call', ({ name }) => name === 'get_time');
  const from = session.parts.length;
  session.act({ kind: 'tool-output', callId: other.callId, output: 'noon' });
  await session.until('response', ({ state }) => state === 'done', from);
  expect(session.all('automatic-output')).toHaveLength(1);
  session.act({ kind: 'end' });
  await session.ended();

  // The record tells the same.
  const again: string[] = [];
  for await (const part of client.realtime.attach({ id: session.id }))
    if (part.type === 'automatic-output') again.push(part.callId);
  expect(again).toEqual([call.callId]);
});

test('a model that calls its tool again and again stops getting automatic outputs, until the user acts', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let calls = 0;
  server.on('connection', (socket) => {
    const send = (type: string, fields: object) => socket.send(JSON.stringify({ type, ...fields }));
    const made = { type: 'realtime', output_modalities: ['text'], audio: {} };
    send('session.created', { session: made });
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === 'session.update') send('session.updated', { session: made });
      if (type !== 'response.create') return;
      calls += 1;
      const item = { id: `item_${calls}`, type: 'function_call', name: 'get_time', call_id: `call_${calls}` };
      send('response.created', { response: { id: `r${calls}` } });
      send('response.output_item.done', { item: { ...item, arguments: '{}' } });
      send('response.done', { response: { id: `r${calls}`, status: 'completed', output: [] } });
    });
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const { open } = await openRealtime(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const session = await open({ settings: { output: 'text', tools }, toolOutputs: { get_time: 'noon' } });
  await session.live();
  session.act({ kind: 'say', text: 'What time is it?' });
  await session.until('automatic-output', ({ state }) => state === 'withheld');
  expect([calls, session.all('automatic-output').filter(({ state }) => state === 'sent').length]).toEqual([11, 10]);
  const from = session.parts.length;
  session.act({ kind: 'tool-output', callId: 'call_11', output: 'noon' });
  await session.until('automatic-output', ({ state }) => state === 'sent', from);
  expect(calls).toBeGreaterThan(11);
});

test('a canceled response gets no automatic output', async () => {
  const { open } = await openRealtime((await openDemo(2)).url);
  const session = await open({ settings: { output: 'text', tools }, toolOutputs: { get_weather: '{}' } });
  await session.live();
  session.act({ kind: 'say', text: 'What is the weather in Utrecht?' });
  await session.until('response', ({ state }) => state === 'started');
  session.act({ kind: 'cancel' });
  const done = await session.until('response', ({ state }) => state === 'done');
  expect(done).toMatchObject({ end: { status: 'cancelled' } });
  session.act({ kind: 'end' });
  await session.ended();
  expect(session.all('automatic-output')).toEqual([]);
});
