import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { exitCodes, exitOfRun } from '../../electron/cli/exit-codes.ts';
import { outcomes } from '../../shared/protocol/outcomes.ts';
import type { Part } from '../../shared/protocol/part.ts';
import { all, type Bench, chatBody, collect, never, type Ran, startBench } from '../support/exchange/bench.ts';
import { canariesIn } from '../support/exchange/canary.ts';
import { speeches } from '../support/gateways/speech.ts';
import type { UploadFiles } from '../support/gateways/upload-files.ts';
import type { CellOutcome } from './cell.ts';
import type { HttpCell } from './http-cell.ts';
import { active, expectNothingMore } from './left-over.ts';
import { endpoints } from './server/endpoints.ts';
import { type Fault, FaultWire } from './server/fault-wire.ts';
import { type World, worlds } from './server/worlds.ts';

export type PlayedHttpCell = Exclude<HttpCell, { absent: string }>;

/** Out of reach, even on a busy computer. */
const patient = { connectMs: 25_000, headersMs: 25_000, idleMs: 25_000, totalMs: null };
/** Files of this size are not searched for a key byte by byte. */
const searchedBytes = 4 * 1024 * 1024;

/** Produces the fault of one cell for a real exchange and checks all that a cell promises. */
export async function playHttp(cell: PlayedHttpCell, uploads: UploadFiles): Promise<void> {
  const before = active();
  const wires: FaultWire[] = [];
  const world = await worlds[cell.world ?? 'plain'](async (request) => {
    if (!cell.early) await request.body;
    const wire = new FaultWire(request, speeches[cell.column], () => untilRead(bench, () => isRunning));
    wires.push(wire);
    const fault: Fault = endpoints[cell.endpoint ?? 'whole'];
    await fault(wire);
  });
  const bench = openBench(cell, world, uploads);
  let isOpen = true;
  let isRunning = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    isRunning = false;
    await bench.close();
    await world.close();
  };
  onTestFinished(close);

  const lying = readdirSync(bench.folder);

  if (cell.again) expect((await run(cell, bench, uploads)).end.state).toBe('done');
  const ran = await run(cell, bench, uploads, wires);
  // A server that has stopped reading does not notice that the other side is gone.
  for (const { socket } of wires) socket.resume();
  checkEnd(cell, ran, world);
  await checkRequests(cell, ran, bench, world);
  await checkRecord(cell, ran, bench, wires.at(-1));
  checkSecrecy(ran, bench);

  // A broken or stopped connection closes by itself; a cleanly ended one may be kept for the next request.
  const { state, code } = cell.outcome;
  const isCut =
    state === 'interrupted' || state === 'cancelled' || (code !== null && outcomes[code].location === 'way');
  const gone = world.server.idle();
  if (isCut) await gone;
  isRunning = false;
  await bench.exchanges.close();
  await gone;
  expect(readdirSync(bench.folder)).toEqual(lying);
  await uploads.expectUntouched();
  await close();
  await expectNothingMore(before);
}

function openBench({ limits }: PlayedHttpCell, { base, connection, proxy }: World, { store }: UploadFiles): Bench {
  return startBench(base, {
    files: store,
    deadlines: () => ({ ...patient, ...limits }),
    repeatTimings: { unsentMs: [1, 1], harmlessMs: [] },
    ...(connection && { connection }),
    ...(proxy !== undefined && { hostServices: { version: '1', proxyFor: async () => proxy } }),
  });
}

/**
 * Resolves when the newest exchange has stored some of its response: the last bytes may be held back for redaction. A cell
 * that ended without reading it ends the wait.
 */
async function untilRead({ exchanges: { handlers } }: Bench, isRunning: () => boolean): Promise<void> {
  const asked = { signal: never };
  while (isRunning()) {
    const [newest] = await handlers.list({ limit: 1 }, asked);
    const id = newest?.id ?? '';
    const { totalBytes } = await handlers.body({ id, side: 'response', offset: 0, length: 1 }, asked);
    if (totalBytes > 0) return;
    await pause(5);
  }
}

async function run(
  cell: PlayedHttpCell,
  bench: Bench,
  uploads: UploadFiles,
  wires: readonly FaultWire[] = [],
): Promise<Ran> {
  const { handlers } = bench.exchanges;
  const draft =
    cell.column === 'upload'
      ? bench.draft({ routeId: 'audio.transcriptions', body: uploads.form(cell.large === true) })
      : bench.draft({ body: chatBody(cell.column === 'sse' ? { stream: true } : {}) });
  const parts: Part[] = [];
  let id = '';
  for await (const part of handlers.run(draft, { signal: never })) {
    parts.push(part);
    if (part.type === 'run-start') id = part.exchangeId;
    if (!cell.stopAt || !hasCome(cell.stopAt, part)) continue;
    // What was handed to the network has not arrived yet.
    while (cell.stopAt !== 'connecting' && wires.length === 0) await pause(5);
    if (cell.stopAt === 'receiving') await wires[0]?.wasRead();
    await handlers.cancel({ id }, { signal: never });
  }
  return collect(parts);
}

