import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import { type Listener, listen, openRealtime } from '../../../../support/realtime/bench.ts';

/** A gateway that accepts each socket and then runs this. */
async function refusing(act: (socket: WebSocket, headers: Record<string, unknown>) => void): Promise<{
  count: () => number;
  open: (draft?: Partial<SessionDraftInput>) => Promise<Listener>;
  bench: Awaited<ReturnType<typeof openRealtime>>;
}> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let sockets = 0;
  server.on('connection', (socket, { headers }) => {
    sockets += 1;
    act(socket, headers);
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const bench = await openRealtime(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  return { count: () => sockets, open: bench.open, bench };
}

const say = (socket: WebSocket, event: object) => socket.send(JSON.stringify(event));
const gaSession = {
  type: 'session.created',
  session: { type: 'realtime', object: 'realtime.session', output_modalities: ['audio'], audio: {} },
};

test.each([
  [
    'an error event and a close',
    (socket: WebSocket) => {
      say(socket, {
        type: 'error',
        error: { type: 'server_error', code: 'do_request_failed', message: 'dial failed' },
      });
      socket.close(1011);
    },
    'upstream',
  ],
  [
    'an error event and nothing more',
    (socket: WebSocket) => say(socket, { type: 'error', error: { type: 'server_error', message: 'dial failed' } }),
    'server',
  ],
  ['a close for trouble of the server', (socket: WebSocket) => socket.close(1011, 'InternalServerError'), 'server'],
  [
    'a close that says that nobody serves the model',
    (socket: WebSocket) => socket.close(1011, 'There are no healthy deployments for this model'),
    'model-not-found',
  ],
  ['a lost connection', (socket: WebSocket) => socket.terminate(), 'reset'],
] as const)('before any session was made, %s is the end, after one connection', async (_, act, code) => {
  const { open, count } = await refusing(act);
  const session = await open();
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { code } });
  expect(count()).toBe(1);
  expect(session.all('stage').filter(({ stage }) => stage === 'waiting-to-reconnect' || stage === 'live')).toEqual([]);
});

test('a GA-only service that closes with 4000 after its session is reconnected once, in GA', async () => {
  const { open, count } = await refusing((socket, headers) => {
    say(socket, gaSession);
    if (headers['openai-beta'] !== undefined) socket.close(4000, 'beta_api_shape_disabled');
    else
      socket.on('message', (data) => {
        if (String(data).includes('session.update')) say(socket, { ...gaSession, type: 'session.updated' });
      });
  });
  const session = await open({ dialect: 'beta' });
  await session.until('stage', ({ stage, socket }) => stage === 'live' && socket === 1);
  expect(session.all('stage').at(-1)).toMatchObject({ stage: 'live', dialect: 'ga' });
  expect(count()).toBe(2);
  session.act({ kind: 'end' });
  expect((await session.ended()).state).toBe('done');
});

test('a service that refuses both dialects is not tried a third time', async () => {
  const { open, count } = await refusing((socket) => socket.close(4000, 'beta_api_shape_disabled'));
  const session = await open({ dialect: 'beta' });
  expect(await session.ended()).toMatchObject({ state: 'failed' });
  expect(count()).toBe(2);
});

/** Runs a script that says something, against a gateway that refuses one of its events by its id. */
async function refusedBy(type: string, answers: boolean) {
  const { bench } = await refusing((socket) => {
    say(socket, gaSession);
    socket.on('message', (data) => {
      const event = JSON.parse(String(data)) as { type: string; event_id?: string };
      if (event.type === 'session.update') say(socket, { ...gaSession, type: 'session.updated' });
      if (event.type === type) {
        const error = { type: 'invalid_request_error', message: 'No such field', event_id: event.event_id };
        say(socket, { type: 'error', error });
      }
      if (event.type !== 'response.create' || !answers) return;
      say(socket, { type: 'response.created', response: { id: 'r' } });
      say(socket, { type: 'response.done', response: { id: 'r', status: 'completed' } });
    });
  });
  const event = { type: 'conversation.item.delete', item_id: 'x', event_id: 'mine' };
  const steps = [
    { do: 'send', event },
    { do: 'say', text: 'Hello' },
    { do: 'wait', for: 'answer', seconds: 1 },
  ];
  const draft = { connectionId: bench.connectionId, model: 'm', settings: { output: 'text' as const } };
  const { id } = await bench.client.realtime.runScript({ draft, script: JSON.stringify(steps) });
  const session = listen(bench.client, id);
  return { ended: await session.ended(), problems: session.all('problem') };
}

test('a refused request of a response ends the wait for it at once', async () => {
  const { ended, problems } = await refusedBy('response.create', false);
  expect(problems).toMatchObject([{ refused: 'response.create' }]);
  expect(ended).toMatchObject({ state: 'failed', failure: { gatewayMessage: 'No such field' } });
});

test('a refusal of another event ends no wait, and explains why nothing arrived if nothing does', async () => {
  const answered = await refusedBy('conversation.item.delete', true);
  expect(answered.problems).toMatchObject([{ refused: 'conversation.item.delete', eventId: 'mine' }]);
  expect(answered.ended).toMatchObject({ state: 'done' });
});
