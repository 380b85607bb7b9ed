import type { TaskSummary } from '#shared/contract/tasks.ts';
import { isActive, titleOf } from './task-face.ts';

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
