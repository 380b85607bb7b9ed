import { useEffect, useRef } from 'react';
import type { ListedTask } from '#shared/contract/tasks.ts';
import { useCall } from '../../lib/client/query.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { faceOf, isActive, titleOf } from './model/task-face.ts';

const none: readonly ListedTask[] = [];

/** Returns all tasks, newest first; reloads them whenever the core reports a change. */
export function useTasks() {
  const { data, error, isPending } = useCall('tasks', 'list', {}, { keepPrevious: true });
  return { tasks: data ?? none, error, isPending };
}

/** Announces to screen readers how a task ended that was running while the panel was open. */
export function useAnnouncedTasks(tasks: readonly ListedTask[]): void {
  const active = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = tasks.filter((task) => active.current.has(task.id) && !isActive(task));
    active.current = new Set(tasks.filter(isActive).map(({ id }) => id));
    if (ended.length > 0)
      announce(strings().video.announce(ended.map((task) => ({ title: titleOf(task), face: faceOf(task) }))));
  }, [tasks]);
}
