import { expect, test } from 'vitest';
import type { Part } from '../../../../../shared/protocol/part.ts';
import { chatBody, collect, memoryFile, never } from '../../../../support/exchange/bench.ts';
import { completion, delta } from '../../../../support/exchange/chat-wire.ts';
import {
  chunk,
  chunkedHead,
  json,
  lastChunk,
  type Received,
  respond,
} from '../../../../support/exchange/wire-server.ts';
import { callContext, setUp } from './set-up.ts';

const quick = { 'retry-after-ms': '20', 'content-type': 'application/json' };
const refusal = (status: number, headers: Record<string, string> = quick) =>
  respond(status, headers, JSON.stringify({ error: { message: 'Not now.', type: 'x', code: 'busy' } }));

/** A gateway that gives these responses in turn, and then repeats the last one. */
async function respondInTurn(answers: ((request: Received) => unknown)[], retries: number) {
  let turn = 0;
  return setUp(
    (request) => {
      const answer = answers[Math.min(turn, answers.length - 1)];
      turn += 1;
      answer?.(request);
    },
    { connection: { retries } },
  );
}

const says =
  (bytes: Uint8Array) =>
  ({ socket }: Received) =>
    socket.write(bytes);
const good = says(json(completion('Finally')));

test('a transient refusal is retried, each time as its own exchange that names the first', async () => {
  const { bench, server } = await respondInTurn([says(refusal(429)), says(refusal(503)), good], 2);
  const { parts, end, text } = await bench.run();
  expect({ end: end.state, text }).toEqual({ end: 'done', text: 'Finally' });
  const starts = parts.filter((part) => part.type === 'run-start');
  expect(starts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  const notes = parts.flatMap((part) => (part.type === 'progress' && part.note ? [part.note] : []));
  expect(notes).toEqual([
    expect.stringMatching(/Retrying in 0 s \(repeat 1 of at most 2\)/),
    expect.stringMatching(/repeat 2 of at most 2/),
  ]);
  const records = await Promise.all(
    starts.map(async ({ exchangeId }) => bench.exchanges.handlers.get({ id: exchangeId }, callContext)),
  );
  expect(records.map(({ attempt, status, state }) => [attempt, status, state])).toEqual([
    [1, 429, 'failed'],
    [2, 503, 'failed'],
    [3, 200, 'done'],
  ]);
  expect(new Set(records.map(({ firstId }) => firstId))).toEqual(new Set([starts[0]?.exchangeId]));
  const bodies = await Promise.all(server.requests.map(async ({ body }) => (await body).toString()));
  expect(new Set(bodies).size).toBe(1);
});

test('when retries do not help, the last refusal is the result', async () => {
  const { bench, server } = await respondInTurn([says(refusal(429))], 2);
  const { end, parts } = await bench.run();
  expect(end).toMatchObject({ state: 'failed', sent: 'answered', error: { code: 'rate-limited', status: 429 } });
  expect(end.exchangeId).toBe(parts.filter((part) => part.type === 'run-start').at(-1)?.exchangeId);
  expect(server.requests.length).toBe(3);
});

test.each([408, 409, 429, 500, 502, 503, 504, 524])(
  'without retries a %d is sent once, and so is a listing that gets one',
  async (status) => {
    const { bench, server } = await respondInTurn([says(refusal(status))], 0);
    expect((await bench.run()).end.state).toBe('failed');
    expect((await bench.run({ routeId: 'models', body: { kind: 'none' } })).end.state).toBe('failed');
    expect(server.requests.length).toBe(2);
  },
);

test('a request that creates something costly is not retried, however many retries are allowed', async () => {
  const { bench, server } = await respondInTurn([says(refusal(500))], 5);
  const image = { kind: 'json' as const, text: JSON.stringify({ model: 'm', prompt: 'a cat' }) };
  expect((await bench.run({ routeId: 'images.generations', body: image })).end.state).toBe('failed');
  expect(server.requests.length).toBe(1);
});

test('a file is read again for every retry', async () => {
  const { bench, server } = await respondInTurn([says(refusal(429)), says(json({ text: 'Hello' }))], 1);
  bench.files.set('f1', memoryFile('a.wav', 'audio/wav', new TextEncoder().encode('RIFF and so on')));
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'whisper' },
    { kind: 'file' as const, name: 'file', fileId: 'f1' },
  ];
  await bench.run({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } });
  const bodies = await Promise.all(server.requests.map(async ({ body }) => (await body).toString()));
  expect(bodies.map((body) => body.includes('RIFF and so on'))).toEqual([true, true]);
});

test.each<[what: string, answer: (request: Received) => unknown]>([
  [
    'breaks off',
    ({ socket }) => {
      socket.write(chunkedHead() + chunk(delta('some')));
      setImmediate(() => socket.destroy());
    },
  ],
  [
    'reports an error in its middle',
    ({ socket }) =>
      socket.write(
        `${chunkedHead()}${chunk(delta('some'))}${chunk('data: {"error":{"message":"overloaded","code":"429"}}\n\n')}${lastChunk}`,
      ),
  ],
  ['is reset before the answer', ({ socket }) => socket.resetAndDestroy()],
])('a stream that %s is never sent again', async (_, answer) => {
  const { bench, server } = await respondInTurn([answer], 5);
  const { end } = await bench.run({ body: chatBody({ stream: true }) });
  expect(['failed', 'interrupted']).toContain(end.state);
  expect(server.requests.length).toBe(1);
});

test('the wait can be ended; the refusal stays the result', async () => {
  const { bench, server } = await respondInTurn([says(refusal(429, { 'retry-after': '50' }))], 5);
  const parts: Part[] = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft(), callContext)) {
    parts.push(part);
    if (part.type === 'progress' && part.note)
      void bench.exchanges.handlers.cancel({ id: (parts[0] as { exchangeId: string }).exchangeId }, callContext);
  }
  expect(collect(parts).end).toMatchObject({ state: 'failed', sent: 'answered', error: { code: 'rate-limited' } });
  expect(server.requests.length).toBe(1);
});

test('a run that must not be retried is not', async () => {
  const { bench, server } = await respondInTurn([says(refusal(429))], 5);
  for await (const _ of bench.exchanges.perform(bench.draft(), { signal: never, repeat: false }));
  expect(server.requests.length).toBe(1);
});
