import { expect, test, vi } from 'vitest';
import type { CompareCell } from '#shared/contract/compare.ts';
import { finish, openServer, reply, sendJson } from '../../../../support/compare/compare-bench.ts';
import { refuseWrites } from '../../../../support/core/refusing-disk.ts';

const rows = Array.from({ length: 12 }, (_, at) => ({ id: `r${at}`, values: {} }));

/** A sheet of 12 rows whose gateway replies when it is told to, and that ran into a full disk after 4 replies. */
async function runIntoFullDisk() {
  let sent = 0;
  const held: (() => void)[] = [];
  const opened = await openServer((_, response) => {
    sent += 1;
    const answer = () => sendJson(response, reply('ok'));
    if (sent <= 4) answer();
    else held.push(answer);
  });
  const { runId } = await opened.client.compare.start({
    prompt: 'x',
    lanes: [opened.lane('a', 'm', { fields: {} })],
    rows,
    concurrency: 2,
    assertions: [{ kind: 'contains', text: 'ok' }],
  });
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const disk = refuseWrites();
  for (const answer of held.splice(0)) answer();
  const get = () => opened.client.compare.get({ runId });
  await vi.waitFor(async () => expect((await get()).ended).toBe(6));
  return { ...opened, runId, disk, held, get, sent: () => sent };
}

const states = (cells: readonly CompareCell[]) => Object.groupBy(cells, ({ state }) => state);

test('a sheet on a full disk keeps its paid replies, sends nothing more, and goes on when there is room', async () => {
  const { client, runId, disk, held, get, sent } = await runIntoFullDisk();
  const { notices, saving } = await client.host.info({});
  expect(saving).toBe(false);
  expect(notices.at(-1)?.message).toMatch(/^Not saved since \d\d:\d\d: the disk is full\. Results of running checks/);
  expect(await get()).toMatchObject({ state: 'running', ended: 6, byLane: { a: { passed: 6 } } });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(sent()).toBe(6);
  disk.accept();
  await vi.waitFor(() => expect(sent()).toBeGreaterThan(6), 5000);
  const answering = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 5);
  const { run, cells } = await finish(client, runId);
  clearInterval(answering);
  expect(run).toMatchObject({ state: 'done', ended: 12, callsMade: 12 });
  expect(states(cells).done).toHaveLength(12);
  expect(cells.every(({ text }) => text === 'ok')).toBe(true);
  expect((await client.host.info({})).notices).toEqual([]);
  expect(sent()).toBe(12);
});

test('a sheet on a full disk can be stopped, and everything is stored when there is room', async () => {
  const { client, runId, disk, close, get } = await runIntoFullDisk();
  await client.compare.stop({ runId });
  expect(await get()).toMatchObject({ state: 'stopped', ended: 12 });
  await expect(client.compare.rerun({ runId, cells: 'unsent' })).rejects.toThrow('not saved yet');
  disk.accept();
  await vi.waitFor(async () => expect((await client.host.info({})).saving).toBe(true), 5000);
  const { cells } = await finish(client, runId);
  expect(states(cells).done).toHaveLength(6);
  expect(states(cells).skipped).toHaveLength(6);
  await client.compare.rerun({ runId, cells: 'unsent' });
  await client.compare.stop({ runId });
  await close();
});
