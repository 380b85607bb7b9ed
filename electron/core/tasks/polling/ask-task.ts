import type { Draft } from '#shared/contract/exchanges.ts';
import { type TaskFamily, taskRoutes } from '#shared/contract/tasks.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { headerOf } from '../../readers/failures/headers.ts';
import type { TaskExchanges } from '../ports.ts';
import type { StoredTask } from '../stored-task.ts';
import { readByRule, type Told } from './read-by-rule.ts';

export type Asked =
  /** `waitMs`: how long to wait before the next look, as the gateway asked. */
  | { kind: 'told'; told: Told; waitMs: number | null; exchangeId: string }
  /** `wasSent`: a request left; false when it was refused here, for lack of a key for example. */
  | { kind: 'failed'; failure: Failure; exchangeId: string; wasSent: boolean }
  /** The asker left before the answer. */
  | { kind: 'left' };

/** One way to ask for a task: by which routes, and under which of its ids. */
export interface Way {
  family: TaskFamily;
  taskId: string;
}

/**
 * The ways to ask for a task, the likeliest first: its own family before the other one, its best id before the others
 * that the gateway gave for it. Ids made by either family can be read by either GET on most gateways.
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

/** A request of the monitor's own, with the connection and key of a task. */
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
      path: (rule?.pollPath ?? '').replaceAll('{id}', encodeURIComponent(taskId)),
      keyStyle: rule?.keyStyle ?? 'bearer',
    },
  });
}

/** Asks for a task once, by an ordinary exchange. Never rejects. */
export async function requestTaskState(
  task: StoredTask,
  way: Way,
  exchanges: Pick<TaskExchanges, 'perform' | 'detail'>,
  signal: AbortSignal,
): Promise<Asked> {
  let told: Told | null = null;
  let text: string | null = null;
  for await (const part of exchanges.perform(pollDraft(task, way), { signal, alone: true })) {
    if (part.type === 'task-state') told = part;
    if (part.type === 'raw-event') text = part.data;
    if (part.type !== 'run-end') continue;
    const { exchangeId, error, state } = part;
    const wasSent = part.sent !== 'not-sent';
    if (state === 'cancelled') return { kind: 'left' };
    if (text !== null && task.depth.rule && !error) told = readByRule(text, task.depth.rule);
    if (error) return { kind: 'failed', failure: error, exchangeId, wasSent };
    if (told === null) return { kind: 'failed', failure: { ...noRecord, exchangeId }, exchangeId, wasSent };
    return { kind: 'told', told, waitMs: askedWait(exchanges, exchangeId), exchangeId };
  }
  return { kind: 'left' };
}

/** `openai-poll-after-ms`, as the official clients honour it, else a `retry-after` in seconds. */
function askedWait({ detail }: Pick<TaskExchanges, 'detail'>, exchangeId: string): number | null {
  const headers = headersOf(detail, exchangeId);
  const ms = Number(headerOf(headers, 'openai-poll-after-ms') ?? Number.NaN);
  if (ms > 0) return ms;
  const seconds = Number(headerOf(headers, 'retry-after') ?? Number.NaN);
  return seconds > 0 ? seconds * 1000 : null;
}

function headersOf(detail: TaskExchanges['detail'], exchangeId: string) {
  try {
    return detail(exchangeId).response?.headers ?? [];
  } catch {
    // Deleted in the same moment.
    return [];
  }
}

const noRecord = failure('wrong-type', 'The gateway answered, and there is no state of a task in its answer.', {
  hint: 'Look at the exchange. The task is asked for again.',
  retryable: true,
});
