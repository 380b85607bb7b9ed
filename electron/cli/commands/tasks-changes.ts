import type { Client } from '#shared/contract/index.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { isSettled } from './tasks-lines.ts';

/** A task each time something of it changed, until nothing more happens to it or the signal fires. */
export async function* changesOf(
  client: Client,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<TaskDetail, void, void> {
  const changes = client.host.changes({}, { signal })[Symbol.asyncIterator]();
  const listen = () => {
    const coming = changes.next();
    // It may be that nobody asks for it any more.
    coming.catch(() => {});
    return coming;
  };
  // Listening begins before the state is read, so nothing falls between the two.
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
