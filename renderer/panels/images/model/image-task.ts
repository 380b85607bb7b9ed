import type { TaskRule } from '#shared/contract/tasks.ts';

/** The task that a gateway made of a request: it generates the images asynchronously. */
export interface ImageTask {
  /** Of the gateway. */
  taskId: string;
  statusWord: string | null;
  /** Of the task monitor that follows it; `null` before it does. */
  rowId: string | null;
}

const inAnyEnvelope = (...names: string[]): string =>
  names.flatMap((name) => [name, `data.${name}`, `data.0.${name}`, `output.${name}`, `data.data.${name}`]).join(' ');

/** How the tasks of image routes are polled (new-api and its relatives). */
export const imageTaskRule: TaskRule = {
  idAt: inAnyEnvelope('task_id', 'id'),
  pollMethod: 'GET',
  pollPath: '/v1/tasks/{id}',
  stateAt: inAnyEnvelope('status', 'task_status', 'state'),
  doneWords: ['completed', 'complete', 'succeeded', 'success', 'succeed', 'done', 'finished', 'ready'],
  failedWords: ['failed', 'failure', 'fail', 'error', 'rejected', 'moderated', 'cancelled', 'canceled', 'expired'],
  progressAt: inAnyEnvelope('progress'),
  mediaAt: inAnyEnvelope(
    ...['result_url', 'url', 'image_url', 'images.0.url', 'images.0', 'results.0.url', 'result.images.0.url'],
    ...['result.images.0.url.0', 'output.0', 'data.0.url'],
  ).slice(0, 400),
  errorAt: inAnyEnvelope('fail_reason', 'error.message', 'error', 'message'),
};
