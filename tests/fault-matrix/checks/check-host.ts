import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import { canariesIn } from '../../support/exchange/canary.ts';
import { askedOf, tag, video } from '../../support/gateways/video-responses.ts';
import type { CellOutcome } from '../cell.ts';
import type { Struck } from '../host-plays.ts';
import { videoPart } from '../six/six-gateway.ts';

type Plain = Extract<ExchangeKind, 'unary' | 'sse' | 'upload'>;

const whole: Record<Plain, string> = { unary: 'Hello', sse: 'Hello world', upload: '' };
const begun: Record<Plain, string> = { unary: '', sse: 'Hello', upload: '' };

/** A plain request: how it ended, what of it is stored, and that it was sent once. */
export async function expectPlain({ bench, ids, gateway }: Struck, kind: Plain, outcome: CellOutcome): Promise<void> {
  const { detail, text } = await bench.ended(ids[kind]);
  expect(detail.state, detail.failure?.message).toBe(outcome.state);
  expect(detail).toMatchObject({ sent: outcome.sent, failureCode: outcome.code, attempt: 1 });
  expect(detail.durationMs ?? 0).toBeGreaterThanOrEqual(0);
  if (kind !== 'upload')
    expect(text).toBe(outcome.state === 'done' ? whole[kind] : outcome.sent === 'not-sent' ? '' : begun[kind]);
  const kept = await bench.client.exchanges.body({ id: ids[kind], side: 'request', offset: 0, length: 10_000 });
  expect(Buffer.from(kept.base64, 'base64').toString()).toContain(kind === 'upload' ? 'talk.wav' : '"Hi"');
  expect(gateway.seen[kind]).toHaveLength(1);
  expect(canariesIn([detail, text])).toEqual([]);
}

/** The video arrives complete in the end. `isResumed`: from the byte where it broke off; `null` where that is not reported. */
export async function expectVideo({ bench, ids, gateway }: Struck, isResumed: boolean | null): Promise<void> {
  const task = await bench.until(ids.download, ({ result }) => result.state === 'saved');
  expect((await bench.bytesOf(task)).equals(video)).toBe(true);
  expect(canariesIn(task)).toEqual([]);
  const asked = gateway.seen.download.map(askedOf);
  if (isResumed === true)
    expect(asked).toEqual([
      { from: null, ifRange: null },
      { from: videoPart, ifRange: tag },
    ]);
  if (isResumed === false) expect(asked).toEqual([{ from: null, ifRange: null }]);
}

/** The task reaches its end, and was submitted once. */
export async function expectTask({ bench, ids, gateway }: Struck): Promise<void> {
  const task = await bench.until(ids.poll, ({ result }) => result.state === 'saved');
  expect(task).toMatchObject({ state: 'succeeded', taskId: 'task_2', missedPolls: 0 });
  expect(gateway.seen.poll).toHaveLength(2);
  expect(canariesIn(task)).toEqual([]);
}

const isLive = (part: SessionPart) => part.type === 'stage' && part.stage === 'live' && part.note !== null;

/** The session was reconnected as a new one; then it ends cleanly, with all that was said. */
export async function expectNewSession(struck: Struck): Promise<void> {
  const { bench, ids, gateway } = struck;
  const parts = await bench.sessionUntil(ids.session, isLive);
  expect(parts.filter(({ type }) => type === 'gap')).toMatchObject([{ toMs: null, replayed: 'none' }]);
  expect(gateway.sockets).toHaveLength(2);
  await endSession(struck);
}

/** The session is the same one, and continues. */
export async function expectSameSession(struck: Struck): Promise<void> {
  const { bench, ids, gateway } = struck;
  gateway.sockets[0]?.event({ type: 'response.created', response: { id: 'resp_2' } });
  await bench.sessionUntil(ids.session, ({ type }) => type === 'response');
  expect(gateway.sockets).toHaveLength(1);
  await endSession(struck);
}

async function endSession({ bench, ids }: Struck): Promise<void> {
  const conversation = bench.client.realtime.attach({ id: ids.session });
  conversation.push({ kind: 'end' });
  const parts: SessionPart[] = [];
  for await (const part of conversation) parts.push(part);
  expect(parts.at(-1)).toMatchObject({ type: 'ended', state: 'done', failure: null });
  expect(parts.map(({ n }) => n)).toEqual(parts.map((_, index) => index));
  const times = parts.map(({ atMs }) => atMs);
  expect(times).toEqual([...times].sort((first, second) => first - second));
  expect(canariesIn(parts)).toEqual([]);
}

/** The session is over, for the given reason, and what was said is stored. */
export async function expectEndedSession({ bench, ids }: Struck, { state, code }: CellOutcome): Promise<SessionPart[]> {
  const parts = await bench.sessionUntil(ids.session, () => false);
  const last = parts.at(-1);
  expect(last).toMatchObject({ type: 'ended', state });
  expect(last?.type === 'ended' ? (last.failure?.code ?? null) : '').toBe(code);
  expect(parts.filter(({ type }) => type === 'ended')).toHaveLength(1);
  const words = parts.map((part) => (part.type === 'words' ? part.delta : '')).join('');
  expect(words.startsWith('Hello')).toBe(true);
  expect(canariesIn(parts)).toEqual([]);
  return parts;
}
