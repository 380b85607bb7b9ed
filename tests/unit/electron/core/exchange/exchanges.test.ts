import { Buffer } from 'node:buffer';
import { afterEach, expect, test } from 'vitest';
import { all, type Bench, chatBody, collect, never, startBench } from './bench.ts';
import { chunk, chunkedHead, json, lastChunk, type Received, startWireServer, type WireServer } from './wire-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp(
  answer: (request: Received) => unknown,
  change: Parameters<typeof startBench>[1] = {},
): Promise<{ server: WireServer; bench: Bench }> {
  const server = await startWireServer(answer);
  const bench = startBench(server.url, change);
  closers.push(() => server.close());
  closers.push(() => bench.close());
  return { server, bench };
}

const delta = (content: string) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm-1', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const finish = `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm-1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
const done = 'data: [DONE]\n\n';

const streamed =
  (...pieces: string[]) =>
  ({ socket }: Received) => {
    socket.write(chunkedHead());
    for (const piece of pieces) socket.write(chunk(piece));
    socket.write(lastChunk);
  };

test('a streamed chat: parts, record and body', async () => {
  const { bench, server } = await setUp(streamed(delta('Hel'), delta('lo'), finish, done));
  const { parts, end, text, id } = await bench.run({ body: chatBody({ stream: true }) });
  expect(text).toBe('Hello');
  expect(parts[0]).toEqual({ type: 'run-start', exchangeId: id, attempt: 1 });
  expect(end).toMatchObject({ state: 'done', finishReason: 'stop', sent: 'answered', error: null });
  expect(parts.filter(({ type }) => type === 'run-end').length).toBe(1);
  const detail = await bench.exchanges.handlers.get({ id }, { signal: never });
  console.log(
    JSON.stringify(detail, null, 1),
    parts.map((p) => JSON.stringify(p)).join('\n'),
    server.requests[0]?.head,
  );
});
