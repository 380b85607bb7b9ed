import { expect, test } from 'vitest';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { failure } from '#shared/protocol/failure.ts';
import {
  elapsedMs,
  faceOf,
  hasStrip,
  intentOf,
  isActive,
  lacksKey,
  stripOf,
  titleOf,
} from '../../../../../renderer/panels/video/model/task-face.ts';

const result = (state: TaskSummary['result']['state']): TaskSummary['result'] => ({
  state,
  file: null,
  receivedBytes: 0,
  totalBytes: null,
  expiresAt: null,
  failure: null,
});

const task = (change: Partial<TaskSummary> = {}): TaskSummary => ({
  id: 't1',
  connectionId: 'c1',
  connectionName: 'Demo',
  keyId: 'k1',
  keyAlias: 'key',
  paused: null,
  family: 'videos',
  taskId: 'task_1',
  model: 'sora-2',
  prompt: 'A boat\nsecond line',
  parentId: null,
  groupId: null,
  adopted: false,
  state: 'running',
  statusWord: 'in_progress',
  progress: null,
  submittedAt: 1000,
  endedAt: null,
  watching: true,
  polls: 1,
  missedPolls: 0,
  nextPollAt: null,
  pollFailure: null,
  spans: [],
  failure: null,
  result: result('none'),
  ...change,
});

test('an unknown state is in progress, and says so', () => {
  const odd = task({ state: 'queued', statusWord: 'BREWING' });
  expect(faceOf(odd)).toBe('in-progress');
  expect(intentOf(faceOf(odd))).toBe('odd');
  expect(isActive(odd)).toBe(true);
});

test('only a result on disk is saved; a success without one is still active', () => {
  const won = (state: TaskSummary['result']['state']) => faceOf(task({ state: 'succeeded', result: result(state) }));
  expect(won('downloading')).toBe('fetching');
  expect(won('paused')).toBe('paused');
  expect(won('failed')).toBe('not-saved');
  expect(won('saved')).toBe('saved');
  expect(isActive(task({ state: 'succeeded', result: result('waiting') }))).toBe(true);
  expect(isActive(task({ state: 'succeeded', result: result('saved') }))).toBe(false);
});

test('a task that is no longer polled says so and stays at the top', () => {
  const stopped = task({ watching: false });
  expect(faceOf(stopped)).toBe('stopped');
  expect(isActive(stopped)).toBe(true);
});

test.each(['failed', 'refused', 'lost', 'unknown-outcome', 'cancelled', 'expired'] as const)('%s is final', (state) => {
  expect(faceOf(task({ state }))).toBe(state);
  expect(isActive(task({ state }))).toBe(false);
});

test('a strip has proportional segments, and its last segment grows', () => {
  const spans: TaskSummary['spans'] = [
    { kind: 'queued', startedAt: 1000, endedAt: 3000 },
    { kind: 'running', startedAt: 3000, endedAt: null },
  ];
  expect(stripOf(task({ spans }), 9000).map(({ ms }) => ms)).toEqual([2000, 6000]);
  // A clock that was set back draws nothing backwards.
  expect(stripOf(task({ spans }), 2000).map(({ ms }) => ms)).toEqual([2000, 0]);
});

test('it is named by the first line of its prompt, or by its id', () => {
  expect(titleOf(task())).toBe('A boat');
  expect(titleOf(task({ prompt: '' }))).toBe('task_1');
  expect(titleOf(task({ prompt: '', taskId: null }))).toBe('t1');
});

test('the clock stops when it is over', () => {
  expect(elapsedMs(task(), 4000)).toBe(3000);
  expect(elapsedMs(task({ endedAt: 2000 }), 4000)).toBe(1000);
});

test('a task without a state reported by the gateway is being checked, and not queued', () => {
  const adopted = task({ state: 'checking', statusWord: null, adopted: true });
  expect(faceOf(adopted)).toBe('checking');
  expect(isActive(adopted)).toBe(true);
  expect(intentOf('checking')).toBe('neutral');
});

test('a rejected task, and one that the gateway never knew, have no strip', () => {
  const span = (kind: TaskSummary['spans'][number]['kind']) => ({ kind, startedAt: 1000, endedAt: 1014 });
  const over = { endedAt: 1014, watching: false };
  expect(hasStrip(task({ ...over, state: 'refused', spans: [span('submitting')] }))).toBe(false);
  expect(hasStrip(task({ ...over, state: 'lost', spans: [span('checking')] }))).toBe(false);
  expect(hasStrip(task({ ...over, state: 'failed', spans: [span('submitting'), span('queued')] }))).toBe(true);
  expect(hasStrip(task({ state: 'submitting', spans: [span('submitting')] }))).toBe(true);
});

test('a task paused for a missing key asks for one, and no other paused task does', () => {
  const lacking = failure('no-key', 'The key can no longer be read.');
  expect(lacksKey(task({ paused: { why: 'key', failure: lacking } }))).toBe(true);
  expect(lacksKey(task({ state: 'succeeded', result: { ...result('paused'), failure: lacking } }))).toBe(true);
  expect(lacksKey(task({ paused: { why: 'network', failure: failure('dns', 'Not found.') } }))).toBe(false);
  expect(lacksKey(task({ state: 'succeeded', result: result('paused') }))).toBe(false);
});
