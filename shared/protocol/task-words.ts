/** State of a task. Every state after `running` is final. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** Returns whether the gateway may still report another state; `checking` until it has reported one. */
export const isUnfinished = (state: string): state is 'checking' | 'queued' | 'running' =>
  state === 'checking' || state === 'queued' || state === 'running';

/**
 * The values that gateways and the services behind them use for the state of a task, in lower case with `_` for spaces
 * and hyphens. `unknown` and a missing value mean that the gateway has not processed the task yet: new-api reports so
 * until its own poller has run.
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

/** Returns true when the table contains the value. */
export const isTaskWord = (word: string): boolean => stateOfWord.has(plainWord(word));

/** Returns the state that a value means. An unknown value means in progress: giving up would lose the task. */
export function taskStateOf(word: string | null): TaskState {
  return stateOfWord.get(plainWord(word ?? '')) ?? 'running';
}

/** Returns true when the task has ended, in success or failure. */
export const isTaskOver = (state: TaskState): boolean => state !== 'queued' && state !== 'running';
