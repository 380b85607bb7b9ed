import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { finish, onBody, reply, sendJson, startServer } from '../../../../support/compare/compare-bench.ts';
import { canaryVault } from '../../../../support/core/canary-vault.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const rows = 40;
/** Cells that have ended when the process is killed. */
const before = 9;

test('after kill -9 in the middle of a sheet no finished cell is lost, and resuming sends none twice', async () => {
  const sent = new Map<string, number>();
  const address = await startServer(
    onBody(({ messages }, response) => {
      const row = messages.at(-1)?.content ?? '';
      sent.set(row, (sent.get(row) ?? 0) + 1);
      // Each reply is under way for a while, so that some are when the process is killed.
      setTimeout(() => sendJson(response, reply(`reply to ${row}`)), 15);
    }),
  );
  const dataFolder = tempFolder();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'sheet-child.ts'), dataFolder, address, String(rows)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const ended = new Set<string>();
  for await (const row of createInterface({ input: child.stdout })) {
    ended.add(row);
    if (ended.size === before) child.kill('SIGKILL');
  }
  await closed;
  expect(ended.size).toBeGreaterThanOrEqual(before);
  expect(sent.size).toBeLessThan(rows);

  const { client } = await openCore({ dataFolder, vault: canaryVault });
  const [summary] = await client.compare.runs({});
  const runId = summary?.id ?? '';
  const broken = await finish(client, runId);
  expect(broken.run.state).toBe('interrupted');
  const idsIn = (state: string) => broken.cells.filter((cell) => cell.state === state).map(({ rowId }) => rowId);
  expect(idsIn('done')).toEqual(expect.arrayContaining([...ended]));
  for (const { state, text, rowId } of broken.cells) if (state === 'done') expect(text).toBe(`reply to ${rowId}`);
  for (const { exchangeId } of broken.cells)
    if (exchangeId !== null) expect((await client.exchanges.get({ id: exchangeId })).id).toBe(exchangeId);
  // What was sent may have been processed: it is not sent again unless the user says so.
  const unknown = idsIn('interrupted');
  for (const row of sent.keys()) expect([...idsIn('done'), ...unknown]).toContain(row);

  await client.compare.rerun({ runId, cells: 'unsent' });
  const resumed = await finish(client, runId);
  expect(resumed.cells.filter(({ state }) => state === 'done')).toHaveLength(rows - unknown.length);
  expect([...sent.values()].filter((times) => times > 1)).toEqual([]);

  if (unknown.length > 0) await client.compare.rerun({ runId, cells: 'failed' });
  const whole = await finish(client, runId);
  expect(whole.run).toMatchObject({ state: 'done', ended: rows });
  expect(whole.cells.map(({ text }) => text)).toEqual(whole.cells.map(({ rowId }) => `reply to ${rowId}`));
  for (const [row, times] of sent) if (!unknown.includes(row)) expect(times, row).toBe(1);
}, 60_000);
