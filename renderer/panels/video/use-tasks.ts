import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useCall } from '../../lib/client/query.ts';

const none: readonly TaskSummary[] = [];

/** All tasks of the monitor, newest first; asked again whenever the core says that one changed. */
export function useTasks() {
  const { data, error, isPending } = useCall('tasks', 'list', {}, { keepPrevious: true });
  return { tasks: data ?? none, error, isPending };
}
