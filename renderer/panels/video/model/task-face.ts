import type { TaskSpan, TaskSummary } from '#shared/contract/tasks.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import { isTaskWord } from '#shared/protocol/task-words.ts';
import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Intent } from '../../../ui/base/intent.ts';

/** The state of a card. `checking`: the gateway has not reported a state; `in-progress`: it reported an unknown one. */
export type TaskFace =
  | 'submitting'
  | 'checking'
  | 'queued'
  | 'running'
  | 'in-progress'
  | 'fetching'
  | 'paused'
  | 'saved'
  | 'not-saved'
  | 'done'
  | 'failed'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'lost'
  | 'unknown-outcome'
  | 'stopped';

const intents: Record<TaskFace, Intent> = {
  submitting: 'live',
  checking: 'neutral',
  queued: 'live',
  running: 'live',
  'in-progress': 'odd',
  fetching: 'live',
  paused: 'warn',
  saved: 'ok',
  'not-saved': 'warn',
  done: 'ok',
  failed: 'bad',
  refused: 'bad',
  cancelled: 'neutral',
  expired: 'warn',
  lost: 'bad',
  'unknown-outcome': 'odd',
  stopped: 'neutral',
};

export const intentOf = (face: TaskFace): Intent => intents[face];

/** Returns the state to show for a task: first its own, then that of its result. */
export function faceOf(task: TaskSummary): TaskFace {
  const { state, result, statusWord, watching } = task;
  switch (state) {
    case 'succeeded':
      return faceOfResult(result.state);
    case 'checking':
    case 'queued':
    case 'running':
      if (!watching) return 'stopped';
      if (task.paused) return 'paused';
      return statusWord !== null && !isTaskWord(statusWord) ? 'in-progress' : state;
    default:
      return state;
  }
}

function faceOfResult(state: TaskSummary['result']['state']): TaskFace {
  switch (state) {
    case 'waiting':
    case 'downloading':
      return 'fetching';
    case 'paused':
      return 'paused';
    case 'saved':
      return 'saved';
    case 'failed':
      return 'not-saved';
    case 'expired':
      return 'expired';
    case 'none':
      return 'done';
  }
}

const activeFaces: ReadonlySet<TaskFace> = new Set([
  'submitting',
  'checking',
  'queued',
  'running',
  'in-progress',
  'fetching',
  'paused',
  'stopped',
]);

/** Returns true if a task still continues: its card is above those of finished tasks. */
export const isActive = (task: TaskSummary): boolean => activeFaces.has(faceOf(task));

/** Returns a short name: the prompt's first line, or the gateway's id. */
export const titleOf = ({ prompt, taskId, id }: TaskSummary): string =>
  prompt.split('\n', 1)[0]?.trim().slice(0, 160) || taskId || id;

/** Returns false for a task that was refused or whose state the gateway never reported: it has no spans to compare. */
export const hasStrip = (task: TaskSummary): boolean =>
  isActive(task) || task.spans.some(({ kind }) => kind !== 'submitting' && kind !== 'checking');

/** Returns true if the task is paused for lack of a key that the gateway accepts; entering one resumes it. */
export const lacksKey = ({ paused, result }: TaskSummary): boolean =>
  paused?.why === 'key' || (result.state === 'paused' && keyCodes.has(result.failure?.code ?? ''));

const keyCodes: ReadonlySet<string> = new Set<FailureCode>(['no-key', 'auth', 'invalid-key']);

/** Returns the origin of a task. */
export const originOf = (task: TaskSummary): WorkOrigin => ({
  connectionId: task.connectionId,
  connectionName: task.connectionName,
  keyId: task.keyId,
  keyAlias: task.keyAlias,
  routeId: task.family,
  model: task.model ?? '',
});

/** Returns the spans of a strip in milliseconds; the last one grows until `now`. */
export const stripOf = (
  { spans }: TaskSummary,
  now: number,
): { kind: TaskSpan['kind']; startedAt: number; ms: number }[] =>
  spans.map(({ kind, startedAt, endedAt }) => ({ kind, startedAt, ms: Math.max(0, (endedAt ?? now) - startedAt) }));

/** Returns how long a task took, or has been running, in milliseconds. */
export const elapsedMs = ({ submittedAt, endedAt }: TaskSummary, now: number): number =>
  Math.max(0, (endedAt ?? now) - submittedAt);

/** Which tasks are listed: `none` ended without a saved video. */
export const taskGroups = ['all', 'active', 'saved', 'none'] as const;
export type TaskGroup = (typeof taskGroups)[number];

export interface TaskFilter {
  group: TaskGroup;
  /** `null` for all models. */
  model: string | null;
  /** Words that are all in the prompt, the model or the gateway's id. */
  text: string;
}

export const noFilter: TaskFilter = { group: 'all', model: null, text: '' };

const isIn = (task: TaskSummary, group: TaskGroup): boolean => {
  if (group === 'all') return true;
  if (group === 'active') return isActive(task);
  return !isActive(task) && (task.result.state === 'saved') === (group === 'saved');
};

/** Returns the tasks that a filter lists, in their order. */
export function filterTasks<Task extends TaskSummary>(tasks: readonly Task[], filter: TaskFilter): Task[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    if (!isIn(task, filter.group) || (filter.model !== null && task.model !== filter.model)) return false;
    const text = `${task.prompt} ${titleOf(task)} ${task.model ?? ''} ${task.taskId ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns how many tasks each group has. */
export const countGroups = (tasks: readonly TaskSummary[]): Record<TaskGroup, number> => {
  const count = (group: TaskGroup) => tasks.filter((task) => isIn(task, group)).length;
  return { all: tasks.length, active: count('active'), saved: count('saved'), none: count('none') };
};

/** Returns the models of tasks, sorted. */
export const modelsOf = (tasks: readonly TaskSummary[]): string[] =>
  [...new Set(tasks.flatMap(({ model }) => model ?? []))].sort();
