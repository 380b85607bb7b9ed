import { expect, onTestFinished, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { openCore, readParts, textOf } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { delta, done, finish, streamed } from '../../../../support/exchange/chat-wire.ts';
import { respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

type Body = Record<string, unknown>;

/** A gateway that refuses these requests. */
async function openGateway(refuses: (body: Body) => { status: number; body: unknown } | null) {
  const bodies: Body[] = [];
  const server = await startRecordingServer(async (request) => {
    const body = JSON.parse((await request.body).toString()) as Body;
    bodies.push(body);
    const refusal = refuses(body);
    if (refusal)
      request.socket.write(
        respond(refusal.status, { 'content-type': 'application/json' }, JSON.stringify(refusal.body)),
      );
    else streamed(delta('Hello'), finish, done)(request);
  });
  onTestFinished(() => server.close());
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { id: connectionId } = await client.connections.save({ name: 'Own', baseAddress: server.url });
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
  };
  const draft = (added: string[]): DraftInput => ({
    connectionId,
    routeId: 'chat.completions',
    body: { kind: 'json', text: JSON.stringify(body, null, 2) },
    options: { added },
  });
  return { client, connectionId, bodies, run: (added: string[]) => readParts(client.exchanges.run(draft(added))) };
}

const endOf = (parts: readonly Part[]) => parts.at(-1) as RunEnd;
const added = ['stream_options.include_usage'];
const named = (body: Body, refusal: { status: number; body: unknown }) => (body.stream_options ? refusal : null);

test.each<[string, number, unknown]>([
  [
    'by its place',
    422,
    { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
  ],
  [
    'as a parameter',
    400,
    {
      error: {
        message: 'Unrecognized request argument supplied: stream_options',
        type: 'invalid_request_error',
        param: 'stream_options',
      },
    },
  ],
  ['in other words', 400, { error: { message: "property 'stream_options' is unsupported, did you mean 'stop'?" } }],
  ['in Chinese', 400, { error: { message: '参数 stream_options 不被支持', code: '1210' } }],
])('a refusal that names an added field %s is answered once without it, and remembered', async (_how, status, body) => {
  const gateway = await openGateway((sent) => named(sent, { status, body }));
  const parts = await gateway.run(added);
  expect([endOf(parts).state, textOf(parts)]).toEqual(['done', 'Hello']);
  expect(gateway.bodies.map((sent) => sent.stream_options)).toEqual([{ include_usage: true }, undefined]);
  expect(gateway.bodies[1]).toMatchObject({ model: 'm', stream: true });
  expect(parts.flatMap((part) => (part.type === 'warning' ? [[part.code, part.message]] : []))).toEqual([
    [
      'retried',
      'The gateway rejected "stream_options.include_usage", which Patchbay had added. The request was sent again without it.',
    ],
  ]);
  const [first, second] = parts.flatMap((part) => (part.type === 'run-start' ? part.exchangeId : []));
  expect(await gateway.client.exchanges.get({ id: first as string })).toMatchObject({
    state: 'failed',
    status,
    attempt: 1,
  });
  expect(await gateway.client.exchanges.get({ id: second as string })).toMatchObject({
    attempt: 2,
    firstId: first,
    warnings: [{ code: 'retried', message: expect.stringContaining('without "stream_options.include_usage"') }],
  });
  const limits = await gateway.client.limits.list({ connectionId: gateway.connectionId });
  expect(limits).toEqual([
    expect.objectContaining({ kind: 'unknown-parameter', field: added[0], exchangeId: first, times: 1 }),
  ]);
  const next = await gateway.run(added);
  expect(endOf(next).state).toBe('done');
  expect(gateway.bodies[2]).not.toHaveProperty('stream_options');
  expect(gateway.bodies).toHaveLength(3);
});

const error = (message: string) => ({ error: { message } });

test.each<[string, string[], number, unknown]>([
  ['that the user selected', [], 400, error("Unknown parameter: 'stream_options'.")],
  ['by an error of the server', added, 500, error('stream_options broke the worker')],
  ['by a rate limit', added, 429, error('stream_options is limited')],
])('a field is not left out by itself: one %s', async (_what, fields, status, body) => {
  const gateway = await openGateway((sent) => named(sent, { status, body }));
  expect(endOf(await gateway.run(fields)).state).toBe('failed');
  expect(gateway.bodies).toHaveLength(1);
});

test('a refusal of another field is not repeated, and one after leaving a field out is the result', async () => {
  const other = await openGateway(() => ({ status: 400, body: error("Unknown parameter: 'messages'.") }));
  expect(endOf(await other.run(added)).error?.param).toBe('messages');
  expect(other.bodies).toHaveLength(1);
  const always = await openGateway(() => ({ status: 400, body: error("Unknown parameter: 'stream_options'.") }));
  expect(endOf(await always.run(added)).state).toBe('failed');
  expect(always.bodies).toHaveLength(2);
});
