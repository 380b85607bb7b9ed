/** How far a task is. Everything after `running` is an end: such a task changes no more. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** Whether the gateway may still report another state of a task; `checking` until it has reported one. */
export const isUnfinished = (state: string): state is 'checking' | 'queued' | 'running' =>
  state === 'checking' || state === 'queued' || state === 'running';

/**
 * The values that gateways and the services behind them use for the state of a task, in lower case with `_` for spaces
 * and hyphens. `unknown` and a missing value mean a task that the gateway has not looked at yet: new-api says so
 * until its own poller ran.
 */
export const taskStateSpellings: Readonly<Record<TaskState, readonly string[]>> = {
  queued: [
    '',
    'unknown',
    'queued',
    'queueing',
    'in_queue',
    'pending',
    'submitted',
    'created',
    'not_start',
    'not_started',
    'waiting',
    'preparing',
    'accepted',
    'scheduled',
    'starting',
    'initializing',
    'initialized',
    'throttled',
  ],
  running: ['in_progress', 'processing', 'running', 'generating', 'rendering', 'active', 'started', 'working'],
  succeeded: ['completed', 'complete', 'succeeded', 'success', 'succeed', 'done', 'finished', 'ready', 'successful'],
  failed: [
    'failed',
    'failure',
    'fail',
    'error',
    'rejected',
    'moderated',
    'content_filtered',
    'content_policy_violation',
    'timeout',
    'timed_out',
  ],
  cancelled: ['cancelled', 'canceled', 'aborted', 'deleted'],
  expired: ['expired'],
};

const stateOfWord: ReadonlyMap<string, TaskState> = new Map(
  (Object.keys(taskStateSpellings) as TaskState[]).flatMap((state) =>
    taskStateSpellings[state].map((word) => [word, state] as const),
  ),
);

const plainWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** True when the word is one of the table. */
export const isTaskWord = (word: string): boolean => stateOfWord.has(plainWord(word));

/** The state that a value means. An unknown value means in progress: giving a task up would lose it. */
export function taskStateOf(word: string | null): TaskState {
  return stateOfWord.get(plainWord(word ?? '')) ?? 'running';
}

/** The task is at its end, well or not. */
export const isTaskOver = (state: TaskState): boolean => state !== 'queued' && state !== 'running';
