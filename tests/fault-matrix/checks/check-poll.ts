import { expect, onTestFinished } from 'vitest';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { canariesIn } from '../../support/exchange/canary.ts';
import { trusted } from '../../support/exchange/certificates.ts';
import { connectionThrough } from '../../support/gateways/doors.ts';
import { sendAll, video } from '../../support/gateways/video-responses.ts';
import { quick } from '../../support/tasks/quick-timings.ts';
import { type Bench, openBench } from '../../support/tasks/task-bench.ts';
import type { CellOutcome } from '../cell.ts';
import { active, expectNoCanary, expectNothingMore } from '../left-over.ts';
import type { PollForm } from '../poll-forms.ts';
import { startTaskGateway, tell } from '../task-gateway.ts';

/** Produces one form of a fault and asserts all that its cell promises; then the fault ends, and the task must reach its end. */
export async function checkPoll(outcome: CellOutcome, form: PollForm): Promise<void> {
  const before = active();
  const { door = 'plain' } = form;
  const state = form.state ?? outcome.state;
  const gateway = await startTaskGateway(
    {
      look(request, count) {
        if (count > 1) return form.look(request, count - 1, gateway);
        (form.before ?? tell('in_progress'))(request, 1, gateway);
        return form.strike?.(gateway);
      },
      give: (request) => sendAll(request),
    },
    door === 'secure' ? trusted : undefined,
  );
  onTestFinished(() => gateway.close());
  const { baseAddress, ...connection } = connectionThrough(door, gateway.port);
  const bench = await openBench({
    baseAddress,
    connection: { ...connection, deadlines: form.deadlines ?? {} },
    options: { taskTimings: { ...quick, ...form.timings } },
  });
  const id = await bench.submit();
  await bench.until(id, ({ polls }) => polls > 0);
  if (form.stops) await bench.client.tasks.stop({ id });

  // The verdict: only the gateway's own word changes the task.
  const { looks } = form;
  const struck = await bench.until(id, hasStruck(state, form));
  expect(struck).toMatchObject({ taskId: 'task_1', progress: 0.4, prompt: 'a hill' });
  if (state !== 'failed' || form.task === 'lost') expect(struck.record).toContain('in_progress');
  const seen = gateway.seen.looks.length - 1;
  if (typeof looks === 'number' && state !== 'stale' && state !== 'done') expect(seen).toBe(looks);
  if (typeof looks === 'number') expect(seen).toBeGreaterThanOrEqual(looks);
  if (state === 'stale') await expectStale(struck, outcome, form, bench);
  if (state === 'paused') {
    expect(struck).toMatchObject({ state: 'running', watching: true, nextPollAt: null, paused: { why: form.why } });
    expect(struck.paused?.failure.code, struck.paused?.failure.message).toBe(form.code ?? outcome.code);
    if (form.missed !== undefined) expect(struck.missedPolls).toBe(form.missed);
  }
  if (state === 'failed') {
    expect(struck).toMatchObject({ state: form.task ?? 'failed', watching: false, failure: { code: outcome.code } });
    expect(bench.notes).toHaveLength(1);
  } else {
    expect(struck).toMatchObject({ state: 'running', endedAt: null });
    expect(bench.notes).toEqual([]);
  }
  if (state === 'live') expect(struck).toMatchObject({ watching: false, nextPollAt: null });
  if (form.nextInMs !== undefined) {
    const leftMs = (struck.nextPollAt ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(form.nextInMs - 30_000);
    expect(leftMs).toBeLessThanOrEqual(form.nextInMs);
  }
  // Each poll is one exchange, and none is repeated within it.
  const exchangeId = struck.pollFailure?.exchangeId ?? struck.paused?.failure.exchangeId;
  if (exchangeId) {
    const detail = await bench.client.exchanges.get({ id: exchangeId });
    expect(detail).toMatchObject({ sent: form.sent ?? outcome.sent, attempt: 1, origin: 'core' });
  }

  // The fault ends, the task reaches its end, and nothing was submitted a second time.
  gateway.look = tell('completed', { metadata: { url: '' } });
  await gateway.up();
  if (door === 'secure') gateway.certify(trusted);
  gateway.name('127.0.0.1');
  if (outcome.state !== 'failed' || form.task === 'lost' || state === 'stale') {
    const waits = state === 'paused' || state === 'live' || form.task === 'lost' || form.nextInMs !== undefined;
    if (waits) await bench.client.tasks.refresh({ id });
    const saved = await bench.until(id, ({ result }) => result.state === 'saved');
    expect(saved).toMatchObject({ state: 'succeeded', missedPolls: 0, pollFailure: null, paused: null, failure: null });
    expect((await bench.bytesOf(saved)).equals(video)).toBe(true);
    expect(canariesIn([saved, struck, bench.notes])).toEqual([]);
  }
  expect(gateway.seen.submissions).toHaveLength(1);
  await bench.close();
  expectNoCanary(bench.folder);
  await gateway.close();
  await expectNothingMore(before);
}

function hasStruck(state: CellOutcome['state'], { looks, stops, task }: PollForm): (now: TaskDetail) => boolean {
  const times = typeof looks === 'number' ? looks : 1;
  return (now) => {
    if (state === 'stale') return now.missedPolls >= Math.max(1, times);
    if (state === 'paused') return now.paused !== null;
    if (state === 'failed') return now.endedAt !== null && (task === undefined || now.state === task);
    return stops === true || now.polls > times;
  };
}

/** Stale: the state of the task is unknown, the reason is reported, and so is the time of the next poll. */
async function expectStale(struck: TaskDetail, outcome: CellOutcome, form: PollForm, bench: Bench): Promise<void> {
  expect(struck).toMatchObject({ state: 'running', watching: true, paused: null });
  expect(struck.pollFailure?.code, struck.pollFailure?.message).toBe(form.code ?? outcome.code);
  expect(struck.pollFailure).toMatchObject({ message: expect.stringMatching(/./), hint: expect.stringMatching(/./) });
  // It is being polled, or reports when it will be.
  const next = struck.nextPollAt ?? (await bench.until(struck.id, ({ nextPollAt }) => nextPollAt !== null)).nextPollAt;
  expect(next).not.toBeNull();
}
