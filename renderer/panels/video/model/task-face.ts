import type { TaskSpan, TaskSummary } from '#shared/contract/tasks.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import { isTaskWord, isUnfinished } from '#shared/protocol/task-words.ts';
import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Intent } from '../../../ui/base/intent.ts';

/**
 * What a card says in one word. `checking`: the gateway has not reported a state; `in-progress`: it reported one that is
 * not known.
 */
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

/** The word for how a task stands: first its own state, then how far its result is. */
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

/** Still to come: its card stands above those of tasks that are over. */
export const isActive = (task: TaskSummary): boolean => activeFaces.has(faceOf(task));

/** A short name: the prompt's first line, or the gateway's id. */
export const titleOf = ({ prompt, taskId, id }: TaskSummary): string =>
  prompt.split('\n', 1)[0]?.trim().slice(0, 160) || taskId || id;

/**
 * Whether there is a strip: a task that was refused, or of which the gateway never reported a state, has no stretches to
 * compare.
 */
export const hasStrip = (task: TaskSummary): boolean =>
  isActive(task) || task.spans.some(({ kind }) => kind !== 'submitting' && kind !== 'checking');

/** Its newest state is one that may still change, so that the rest of its strip is open. */
export const isOpenEnded = ({ state }: TaskSummary): boolean => isUnfinished(state);

/** It rests for want of a key that the gateway takes; entering one lets it go on. */
export const lacksKey = ({ paused, result }: TaskSummary): boolean =>
  paused?.why === 'key' || (result.state === 'paused' && keyCodes.has(result.failure?.code ?? ''));

const keyCodes: ReadonlySet<string> = new Set<FailureCode>(['no-key', 'auth', 'invalid-key']);

/** Where a task belongs. */
export const originOf = (task: TaskSummary): WorkOrigin => ({
  connectionId: task.connectionId,
  connectionName: task.connectionName,
  keyId: task.keyId,
  keyAlias: task.keyAlias,
  routeId: task.family,
  model: task.model ?? '',
});

/** The shares of a strip, from the task's stretches, in milliseconds; the last one grows until `now`. */
export const stripOf = (
  { spans }: TaskSummary,
  now: number,
): { kind: TaskSpan['kind']; startedAt: number; ms: number }[] =>
  spans.map(({ kind, startedAt, endedAt }) => ({ kind, startedAt, ms: Math.max(0, (endedAt ?? now) - startedAt) }));

/** How long a task took, or takes by now, in milliseconds. */
export const elapsedMs = ({ submittedAt, endedAt }: TaskSummary, now: number): number =>
  Math.max(0, (endedAt ?? now) - submittedAt);
