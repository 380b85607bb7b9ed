import { expect, test, vi } from 'vitest';
import type { CheckRun } from '#shared/contract/checks.ts';
import { refuseWrites } from '../../../../support/core/refusing-disk.ts';
import { finish, openHarness, openServer } from './check-harness.ts';

/** A check whose gateway replies when it is told to, and that ran into a full disk after its first replies. */
async function runIntoFullDisk() {
  let sent = 0;
  const held: (() => void)[] = [];
  const address = await openServer((request, response) => {
    sent += 1;
    request.resume();
    const answer = () =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not Found"}}');
    if (sent <= 3) answer();
    else held.push(answer);
  });
  const opened = await openHarness(address);
  const { runId } = await opened.client.checks.start({
    input: { connectionId: opened.connectionId, concurrency: 2 },
  });
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0));
  const get = () => opened.client.checks.get({ runId });
  const before = await get();
  const disk = refuseWrites();
  for (const answer of held.splice(0)) answer();
  await vi.waitFor(async () => expect((await get()).ended).toBeGreaterThan(before.ended));
  return { ...opened, runId, disk, held, get, sent: () => sent };
}

const unprobed = ({ rows }: CheckRun) => rows.filter(({ state }) => state !== 'ended').length;

test('a check on a full disk keeps its results, sends nothing more, and goes on when there is room', async () => {
  const { client, runId, disk, held, get, sent } = await runIntoFullDisk();
  await vi.waitFor(async () => {
    for (const answer of held.splice(0)) answer();
    expect((await get()).rows.filter(({ state }) => state === 'probing')).toEqual([]);
  });
  const before = sent();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(sent()).toBe(before);
  const paused = await get();
  expect(paused.state).toBe('running');
  expect(unprobed(paused)).toBeGreaterThan(0);
  expect((await client.host.info({})).notices.at(-1)?.message).toContain('in memory');
  disk.accept();
  const answering = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 5);
  const run = await finish(client, runId);
  clearInterval(answering);
  expect(run.state).toBe('done');
  expect(unprobed(run)).toBe(0);
  expect(run.ended).toBe(run.cells);
});

test('a check on a full disk can be stopped, and its results are stored when there is room', async () => {
  const { client, runId, disk, get } = await runIntoFullDisk();
  await client.checks.stop({ runId });
  const stopped = await get();
  expect(stopped).toMatchObject({ state: 'stopped', ended: stopped.cells });
  disk.accept();
  await vi.waitFor(async () => expect((await client.host.info({})).saving).toBe(true), 5000);
  expect(await get()).toEqual(stopped);
});