function hasCome(stopAt: NonNullable<PlayedHttpCell['stopAt']>, part: Part): boolean {
  if (part.type !== 'progress' || part.stage !== stopAt) return false;
  return stopAt !== 'sending' || (part.sentBytes ?? 0) > 0;
}

/** One end, with the state, code and words that the cell names, and matching the table of outcomes. */
function checkEnd(
  { outcome, text, says, knows }: PlayedHttpCell,
  { parts, end, text: shown }: Ran,
  world: World,
): void {
  const { state, code, sent, retry, warning } = outcome;
  expect(parts.filter(({ type }) => type === 'run-end').length).toBe(1);
  expect({ state: end.state, code: end.error?.code ?? null, sent: end.sent }).toEqual({ state, code, sent });
  if (end.error && code !== null) {
    expect(outcomes[code].states).toContain(state);
    expect(end.error.retryable).toBe(retry !== 'change-first');
    expect(end.error.message).toMatch(says ?? /./);
    expect(end.error.hint).toMatch(/./);
    expect(end.error).toMatchObject({ ...knows, exchangeId: end.exchangeId });
    if (sent === 'not-sent' && state === 'failed') expect(end.error.message).toContain(world.names);
  }
  expect(exitOfRun(end.state, end.error?.code ?? null)).toBe(exitOf(outcome));
  if (code === null) {
    const warnings = new Set(parts.flatMap((part) => (part.type === 'warning' ? [part.code] : [])));
    expect([...warnings]).toEqual(warning === undefined ? [] : [warning]);
  }
  if (text !== undefined) expect(shown).toBe(text);
}

function exitOf({ state, code }: CellOutcome): number {
  if (code === null) return exitCodes.done;
  return state === 'interrupted' ? exitCodes.interrupted : exitCodes[outcomes[code].exit];
}

/** The flag matches the server's own counter, and nothing was sent twice. */
async function checkRequests(cell: PlayedHttpCell, { parts, id, end }: Ran, bench: Bench, world: World): Promise<void> {
  const { server } = world;
  const tries = cell.outcome.retry === 'not-sent-twice' ? 3 : 1;
  expect(parts.filter(({ type }) => type === 'run-start').length).toBe(tries);
  const requests = cell.requests ?? (end.sent === 'not-sent' ? 0 : 1);
  expect(server.requests.length).toBe(requests);
  expect(server.receivedBytes() > 0 && server.requests.length > 0).toBe(end.sent !== 'not-sent');
  if (end.error) expect(end.error.effect === 'not-sent', end.error.message).toBe(end.sent === 'not-sent');
  if (requests !== 1 || cell.early) return;
  const { sentBytes } = await bench.exchanges.handlers.get({ id }, { signal: never });
  expect(server.receivedBytes()).toBe(sentBytes);
}

/** The wire bytes are what is stored, and the record matches the run. */
async function checkRecord(cell: PlayedHttpCell, ran: Ran, bench: Bench, wire: FaultWire | undefined): Promise<void> {
  const { handlers } = bench.exchanges;
  const asked = { signal: never };
  const detail = await handlers.get({ id: ran.id }, asked);
  expect(detail).toMatchObject({ state: ran.end.state, sent: ran.end.sent, failure: ran.end.error });
  const side = (which: 'request' | 'response') =>
    handlers.body({ id: ran.id, side: which, offset: 0, length: searchedBytes }, asked);
  const request = Buffer.from((await side('request')).base64, 'base64').toString();
  expect(request).toContain(cell.column === 'upload' ? 'filename="talk.wav"' : '"content":"Hi"');

  const response = await side('response');
  const kept = Buffer.from(response.base64, 'base64');
  const put = wire?.put ?? Buffer.alloc(0);
  if (cell.keptInPart) {
    expect(response.totalBytes).toBeLessThanOrEqual(put.length);
    expect(kept.equals(put.subarray(0, kept.length))).toBe(true);
  } else {
    expect(kept.equals(put)).toBe(true);
    expect(response.totalBytes).toBe(put.length);
  }
  if (response.totalBytes > searchedBytes) return;
  const again = collect(await all(handlers.watch({ id: ran.id }, asked)));
  expect(again.end).toEqual(ran.end);
  expect(again.text).toBe(ran.text);
}

function checkSecrecy({ parts }: Ran, { folder, troubles }: Bench): void {
  expect(canariesIn(parts)).toEqual([]);
  expect(JSON.stringify(parts)).not.toContain('proxy-pass-77');
  expect(troubles).toEqual([]);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    if (bytes.length < searchedBytes) expect(canariesIn(bytes)).toEqual([]);
  }
}
