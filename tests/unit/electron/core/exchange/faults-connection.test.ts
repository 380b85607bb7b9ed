import { Buffer } from 'node:buffer';
import { expect, onTestFinished, test } from 'vitest';
import { all, chatBody, collect, never, startBench } from './bench.ts';
import { completion } from './chat-wire.ts';
import { events } from './fault-cell.ts';
import { chunk, chunkedHead, json, type Received, startWireServer } from './wire-server.ts';

test('1: nothing listens', async () => {
  const server = await startWireServer(() => {});
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  await server.close();
  const { end, parts } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'refused', retryable: true } });
  expect(end.error?.message).toContain(`127.0.0.1:${server.port}`);
  expect(parts.some(({ type }) => type === 'answer-start')).toBe(false);
  // The request is kept all the same.
  const kept = await bench.exchanges.handlers.body(
    { id: end.exchangeId, side: 'request', offset: 0, length: 1000 },
    { signal: never },
  );
  expect(Buffer.from(kept.base64, 'base64').toString()).toBe(bench.draft().body.kind === 'json' ? chatBody().text : '');
});

test('2: a name that nobody knows', async () => {
  const bench = startBench('https://no-such-gateway.invalid');
  onTestFinished(() => bench.close());
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'dns' } });
  expect(end.error?.message).toMatch(/no-such-gateway\.invalid.*\((ENOTFOUND|EAI_AGAIN)\)/);
});

test('4: a server that accepts and never answers the TLS handshake', async () => {
  const server = await startWireServer(() => {});
  const bench = startBench(`https://127.0.0.1:${server.port}`, {
    deadlines: (_, planned) => ({ ...planned, connectMs: 100 }),
  });
  onTestFinished(() => server.close());
  onTestFinished(() => bench.close());
  const { end } = collect(await all(bench.exchanges.perform(bench.draft(), { signal: never, repeat: false })));
  expect(end).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'connect-timeout' } });
  expect(server.requests.length).toBe(0);
  await server.idle();
});

test('6: a slow drip of comments is alive, and cancelling it keeps everything', async () => {
  const server = await startWireServer(({ socket }) => {
    socket.write(chunkedHead() + chunk(events));
    const drip = setInterval(() => socket.write(chunk(': ping\n\n')), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const bench = startBench(server.url);
  onTestFinished(() => server.close());
  onTestFinished(() => bench.close());
  const parts = [];
  let timer: NodeJS.Timeout | undefined;
  for await (const part of bench.exchanges.handlers.run(bench.draft({ body: chatBody({ stream: true }) }), {
    signal: never,
  })) {
    parts.push(part);
    // Longer than the idle limit: only the pings keep it alive.
    if (part.type === 'run-start')
      timer = setTimeout(() => void bench.exchanges.handlers.cancel({ id: part.exchangeId }, { signal: never }), 700);
  }
  clearTimeout(timer);
  const { end, text } = collect(parts);
  expect(end).toMatchObject({ state: 'cancelled', sent: 'answered', error: { code: 'aborted' } });
  expect(text).toBe('Hello');
  await server.idle();
});

test('35: a kept connection that the server closes under a request is not used twice by itself', async () => {
  const server = await startWireServer(({ socket, earlier }) =>
    earlier === 0 ? socket.write(json(completion())) : socket.destroy(),
  );
  const bench = startBench(server.url);
  onTestFinished(() => server.close());
  onTestFinished(() => bench.close());
  expect((await bench.run()).end.state).toBe('done');
  expect((await bench.run()).end).toMatchObject({ state: 'failed', sent: 'maybe-processed', error: { code: 'reset' } });
  expect(server.requests.length).toBe(2);
});

test.each([
  ['before the headers', () => {}],
  ['in the middle', ({ socket }: Received) => socket.write(chunkedHead() + chunk(events))],
])('36: cancelling %s closes the connection', async (when, answer) => {
  const server = await startWireServer(answer);
  const bench = startBench(server.url, { deadlines: (_, planned) => planned });
  onTestFinished(() => server.close());
  onTestFinished(() => bench.close());
  const parts = [];
  for await (const part of bench.exchanges.handlers.run(bench.draft({ body: chatBody({ stream: true }) }), {
    signal: never,
  })) {
    parts.push(part);
    const stage = part.type === 'progress' ? part.stage : part.type;
    if (stage === (when === 'in the middle' ? 'text-delta' : 'waiting'))
      void bench.exchanges.handlers.cancel({ id: (parts[0] as { exchangeId: string }).exchangeId }, { signal: never });
  }
  const { end } = collect(parts);
  expect(end).toMatchObject({
    state: 'cancelled',
    sent: when === 'in the middle' ? 'answered' : 'maybe-processed',
    error: { code: 'aborted' },
  });
  await server.idle();
});
