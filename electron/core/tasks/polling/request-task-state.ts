import type { Draft } from '#shared/contract/exchanges.ts';
import { type TaskFamily, taskRoutes } from '#shared/contract/tasks.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { orNull } from '../../or-null.ts';
import { headerOf } from '../../readers/failures/headers.ts';
import type { TaskExchanges } from '../ports.ts';
import type { StoredTask } from '../stored-task.ts';
import { readByRule, type TaskReport } from './read-by-rule.ts';

export type PollResult =
  /** `waitMs`: delay before the next poll, as requested by the gateway. */
  | { kind: 'reported'; report: TaskReport; waitMs: number | null; exchangeId: string }
  /** `wasSent`: a request was sent; false when it was refused here, for example without a key. */
  | { kind: 'failed'; failure: Failure; exchangeId: string; wasSent: boolean }
  /** Aborted before the response. */
  | { kind: 'aborted' };

/** One way to poll a task: which routes, and which of its ids. */
export interface Way {
  family: TaskFamily;
  taskId: string;
}

/**
 * Returns the ways to poll a task, most likely first: its own family before the other one, its best id before the
 * others that the gateway returned. On most gateways, ids made by either family can be read by either GET.
 */
export function waysOf({ facts, depth }: StoredTask): Way[] {
  const ids = [...new Set([facts.taskId, ...depth.candidateIds].filter((id) => id !== null))];
  if (facts.family === 'custom') return ids.map((taskId) => ({ family: 'custom', taskId }));
  const other = facts.family === 'videos' ? 'video.generations' : 'videos';
  return ids.flatMap((taskId) => [
    { family: facts.family, taskId },
    { family: other, taskId },
  ]);
}

const plain = {
  query: [],
  headers: [],
  body: { kind: 'none' },
  options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin: 'core' },
} satisfies Partial<Draft>;

/** Returns a request of the monitor itself, with the connection and key of a task. */
export function draftFor({ facts }: Pick<StoredTask, 'facts'>, change: Pick<Draft, 'routeId'> & Partial<Draft>): Draft {
  const { connectionId, keyId } = facts;
  return { ...plain, params: {}, connectionId, ...(keyId !== null && { keyId }), ...change };
}

function pollDraft(task: StoredTask, { family, taskId }: Way): Draft {
  if (family !== 'custom') return draftFor(task, { routeId: taskRoutes[family], params: { task_id: taskId } });
  const { rule } = task.depth;
  return draftFor(task, {
    routeId: 'custom',
    custom: {
      method: rule?.pollMethod ?? 'GET',
      path: (rule?.pollPath ?? '').replaceAll('{id}', () => encodedId(taskId)),
      keyStyle: rule?.keyStyle ?? 'bearer',
    },
  });
}

/** Half of a surrogate pair has no encoding: the path is refused with it, in a sentence. */
const encodedId = (taskId: string): string => (taskId.isWellFormed() ? encodeURIComponent(taskId) : taskId);

/** Polls a task once, with an ordinary exchange. Never rejects. */
export async function requestTaskState(
  task: StoredTask,
  way: Way,
  exchanges: Pick<TaskExchanges, 'perform' | 'detail'>,
  signal: AbortSignal,
): Promise<PollResult> {
  let report: TaskReport | null = null;
  let text: string | null = null;
  for await (const part of exchanges.perform(pollDraft(task, way), { signal, repeat: false })) {
    if (part.type === 'task-state') report = part;
    if (part.type === 'raw-event') text = part.data;
    if (part.type !== 'run-end') continue;
    const { exchangeId, error, state } = part;
    const wasSent = part.sent !== 'not-sent';
    if (state === 'cancelled') return { kind: 'aborted' };
    if (text !== null && task.depth.rule && !error) report = readByRule(text, task.depth.rule);
    if (error) return { kind: 'failed', failure: error, exchangeId, wasSent };
    if (report === null) return { kind: 'failed', failure: { ...noRecord, exchangeId }, exchangeId, wasSent };
    return { kind: 'reported', report, waitMs: requestedDelay(exchanges, exchangeId), exchangeId };
  }
  return { kind: 'aborted' };
}

/** Returns `openai-poll-after-ms`, as the official clients honor it, else a `retry-after` in seconds. */
function requestedDelay({ detail }: Pick<TaskExchanges, 'detail'>, exchangeId: string): number | null {
  // The exchange may have been deleted at the same moment.
  const headers = orNull(() => detail(exchangeId).response?.headers) ?? [];
  const ms = Number(headerOf(headers, 'openai-poll-after-ms') ?? Number.NaN);
  if (ms > 0) return ms;
  const seconds = Number(headerOf(headers, 'retry-after') ?? Number.NaN);
  return seconds > 0 ? seconds * 1000 : null;
}

const noRecord = failure('wrong-type', 'The response contains no task status.', {
  hint: 'See the request. Polling continues.',
  retryable: true,
});
