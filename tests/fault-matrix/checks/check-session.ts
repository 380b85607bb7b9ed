import { Buffer } from 'node:buffer';
import { expect, onTestFinished } from 'vitest';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import {
  type GatewaySocket,
  type SessionGateway,
  startSessionGateway,
} from '../../support/gateways/session-gateway.ts';
import { type Listener, openRealtime, type RealtimeBench } from '../../support/realtime/bench.ts';
import type { CellOutcome } from '../cell.ts';
import { active, expectNoCanary, expectNothingMore } from '../left-over.ts';
import type { CloseForm } from '../session-forms.ts';

/** Produces one form of a session end, or of its absence, and asserts all that its cell promises. */
export async function checkSession(outcome: CellOutcome, form: CloseForm): Promise<void> {
  const before = active();
  const gateway = await startSessionGateway({});
  onTestFinished(() => gateway.close());
  const bench = await openRealtime(`http://127.0.0.1:${gateway.port}`, {
    secret: canaryKey,
    timings: form.timings ?? {},
  });
  const session = await bench.open({ settings: { output: 'text' }, ...form.draft });
  await session.live();
  const [socket] = gateway.sockets as [GatewaySocket];
  if (form.isAnswering) await beginAnswer(session, socket);
  await form.strike(socket, gateway);
  if (form.acts === 'end') session.act({ kind: 'end' });
  if (form.acts === 'sound') await speakTooMuch(session);

  const state = form.state ?? outcome.state;
  if (form.reconnects) await expectNewSession(session, gateway, form);
  else if (state === 'live') await expectStillThere(session, socket, gateway, form);
  const ended = await session.ended();
  const isOver = form.reconnects || state === 'live';
  expect(session.all('ended')).toHaveLength(1);
  expect(ended.state, ended.failure?.message).toBe(isOver ? 'done' : state);
  if (!isOver) {
    expect(ended.failure?.code ?? null, ended.failure?.message).toBe(
      state === 'done' ? null : (form.code ?? outcome.code),
    );
    if (ended.failure) expect(ended.failure).toMatchObject({ effect: 'arrived-kept', exchangeId: session.id });
    expect(gateway.handshakes()).toBe(1);
    expect(session.all('gap')).toEqual([]);
  }
  const [closed] = session.all('closed');
  if (form.shown !== null) {
    expect(closed).toMatchObject({ code: form.shown, byUs: form.byUs === true, meaning: expect.stringMatching(/./) });
    if (form.words)
      expect(`${closed?.reason} ${ended.failure?.message} ${session.all('gap')[0]?.why}`).toMatch(form.words);
  }

  await expectKept(session, gateway, bench, form);
  await bench.close();
  expectNoCanary(bench.dataFolder);
  await gateway.close();
  await expectNothingMore(before);
}

async function beginAnswer(session: Listener, socket: GatewaySocket): Promise<void> {
  const item = { item_id: 'item_1', response_id: 'resp_1', output_index: 0, content_index: 0 };
  socket.event({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
  for (const delta of ['Hel', 'lo']) socket.event({ type: 'response.output_text.delta', ...item, delta });
  await session.until('words', ({ delta }) => delta === 'lo');
}

/** More audio than the connection takes, and a text message. */
async function speakTooMuch(session: Listener): Promise<void> {
  const base64 = Buffer.alloc(48_000 * 20).toString('base64');
  for (let part = 0; part < 14; part += 1) session.act({ kind: 'audio', base64 });
  session.act({ kind: 'say', text: 'written words' });
  await session.until('problem', ({ failure }) => failure.code === 'upload-stalled');
  await session.until('frame', ({ frame }) => frame.direction === 'out' && frame.summary.includes('written words'));
  const sent = session.all('frame').filter(({ frame }) => frame.kind === 'input_audio_buffer.append');
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.length).toBeLessThan(14);
}

/** It is reconnected automatically: reported as a new session, with a gap, the settings again and nothing else. */
async function expectNewSession(session: Listener, gateway: SessionGateway, form: CloseForm): Promise<void> {
  const gap = await session.until('gap', ({ toMs }) => toMs !== null);
  expect(gap).toMatchObject({ replayed: 'none', cutAnswer: form.isAnswering === true, droppedAudioMs: 0 });
  expect((gap.toMs ?? 0) - gap.fromMs).toBeGreaterThanOrEqual(form.gapMs ?? 0);
  const waiting = session.all('stage').find(({ stage }) => stage === 'waiting-to-reconnect');
  expect(waiting).toMatchObject({ note: expect.stringMatching(/./), retryAtMs: expect.any(Number) });
  await session.until('stage', ({ stage, note }) => stage === 'live' && /new session/.test(note ?? ''));
  const newest = gateway.sockets.at(-1) as GatewaySocket;
  const said = newest.got.filter(({ op }) => op === 'text').map(({ data }) => JSON.parse(String(data)).type);
  expect(said).toEqual(['session.update']);
  expect(gateway.sockets.length).toBe(2);
  session.act({ kind: 'end' });
}

/** It continues: input reaches the gateway, and the gateway's output is reported. */
async function expectStillThere(
  session: Listener,
  socket: GatewaySocket,
  gateway: SessionGateway,
  form: CloseForm,
): Promise<void> {
  for (const kind of form.kinds ?? []) await session.until('frame', ({ frame }) => frame.kind === kind);
  if (form.acts !== 'sound') {
    const from = session.parts.length;
    socket.event({ type: 'response.created', response: { id: 'resp_9' } });
    await session.until('response', ({ state }) => state === 'started', from);
  }
  expect(gateway.handshakes()).toBe(1);
  session.act({ kind: 'end' });
}

/** The record contains every frame as it was on the wire, and what had been said. */
async function expectKept(
  session: Listener,
  gateway: SessionGateway,
  { client }: RealtimeBench,
  form: CloseForm,
): Promise<void> {
  const { id } = session;
  const rows = await client.realtime.frames({ id });
  const texts = async (direction: 'in' | 'out') => {
    const named = rows.filter(
      (row) => row.direction === direction && !/^(?:ping|pong|close|binary|refusal)$/.test(row.kind),
    );
    return Promise.all(named.map(async ({ index }) => (await client.realtime.frame({ id, index })).text));
  };
  const sent = gateway.sockets.flatMap((one) => one.sent);
  expect(await texts('in')).toEqual(sent);
  if (form.acts !== 'sound') {
    const got = gateway.sockets.flatMap((one) =>
      one.got.flatMap(({ op, data }) => (op === 'text' ? [String(data)] : [])),
    );
    expect(await texts('out')).toEqual(got);
  }
  if (form.isAnswering) {
    const words = session.all('words').map(({ delta }) => delta);
    expect(words.join('')).toBe('Hello');
  }
  const detail = await client.exchanges.get({ id });
  expect(detail).toMatchObject({ sent: 'answered', status: 101, state: session.all('ended')[0]?.state });
  expect(canariesIn([session.parts, detail, rows])).toEqual([]);
}
