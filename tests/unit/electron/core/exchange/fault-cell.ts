import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import type { FailureCode, RunState, SentFlag } from '#shared/routes/failure.ts';
import { all, chatBody, collect, never, type Ran, startBench } from './bench.ts';
import { completion, delta } from './chat-wire.ts';
import { chunk, type Received, respond, startWireServer } from './wire-server.ts';

/** One fault of the matrix, and what has to come of it. */
export interface Cell {
  name: string;
  answer: (request: Received) => unknown;
  state: RunState;
  code?: FailureCode;
  sent?: SentFlag;
  /** The answer's body as recorded. */
  kept?: string | Uint8Array;
  text?: string;
  words?: RegExp;
  warning?: string;
  /** It takes longer than the short limits of a bench allow. */
  isLong?: true;
}

/** Runs one cell and checks what every cell must hold. */
export async function check(cell: Cell, stream: boolean): Promise<Ran> {
  const server = await startWireServer(cell.answer);
  const bench = startBench(server.url, cell.isLong ? { deadlines: (_, planned) => planned } : {});
  onTestFinished(async () => {
    await bench.close();
    await server.close();
  });
  const { handlers, perform } = bench.exchanges;
  const draft = bench.draft({ body: chatBody(stream ? { stream } : {}) });
  const ran = collect(await all(perform(draft, { signal: never, repeat: false })));
  expect(ran.parts.filter(({ type }) => type === 'run-end').length).toBe(1);
  expect(ran.end).toMatchObject({ state: cell.state, sent: cell.sent ?? 'answered' });
  expect(ran.end.error?.code).toBe(cell.code);
  if (cell.words) expect(ran.end.error?.message).toMatch(cell.words);
  if (ran.end.error) expect(ran.end.error).toMatchObject({ exchangeId: ran.id, hint: expect.stringMatching(/./) });
  if (cell.text !== undefined) expect(ran.text).toBe(cell.text);
  if (cell.warning) expect(ran.parts).toContainEqual(expect.objectContaining({ type: 'warning', code: cell.warning }));
  // One click, one request; and the flag says what the server's counter saw.
  expect(server.requests.length).toBe(1);
  expect(server.receivedBytes() > 0).toBe(ran.end.sent !== 'not-sent');
  const kept = await handlers.body({ id: ran.id, side: 'response', offset: 0, length: 4_194_304 }, { signal: never });
  if (cell.kept !== undefined) {
    expect(Buffer.from(kept.base64, 'base64').equals(Buffer.from(cell.kept as string))).toBe(true);
    expect(kept.totalBytes).toBe(Buffer.from(cell.kept as string).length);
  }
  const detail = await handlers.get({ id: ran.id }, { signal: never });
  expect(detail).toMatchObject({ state: cell.state, sent: ran.end.sent, failure: ran.end.error });
  // Read again from the record it tells the same.
  const again = collect(await all(handlers.watch({ id: ran.id }, { signal: never })));
  expect(again.end).toEqual(ran.end);
  expect(again.text).toBe(ran.text);
  // Nothing stays open.
  await bench.exchanges.close();
  await server.idle();
  return ran;
}

export const body = JSON.stringify(completion());
export const half = body.slice(0, 60);
export const events = delta('Hel') + delta('lo');
export const bomb = respond(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(Buffer.alloc(150_000_000, ' ')));
export const giantEvent = chunk(`data: {"choices":"${'x'.repeat(34 * 1024 * 1024)}`);
