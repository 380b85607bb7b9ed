import type { TaskSummary } from '#shared/contract/tasks.ts';
import { isTaskWord, isUnfinished } from '#shared/protocol/task-words.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';

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
  const outcome = state === 'succeeded' && result.state !== 'none' ? result.state : null;
  return [[state, outcome, share ?? fetched].filter(Boolean).join(' '), own, pausedText, missed]
    .filter(Boolean)
    .join(' · ');
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
