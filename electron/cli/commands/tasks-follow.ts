import type { Client } from '#shared/contract/index.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { type Failure, failure as makeFailure } from '#shared/protocol/failure.ts';
import { isTaskWord, isUnfinished } from '#shared/protocol/task-words.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { onInterrupt } from '../interrupt.ts';
import { failureJson, printFailureLines } from '../output/failure-lines.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { withNearModels } from './run-draft.ts';

/** Shorter prefixes of an id match too much. */
const shortest = 4;

/**
 * Finds the task that a command line argument names: its local id, a prefix of it, or its id at the gateway.
 *
 * @throws UsageError when there is none, or several.
 */
export async function findTask(client: Client, word: string | undefined): Promise<TaskSummary> {
  if (!word) throw new UsageError('Missing task ID.', 'List the tasks: patchbay tasks list');
  const all = await client.tasks.list({ limit: 1000 });
  const exact = all.filter(({ id, taskId }) => id === word || taskId === word);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => word.length >= shortest && id.startsWith(word));
  const [only, second] = found;
  if (only && !second) return only;
  throw new UsageError(
    only ? `Several tasks start with "${word}": type more of the ID.` : `There is no task "${word}".`,
    'List the tasks: patchbay tasks list',
  );
}

/**
 * Follows tasks until each is settled: prints changes on stderr, or as JSON lines on stdout. Ctrl-C stops following;
 * the tasks continue at the gateway.
 *
 * @returns the tasks in their final state, and an exit status if it was interrupted.
 */
export async function followTasks(
  client: Client,
  ids: readonly string[],
  terminal: Terminal,
  isJson: boolean,
): Promise<{ tasks: TaskSummary[]; code: number }> {
  const interrupted = new AbortController();
  const removeHandler = onInterrupt(() => interrupted.abort(), 5_000, terminal.closed);
  try {
    const tasks = await Promise.all(ids.map((id) => followOne(client, id, terminal, isJson, interrupted.signal)));
    if (interrupted.signal.aborted) {
      terminal.message('Stopped watching. The gateway continues the tasks.');
      return { tasks, code: exitCodes.cancelled };
    }
    return { tasks, code: Math.max(...tasks.map(exitOfTask), exitCodes.done) };
  } finally {
    removeHandler();
  }
}

