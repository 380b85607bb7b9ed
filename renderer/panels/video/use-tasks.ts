import { useEffect, useRef } from 'react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useCall } from '../../lib/client/query.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/page/announce.ts';
import { faceOf, isActive, type TaskFace, titleOf } from './model/task-face.ts';

const none: readonly TaskSummary[] = [];

/** All tasks of the monitor, newest first; asked again whenever the core says that one changed. */
export function useTasks() {
  const { data, error, isPending } = useCall('tasks', 'list', {}, { keepPrevious: true });
  return { tasks: data ?? none, error, isPending };
}

/** Says to people who listen how a task ended that was on its way while they were here. */
export function useAnnouncedTasks(tasks: readonly TaskSummary[]): void {
  const active = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = tasks.filter((task) => active.current.has(task.id) && !isActive(task));
    active.current = new Set(tasks.filter(isActive).map(({ id }) => id));
    const { faces } = strings().video;
    const said = (task: TaskSummary, face: TaskFace) => `${titleOf(task)}: ${faces[face]}.`;
    if (ended.length > 0) announce(ended.map((task) => said(task, faceOf(task))).join(' '));
  }, [tasks]);
}
