import type { Client } from '#shared/contract/index.ts';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { exitCodes } from './exit-codes.ts';
import { failureLines } from './failure-lines.ts';
import { onInterrupt } from './interrupt.ts';
import { exitOfTask, isSettled, stateWords } from './tasks-lines.ts';
import type { Terminal } from './terminal.ts';

/** A task each time something of it changed, until nothing more happens to it or the signal fires. */
async function* changesOf(client: Client, id: string, signal: AbortSignal): AsyncGenerator<TaskSummary> {
  const changes = client.host.changes({}, { signal })[Symbol.asyncIterator]();
  // Listening begins before the state is read, so nothing falls between the two.
  let next = changes.next();
  try {
    for (;;) {
      const task = await client.tasks.get({ id });
      yield task;
      if (isSettled(task)) return;
      for (;;) {
        const { done, value } = await next;
        if (done || signal.aborted) return;
        next = changes.next();
        if (value.area === 'tasks' && (value.id === undefined || value.id === id)) break;
      }
    }
  } finally {
    next.catch(() => {});
    await changes.return?.();
  }
}

/**
 * Follows tasks until each is settled: what changes on stderr, or as JSON lines on stdout. Ctrl-C ends the following;
 * the tasks go on at the gateway.
 *
 * @returns the tasks as they are then, and an exit status when it was interrupted.
 */
export async function followTasks(
  client: Client,
  ids: readonly string[],
  terminal: Terminal,
  isJson: boolean,
): Promise<{ tasks: TaskSummary[]; code: number }> {
  const leaving = new AbortController();
  const takeBack = onInterrupt(() => leaving.abort(), 5_000, terminal.closed);
  try {
    const tasks = await Promise.all(ids.map((id) => followOne(client, id, terminal, isJson, leaving.signal)));
    if (leaving.signal.aborted) {
      terminal.talk('Stopped watching. The tasks go on at the gateway; their ids are kept.');
      return { tasks, code: exitCodes.cancelled };
    }
    return { tasks, code: Math.max(...tasks.map(exitOfTask), exitCodes.done) };
  } finally {
    takeBack();
  }
}

async function followOne(
  client: Client,
  id: string,
  terminal: Terminal,
  isJson: boolean,
  signal: AbortSignal,
): Promise<TaskSummary> {
  let told = '';
  let last: TaskSummary | null = null;
  try {
    for await (const task of changesOf(client, id, signal)) {
      last = task;
      const words = stateWords(task);
      if (words === told) continue;
      told = words;
      if (isJson) await terminal.data(`${JSON.stringify({ type: 'task', ...summaryOf(task) })}\n`);
      else terminal.talk(`${id.slice(0, 8)}  ${words}`);
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  const task = last ?? (await client.tasks.get({ id }));
  if (isJson) await terminal.data(`${JSON.stringify({ type: 'task-end', ...summaryOf(task) })}\n`);
  const failure = task.paused?.failure ?? task.result.failure ?? task.failure;
  if (failure && !isJson) for (const line of failureLines(failure)) terminal.talk(line);
  return task;
}

/** What a list tells of it: the rest is `patchbay tasks get`. */
function summaryOf(task: TaskSummary): TaskSummary {
  const { spans, result, failure, pollFailure, paused, ...plain } = task;
  const deep = new Set(['request', 'record', 'marks', 'rule', 'resultUrls', 'candidateIds']);
  const shown = Object.fromEntries(Object.entries(plain).filter(([name]) => !deep.has(name)));
  return { ...(shown as typeof plain), spans, result, failure, pollFailure, paused };
}