async function followOne(
  client: Client,
  id: string,
  terminal: Terminal,
  isJson: boolean,
  signal: AbortSignal,
): Promise<TaskSummary> {
  let lastPrinted = '';
  let last: TaskDetail | null = null;
  try {
    for await (const task of changesOf(client, id, signal)) {
      last = task;
      const words = stateText(task);
      if (words === lastPrinted) continue;
      lastPrinted = words;
      if (isJson) await printLine(terminal, { type: 'task', ...summaryOf(task) });
      else terminal.note(`${id.slice(0, 8)}  ${words}`);
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  const task = last ?? (await client.tasks.get({ id }));
  const found = task.paused?.failure ?? task.result.failure ?? task.failure;
  const known = found && (await withNearModels(found, task.model, { client, connectionId: task.connectionId }));
  const failure = known ?? (exitOfTask(task) === exitCodes.failed ? unwatched(task) : null);
  if (isJson && failure) await terminal.data(failureJson(failure, exitOfTask(task)));
  if (isJson) await printLine(terminal, { type: 'task-end', ...summaryOf(task) });
  if (failure && !isJson) printFailureLines(failure, terminal);
  return task;
}

/** Why a task without a failure has no result: it is not polled. */
const unwatched = ({ id, state }: TaskSummary): Failure =>
  makeFailure('aborted', `The task is not polled anymore, and its last known state is ${state}.`, {
    hint: `Poll it again: patchbay tasks watch ${id.slice(0, 8)}`,
  });

/** Returns what a list shows of a task: the rest is `patchbay tasks get`. */
function summaryOf({
  request: _request,
  submitExchangeId: _submitExchangeId,
  lastPollExchangeId: _lastPollExchangeId,
  record: _record,
  marks: _marks,
  rule: _rule,
  resultUrls: _resultUrls,
  candidateIds: _candidateIds,
  ...summary
}: TaskDetail): TaskSummary {
  return summary;
}

/** Yields a task each time it changes, until it is settled or the signal fires. */
export async function* changesOf(
  client: Client,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<TaskDetail, void, void> {
  const changes = client.host.changes({}, { signal })[Symbol.asyncIterator]();
  const listen = () => {
    const nextChange = changes.next();
    // The promise may never be awaited.
    nextChange.catch(() => {});
    return nextChange;
  };
  // Listening begins before the state is read, so no change is missed in between.
  let next = listen();
  try {
    for (;;) {
      const task = await client.tasks.get({ id });
      yield task;
      if (isSettled(task)) return;
      for (;;) {
        const { done, value } = await next;
        if (done || signal.aborted) return;
        next = listen();
        if (value.area === 'tasks' && (value.id === undefined || value.id === id)) break;
      }
    }
  } finally {
    await changes.return?.();
  }
}

/** The state of a result beside that of its task. */
const resultWords: Readonly<Record<Exclude<TaskSummary['result']['state'], 'none'>, string>> = {
  waiting: 'waiting for download',
  downloading: 'downloading',
  paused: 'download paused',
  saved: 'saved',
  failed: 'download failed',
  expired: 'result expired',
};

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Returns the state of a task for the user. */
export function stateText({
  state,
  statusWord,
  progress,
  paused,
  missedPolls,
  pollFailure,
  result,
}: TaskSummary): string {
  const own = statusWord !== null && !isTaskWord(statusWord) ? `the gateway calls it ${statusWord}` : null;
  const share = state === 'running' && progress !== null ? percent(progress) : null;
  const total = result.totalBytes;
  const fetched = result.state === 'downloading' && total ? percent(result.receivedBytes / total) : null;
  const pausedText = paused ? `paused: ${paused.failure.message}` : null;
  const missed = !paused && missedPolls > 0 && pollFailure ? `poll failed: ${pollFailure.message}` : null;
  const outcome = state === 'succeeded' && result.state !== 'none' ? resultWords[result.state] : null;
  const now = [outcome ?? state, share ?? fetched].filter(Boolean).join(' ');
  return [outcome === null ? now : `${state} · ${now}`, own, pausedText, missed].filter(Boolean).join(' · ');
}

/** Returns one line of a list. */
export function taskLine(task: TaskSummary): string {
  const { id, taskId, model, prompt, connectionName } = task;
  const about = [model, prompt.replace(/\s+/g, ' ').slice(0, 60)].filter(Boolean).join(': ');
  return `${id.slice(0, 8)}  ${stateText(task).padEnd(20)}  ${taskId ?? '(no id)'}  ${connectionName}  ${about}`.trimEnd();
}

/** Returns true when a task no longer changes by itself, or only in ways that a terminal cannot wait for. */
export function isSettled({ state, result, paused, watching }: TaskSummary): boolean {
  if (state === 'submitting') return false;
  if (state === 'succeeded') return result.state !== 'waiting' && result.state !== 'downloading';
  return isUnfinished(state) ? paused !== null || !watching : true;
}

/** Returns the exit status for a task in its current state: 0 only when its result is on disk. */
export function exitOfTask({ state, result, paused, failure }: TaskSummary): number {
  if (state === 'succeeded') {
    if (result.state === 'saved') return exitCodes.done;
    return result.failure ? exitOfFailure(result.failure.code) : exitCodes.interrupted;
  }
  if (state === 'unknown-outcome') return exitCodes.interrupted;
  const found = paused?.failure ?? (state === 'refused' ? failure : null);
  return found ? exitOfFailure(found.code) : exitCodes.failed;
}
