import { expect, onTestFinished } from 'vitest';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { trusted } from '../../support/exchange/certificates.ts';
import { connectionThrough } from '../../support/gateways/doors.ts';
import { startSessionGateway } from '../../support/gateways/session-gateway.ts';
import { openRealtime } from '../../support/realtime/bench.ts';
import type { CellOutcome } from '../cell.ts';
import { active, expectNoCanary, expectNothingMore } from '../left-over.ts';
import type { HandshakeForm } from '../session-forms.ts';

/** Produces one form of a handshake fault and asserts all that its cell promises. */
export async function checkHandshake(outcome: CellOutcome, form: HandshakeForm): Promise<void> {
  const before = active();
  const { door = 'plain', attempts = form.handshakes } = form;
  const asked = Promise.withResolvers<void>();
  const gateway = await startSessionGateway(
    {
      handshake(request, count, of) {
        asked.resolve();
        return form.handshake(request, count, of);
      },
    },
    door === 'secure' ? trusted : undefined,
  );
  onTestFinished(() => gateway.close());
  const { baseAddress, ...connection } = connectionThrough(door, gateway.port);
  const bench = await openRealtime(baseAddress, {
    secret: canaryKey,
    connection,
    timings: { limitedMs: 60, ...form.timings },
  });
  await form.strike?.(gateway);
  const session = await bench.open({ settings: { output: 'text' } });
  if (form.ends) await asked.promise.then(() => session.act({ kind: 'end' }));
  if (form.heals) {
    await session.live();
    session.act({ kind: 'end' });
  }

  // One end, reported once.
  const ended = await session.ended();
  expect(session.all('ended')).toHaveLength(1);
  expect(ended.state, ended.failure?.message).toBe(form.heals ? 'done' : outcome.state);
  if (!form.heals && !form.ends) {
    expect(ended.failure?.code, ended.failure?.message).toBe(form.code ?? outcome.code);
    expect(ended.failure).toMatchObject({ hint: expect.stringMatching(/./), exchangeId: session.id });
  }

  // Every attempt is reported, and so is every wait, with its time.
  const stages = session.all('stage');
  expect(stages.filter(({ stage }) => stage === 'connecting')).toHaveLength(attempts);
  expect(gateway.handshakes()).toBe(form.handshakes);
  const waits = stages.filter(({ stage }) => stage === 'waiting-to-reconnect');
  expect(waits).toHaveLength(attempts - 1);
  for (const { note, retryAtMs = 0 } of waits) expect([note !== '', retryAtMs > 0]).toEqual([true, true]);
  if (form.waitsMs !== undefined) {
    const again = stages.find(({ stage, n }) => stage === 'connecting' && n > (waits[0]?.n ?? 0));
    expect((again?.atMs ?? 0) - (waits[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(form.waitsMs - 2);
  }

  // The request is stored without its key, and so is the rejection.
  const detail = await bench.client.exchanges.get({ id: session.id });
  expect(detail).toMatchObject({ state: ended.state, sent: form.heals ? 'answered' : (form.sent ?? outcome.sent) });
  expect(detail.address).toContain('/v1/realtime?model=demo-realtime');
  expect(detail.sent === 'not-sent' || gateway.receivedBytes() > 0).toBe(true);
  const frames = await bench.client.realtime.frames({ id: session.id });
  const refusals = frames.filter(({ kind }) => kind === 'refusal');
  expect(refusals).toHaveLength(form.kept === undefined ? refusals.length : form.handshakes);
  if (form.kept !== undefined)
    expect((await bench.client.realtime.frame({ id: session.id, index: refusals[0]?.index ?? 0 })).text).toContain(
      form.kept,
    );
  const tracks = await bench.client.realtime.tracks({ id: session.id });
  expect(tracks).toEqual({ person: null, model: null });

  expect(canariesIn([session.parts, detail, frames])).toEqual([]);
  await gateway.idle();
  await bench.close();
  expectNoCanary(bench.dataFolder);
  await gateway.close();
  await expectNothingMore(before);
}
