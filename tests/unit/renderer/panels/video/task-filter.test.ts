import { expect, test } from 'vitest';
import { newTask } from '../../../../../electron/core/tasks/stored-task.ts';
import { countGroups, filterTasks, modelsOf, noFilter } from '../../../../../renderer/panels/video/model/task-face.ts';
import type { TaskSummary } from '../../../../../shared/contract/tasks.ts';

const place = { connectionId: 'c', connectionName: 'Demo', keyId: null, keyAlias: null, family: 'videos' } as const;
const emptyResult = newTask({ id: 'x', ...place }).facts.result;
const task = (id: string, by: Partial<TaskSummary>): TaskSummary => newTask({ id, ...place, ...by }).facts;

const tasks = [
  task('running', { state: 'running', model: 'b', prompt: 'A paper boat at dawn' }),
  task('saved', { state: 'succeeded', model: 'a', prompt: 'A red fox', result: { ...emptyResult, state: 'saved' } }),
  task('failed', { state: 'failed', model: 'a', prompt: 'A boat in a storm', taskId: 'task_42' }),
  task('lost-file', { state: 'succeeded', prompt: 'Dunes', result: { ...emptyResult, state: 'failed' } }),
];
const found = (by: Partial<typeof noFilter>) => filterTasks(tasks, { ...noFilter, ...by }).map(({ id }) => id);

test('every task is in exactly one group beside all', () => {
  expect(found({ group: 'active' })).toEqual(['running']);
  expect(found({ group: 'saved' })).toEqual(['saved']);
  expect(found({ group: 'none' })).toEqual(['failed', 'lost-file']);
  expect(countGroups(tasks)).toEqual({ all: 4, active: 1, saved: 1, none: 2 });
});

test('all words are searched in the prompt, the model and the id of the gateway, in any order and case', () => {
  expect(found({ text: ' BOAT ' })).toEqual(['running', 'failed']);
  expect(found({ text: 'storm boat' })).toEqual(['failed']);
  expect(found({ text: 'task_42' })).toEqual(['failed']);
  expect(found({ text: 'nothing' })).toEqual([]);
});

test('a model and a group are combined', () => {
  expect(modelsOf(tasks)).toEqual(['a', 'b']);
  expect(found({ model: 'a', group: 'none' })).toEqual(['failed']);
});
