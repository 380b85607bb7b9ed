import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canaryVault } from '../../../../support/core/canary-vault.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { canariesIn } from '../../../../support/exchange/canary.ts';
import { quick } from '../../../../support/tasks/quick-timings.ts';
import {
  isOver,
  isSaved,
  json,
  noted,
  openBench,
  plainRoutes,
  startGateway,
  video,
  videoFile,
} from '../../../../support/tasks/task-bench.ts';

/** A core in a separate process, which submits one task. */
async function startHost(folder: string, baseAddress: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'host-child.ts'), folder, baseAddress], {
    env: { PATH: process.env.PATH ?? '', TASK_TIMINGS: JSON.stringify(quick) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

const reopen = (folder: string, baseAddress: string) =>
  openBench({ folder, baseAddress, hostServices: { vault: canaryVault } });

test('after kill -9 nothing is submitted again: polling resumes, and the video is saved', async () => {
  let isDone = false;
  const folder = tempFolder();
  const requested = Promise.withResolvers<void>();
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response, count) => {
      if (count >= 3) requested.resolve();
      json(response, video(isDone ? 'completed' : 'in_progress', { progress: 40 }));
    },
  });
  const child = await startHost(folder, gateway.url);
  await requested.promise;
  await kill(child);
  isDone = true;
  const bench = await reopen(folder, gateway.url);
  const [summary] = await bench.client.tasks.list({});
  const task = await bench.until(summary?.id ?? '', isSaved);
  expect(task).toMatchObject({ state: 'succeeded', taskId: 'task_1', prompt: 'a hill' });
  expect(noted(task)).toContain('restarted running');
  expect(gateway.count('POST ')).toBe(1);
});

test('killed during the download: it resumes and is saved whole', async () => {
  const folder = tempFolder();
  const begun = Promise.withResolvers<void>();
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1/content': (_request, response, count) => {
      if (count > 1) return videoFile(response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '3000' });
      response.write('\x00\x00\x00\x1cftypisom');
      begun.resolve();
    },
  });
  const child = await startHost(folder, gateway.url);
  await begun.promise;
  await kill(child);
  const bench = await reopen(folder, gateway.url);
  const [summary] = await bench.client.tasks.list({});
  const task = await bench.until(summary?.id ?? '', isSaved);
  expect((await bench.bytesOf(task)).length).toBe(3000);
  expect(gateway.count('POST ')).toBe(1);
});

test('killed while the submission is in flight: the outcome is unknown, and it is not sent again', async () => {
  const folder = tempFolder();
  const sent = Promise.withResolvers<void>();
  const gateway = await startGateway({ 'POST /v1/videos': () => sent.resolve() });
  const child = await startHost(folder, gateway.url);
  await sent.promise;
  await kill(child);
  const bench = await reopen(folder, gateway.url);
  const [summary] = await bench.client.tasks.list({});
  const task = await bench.until(summary?.id ?? '', isOver);
  expect(task).toMatchObject({ state: 'unknown-outcome', taskId: null, watching: false });
  expect(task.failure?.hint).toContain('not sent again');
  expect(gateway.count('POST ')).toBe(1);
});

test('a clean exit leaves everything for the next start', async () => {
  let isDone = false;
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) => json(response, video(isDone ? 'completed' : 'in_progress')),
  });
  const first = await openBench({ baseAddress: gateway.url, hostServices: { vault: canaryVault } });
  const id = await first.submit();
  await first.until(id, ({ polls }) => polls > 1);
  await first.close();
  isDone = true;
  const second = await reopen(first.folder, gateway.url);
  expect((await second.until(id, isSaved)).state).toBe('succeeded');
  expect(gateway.count('POST ')).toBe(1);
});

test('the tasks of a lost database are restored from the journal', async () => {
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) => json(response, video('in_progress')),
  });
  const first = await openBench({ baseAddress: gateway.url, hostServices: { vault: canaryVault } });
  const id = await first.submit();
  const forgotten = await first.client.tasks.adopt({
    connectionId: first.connectionId,
    family: 'videos',
    taskId: 'task_9',
  });
  await first.until(id, ({ polls }) => polls > 0);
  await first.client.tasks.forget({ ids: [forgotten.id] });
  await first.close();
  const journal = path.join(first.folder, 'tasks.journal');
  // A line that a power cut left unfinished.
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"task":{"id":"x`);
  expect(canariesIn(readFileSync(journal))).toEqual([]);
  for (const ending of ['', '-wal', '-shm']) rmSync(path.join(first.folder, `patchbay.db${ending}`), { force: true });

  const second = await openBench({
    folder: first.folder,
    baseAddress: gateway.url,
    hostServices: { vault: canaryVault },
  });
  const tasks = await second.client.tasks.list({});
  expect(tasks).toHaveLength(1);
  const task = await second.until(id, ({ paused, polls }) => paused !== null || polls > 0);
  expect(task).toMatchObject({ id, taskId: 'task_1', prompt: 'a hill', family: 'videos', connectionName: 'gateway' });
  expect(noted(task)[0]).toBe('restarted checking');
  expect(gateway.count('POST ')).toBe(1);
});

test('of two programs on one folder only one polls a task, and the other takes over when it exits', async () => {
  let isDone = false;
  const gateway = await startGateway({
    ...plainRoutes,
    'GET /v1/videos/task_1': (_request, response) => json(response, video(isDone ? 'completed' : 'in_progress')),
  });
  const first = await openBench({ baseAddress: gateway.url, hostServices: { vault: canaryVault } });
  const id = await first.submit();
  const seen = await first.until(id, ({ polls }) => polls > 2);
  const second = await reopen(first.folder, gateway.url);
  await first.until(id, ({ polls }) => polls > seen.polls + 3);
  expect(noted(await second.client.tasks.get({ id }))).not.toContain('restarted running');
  await first.close();
  isDone = true;
  const task = await second.until(id, isSaved);
  expect(noted(task)).toContain('restarted running');
});
